//! The official conformance suite, and the benchmark: both judge the built package.

use anyhow::Result;

use crate::build;
use crate::setup::browsers::Chromium;
use crate::setup::node;
use crate::workspace::Workspace;

/// Runs the conformance suite; `args` go to its driver.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    on_built_package(workspace, "tests/conformance/run.mjs", args)
}

/// Runs the benchmark; `args` go to it.
pub(crate) fn bench(workspace: &Workspace, args: &[String]) -> Result<()> {
    on_built_package(workspace, "benches/run.mjs", args)
}

fn on_built_package(workspace: &Workspace, script: &str, args: &[String]) -> Result<()> {
    build::package(workspace)?;
    let chromium = Chromium::ensure(workspace)?;
    let node = node::ensure_modern(workspace)?;
    let mut command = workspace.command(node);
    workspace.run(command.arg(script).args(args).env("CHROMIUM", chromium.browser))
}
