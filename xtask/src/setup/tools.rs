//! Programs that come from crates: wasm-bindgen's and geckodriver.
//!
//! They go below `target/`, unless the right version is on `PATH`.

use std::fs;

use anyhow::{Context, Result, anyhow};

use super::announce;
use crate::workspace::Workspace;

const GECKODRIVER: &str = "0.37.1";

/// Makes sure of wasm-bindgen's CLI and test runner, in the version of `Cargo.lock`.
///
/// The bindings' format changes with each version: any other would refuse them.
pub(crate) fn ensure_wasm_bindgen(workspace: &Workspace) -> Result<()> {
    let lock = fs::read_to_string(workspace.file("Cargo.lock")).context("Cargo.lock is missing")?;
    let version = locked_version(&lock, "wasm-bindgen")
        .context("Cargo.lock has no wasm-bindgen: run `cargo update --workspace`")?;
    let programs = ["wasm-bindgen", "wasm-bindgen-test-runner"];
    if programs.iter().all(|program| has_version(workspace, program, version)) {
        return Ok(());
    }
    announce(&format!("wasm-bindgen {version}, compiled"), "2 minutes, once");
    install(workspace, "wasm-bindgen-cli", version)
}

/// Makes sure of geckodriver, through which Firefox is driven.
pub(crate) fn ensure_geckodriver(workspace: &Workspace) -> Result<()> {
    if workspace.find("geckodriver").is_some() {
        return Ok(());
    }
    announce(&format!("geckodriver {GECKODRIVER}, compiled"), "2 minutes, once");
    install(workspace, "geckodriver", GECKODRIVER)
}

fn has_version(workspace: &Workspace, program: &str, version: &str) -> bool {
    if workspace.find(program).is_none() {
        return false;
    }
    let output = workspace.running().output(workspace.command(program).arg("--version"));
    let Ok(output) = output else { return false };
    String::from_utf8_lossy(&output.stdout).split_whitespace().any(|word| word == version)
}

/// Installs a crate's programs.
///
/// Without `--locked`: what a crate was locked to when it was published may
/// since have been withdrawn, or not be mirrored.
fn install(workspace: &Workspace, name: &str, version: &str) -> Result<()> {
    let mut command = workspace.cargo(["install", "--quiet", name, "--version", version, "--root"]);
    command.arg(workspace.target("tools")).env("CARGO_TARGET_DIR", workspace.target("tools/build"));
    workspace.run_quietly(&mut command).map_err(|cause| {
        anyhow!("{name} {version} is missing ({cause:#}): run `cargo install {name} --version {version}`")
    })?;
    fs::remove_dir_all(workspace.target("tools/build")).ok();
    Ok(())
}

/// The version of `name` in the text of a `Cargo.lock`.
fn locked_version<'a>(lock: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = lock.lines().skip_while(|line| *line != format!("name = \"{name}\""));
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::locked_version;

    #[test]
    fn the_version_is_that_of_the_package_with_exactly_the_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.1.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(lock, "wasm"), None);
    }
}
