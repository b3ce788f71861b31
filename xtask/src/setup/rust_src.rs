//! The sources of exactly the installed rustc, out of Debian's archive.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::debian::{self, Source, Suite};
use crate::workspace::Workspace;

/// Each version of rustc stands in some of these: the likeliest first.
const SUITES: [&str; 4] = ["stable-backports", "testing", "unstable", "stable"];

/// Unpacks the sources of rustc `version` below `scratch`; gives their folder.
///
/// # Errors
///
/// This is no Debian machine, or no suite has that version: the message says
/// which were searched.
pub(crate) fn unpack(workspace: &Workspace, version: &str, scratch: &Path) -> Result<PathBuf> {
    let source =
        debian::own_source().context("this machine has no Debian sources to take it from")?;
    let (suite, full_version) = search(workspace, &source, version, scratch)?;
    let folder = scratch.join("package");
    fs::create_dir_all(&folder)?;
    let package = suite.download(workspace, "rust-src", &full_version, &folder)?;
    let unpacked = scratch.join("unpacked");
    workspace.run_quietly(workspace.command("dpkg").arg("-x").arg(package).arg(&unpacked))?;
    Ok(unpacked.join(format!("usr/src/rustc-{version}")))
}

fn search(
    workspace: &Workspace,
    source: &Source,
    version: &str,
    scratch: &Path,
) -> Result<(Suite, String)> {
    let mut searched = Vec::new();
    for name in SUITES {
        let Ok(suite) = Suite::fetch(workspace, source, name, &scratch.join("apt")) else {
            searched.push(format!("{name} (not readable)"));
            continue;
        };
        let versions = suite.versions(workspace, "rust-src")?;
        if let Some(found) = versions.into_iter().find(|found| is_version(found, version)) {
            println!("setup: found rust-src {found} in {name}");
            return Ok((suite, found));
        }
        searched.push(name.to_owned());
    }
    bail!("no suite has rust-src {version}; searched: {}", searched.join(", "))
}

/// Whether a Debian version such as `1.95.0+dfsg1-2~bpo13+1` is of upstream's `version`.
fn is_version(debian: &str, version: &str) -> bool {
    debian.strip_prefix(version).is_some_and(|rest| rest.is_empty() || rest.starts_with(['+', '-']))
}

#[cfg(test)]
mod tests {
    use super::is_version;

    #[test]
    fn only_the_same_upstream_version_counts() {
        assert!(is_version("1.95.0+dfsg1-2~bpo13+1", "1.95.0"));
        assert!(is_version("1.95.0-1", "1.95.0"));
        assert!(!is_version("1.95.01+dfsg1-2", "1.95.0"));
        assert!(!is_version("1.9.0+dfsg1-2", "1.95.0"));
        assert!(!is_version("1.95.0~beta.3+dfsg1-1", "1.95.0"));
    }
}
