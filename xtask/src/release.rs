//! Whether everything that names the version names the same one.

use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::workspace::Workspace;

/// Compares the versions of crate, npm package and newest changelog entry.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let read = |name: &str| {
        fs::read_to_string(workspace.file(name)).with_context(|| format!("{name} is missing"))
    };
    let manifest = read("Cargo.toml")?;
    let version = crate_version(&manifest).context("Cargo.toml has no version")?;
    let package: Value = serde_json::from_str(&read("pkg/package.json")?)?;
    let npm = package["version"].as_str().context("pkg/package.json has no version")?;
    ensure!(npm == version, "Cargo.toml has version {version}, pkg/package.json {npm}");
    let changelog = read("CHANGELOG.md")?;
    let newest = newest_release(&changelog).context("CHANGELOG.md has no entry of a version")?;
    ensure!(
        newest == version,
        "Cargo.toml has version {version}, CHANGELOG.md's newest is {newest}"
    );
    println!("version {version} everywhere");
    Ok(())
}

fn crate_version(manifest: &str) -> Option<&str> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \""))?;
    line.strip_suffix('"')
}

/// The version of the first heading that has one, such as `## 0.2.0 (2026-12-01)`.
fn newest_release(changelog: &str) -> Option<&str> {
    let headings = changelog.lines().filter_map(|line| line.strip_prefix("## "));
    let words = headings.filter_map(|heading| heading.split_whitespace().next());
    let bare = words.map(|word| word.trim_matches(['[', ']']));
    bare.into_iter().find(|word| word.starts_with(|first: char| first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_release_is_below_what_is_unreleased() {
        let changelog =
            "# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n## 0.1.0 (2026-11-01)\n";
        assert_eq!(newest_release(changelog), Some("0.2.0"));
        assert_eq!(newest_release("# Changelog\n\n## Unreleased\n"), None);
    }

    #[test]
    fn the_crates_version_is_the_first() {
        let manifest =
            "[package]\nname = \"a\"\nversion = \"0.1.0\"\n[dependencies.b]\nversion = \"9\"\n";
        assert_eq!(crate_version(manifest), Some("0.1.0"));
    }
}
