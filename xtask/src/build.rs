//! The release build of the npm package.
//!
//! `pkg/` itself is written by hand; this makes what `pkg/wasm/` holds.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result};

use crate::setup::wasm_std::{self, TARGET};
use crate::setup::{npm, tools};
use crate::sizes;
use crate::workspace::Workspace;

/// What wasm-bindgen writes and wasm-opt rewrites.
const WASM: &str = "pkg/wasm/mcp_tether_bg.wasm";

/// The WebAssembly features that rustc's output uses. All browsers since 2023 have them.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-multivalue",
    "--enable-sign-ext",
    "--enable-mutable-globals",
];

/// Builds `pkg/wasm/` where it is out of date.
pub(crate) fn package(workspace: &Workspace) -> Result<()> {
    wasm_std::ensure(workspace)?;
    tools::ensure_wasm_bindgen(workspace)?;
    npm::ensure(workspace)?;
    let compiled = compile(workspace)?;
    if is_newer(&workspace.file(WASM), &compiled) {
        return Ok(());
    }
    bind(workspace, &compiled)?;
    optimize(workspace)
}

/// Builds the package, prints its sizes, and fails when it is above its budget.
pub(crate) fn package_within_budget(workspace: &Workspace) -> Result<()> {
    package(workspace)?;
    sizes::check(workspace)
}

fn compile(workspace: &Workspace) -> Result<PathBuf> {
    let args = ["build", "--release", "--lib", "--target", TARGET, "--package", "mcp-tether"];
    workspace.run(&mut workspace.cargo(args))?;
    Ok(workspace.target(&format!("{TARGET}/release/mcp_tether.wasm")))
}

/// Whether `made` was made after `from` last changed: cargo leaves what is fresh untouched.
fn is_newer(made: &Path, from: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|file| file.modified());
    let made = modified(made).unwrap_or(SystemTime::UNIX_EPOCH);
    modified(from).is_ok_and(|from| from < made)
}

fn bind(workspace: &Workspace, compiled: &Path) -> Result<()> {
    let out = workspace.file("pkg/wasm");
    // Also rids it of the `.gitignore` that wasm-pack leaves, which would keep npm from packing it.
    fs::remove_dir_all(&out).ok();
    let mut command = workspace.command("wasm-bindgen");
    command.args(["--target", "web", "--out-name", "mcp_tether", "--out-dir"]);
    workspace.run_quietly(command.arg(&out).arg(compiled))
}

fn optimize(workspace: &Workspace) -> Result<()> {
    let optimized = workspace.scratch("build")?.join("optimized.wasm");
    let mut command = workspace.command(workspace.file("node_modules/.bin/wasm-opt"));
    command.arg("-Os").args(FEATURES).arg(workspace.file(WASM)).arg("-o").arg(&optimized);
    workspace.run_quietly(&mut command)?;
    fs::copy(&optimized, workspace.file(WASM)).context("cannot write the optimized module")?;
    Ok(())
}
