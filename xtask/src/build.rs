//! The release build of the npm package.
//!
//! `pkg/` itself is written by hand; this makes what `pkg/wasm/` holds.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result};

use crate::imports;
use crate::setup::wasm_std::{self, TARGET};
use crate::setup::{npm, tools};
use crate::shims;
use crate::sizes;
use crate::workspace::Workspace;

/// What wasm-bindgen writes and wasm-opt rewrites.
const MODULE: &str = "mcp_tether_bg.wasm";

/// What wasm-bindgen writes to load it, and esbuild rewrites.
const GLUE: &str = "mcp_tether.js";

/// The WebAssembly features that rustc's output uses. All browsers since 2023 have them.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-multivalue",
    "--enable-sign-ext",
    "--enable-mutable-globals",
];

/// How the module is optimized: for what is left after compression, in which repetition
/// weighs less than variety. So calls stay calls and functions lie beside their likes.
const SMALL: [&str; 6] = [
    "-Os",
    "--converge",
    "--one-caller-inline-max-function-size=0",
    "--skip-pass=local-cse",
    "--skip-pass=simplify-locals",
    "--reorder-functions-by-name",
];

/// Builds `pkg/wasm/` where it is out of date.
pub(crate) fn package(workspace: &Workspace) -> Result<()> {
    wasm_std::ensure(workspace)?;
    tools::ensure_wasm_bindgen(workspace)?;
    npm::ensure(workspace)?;
    let compiled = compile(workspace)?;
    if is_newer(&workspace.file("pkg/wasm").join(MODULE), &compiled) {
        return Ok(());
    }
    let made = workspace.scratch("wasm")?;
    bind(workspace, &compiled, &made)?;
    shorten_imports(&made.join(MODULE), &made.join(GLUE))?;
    unlink_shims(&made.join(MODULE))?;
    minify(workspace, &made.join(GLUE))?;
    optimize(workspace, &made.join(MODULE))?;
    install(workspace, &made)
}

/// Builds the page into `www/dist/`, with the package in it.
pub(crate) fn page(workspace: &Workspace) -> Result<()> {
    package(workspace)?;
    let mut command = workspace.command("npm");
    workspace.run_quietly(command.args(["run", "build", "--workspace", "www"]))
}

/// Builds the package, prints its sizes, and fails when it is above its ceiling.
pub(crate) fn package_below_ceiling(workspace: &Workspace) -> Result<()> {
    package(workspace)?;
    sizes::check(workspace)
}

fn compile(workspace: &Workspace) -> Result<PathBuf> {
    let args = ["build", "--release", "--lib", "--target", TARGET, "--package", "mcp-tether"];
    let mut command = workspace.cargo(args);
    if env::var_os("RUSTFLAGS").is_none() {
        command.env("CARGO_ENCODED_RUSTFLAGS", remapped_paths(workspace).join("\u{1f}"));
    }
    workspace.run(&mut command)?;
    Ok(workspace.target(&format!("{TARGET}/release/mcp_tether.wasm")))
}

/// Flags that keep this machine's folders out of the module's panic messages.
///
/// The paths that are left are shorter, and the same on every machine.
fn remapped_paths(workspace: &Workspace) -> Vec<String> {
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home);
    let registries = cargo_home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let crates = registries.into_iter().flatten().flatten().map(|entry| entry.path());
    let remap = |path: PathBuf, to: &str| format!("--remap-path-prefix={}={to}", path.display());
    let mut flags: Vec<_> = crates.map(|path| remap(path, "crates")).collect();
    flags.extend(library(workspace).map(|library| remap(library, "std")));
    flags.push(remap(workspace.file(""), ""));
    flags
}

/// Finds the sources of the standard library, which rustc names where they are installed.
fn library(workspace: &Workspace) -> Option<PathBuf> {
    let told = workspace.command("rustc").args(["--print", "sysroot"]).output().ok()?;
    let root = String::from_utf8(told.stdout).ok()?;
    Some(Path::new(root.trim()).join("lib/rustlib/src/rust/library"))
}

/// Whether `made` was made after `from` last changed: cargo leaves what is fresh untouched.
fn is_newer(made: &Path, from: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|file| file.modified());
    let made = modified(made).unwrap_or(SystemTime::UNIX_EPOCH);
    modified(from).is_ok_and(|from| from < made)
}

fn bind(workspace: &Workspace, compiled: &Path, out: &Path) -> Result<()> {
    let mut command = workspace.command("wasm-bindgen");
    command.args(["--target", "web", "--out-name", "mcp_tether", "--out-dir"]);
    workspace.run_quietly(command.arg(out).arg(compiled))
}

fn shorten_imports(module: &Path, glue: &Path) -> Result<()> {
    let (renamed, text) = imports::shorten(&fs::read(module)?, &fs::read_to_string(glue)?)?;
    fs::write(module, renamed)?;
    Ok(fs::write(glue, text)?)
}

fn unlink_shims(module: &Path) -> Result<()> {
    Ok(fs::write(module, shims::unlink(&fs::read(module)?)?)?)
}

/// Takes comments and long names out of the glue; its documentation is in the typings.
fn minify(workspace: &Workspace, glue: &Path) -> Result<()> {
    let mut command = workspace.command(workspace.file("node_modules/.bin/esbuild"));
    command.args(["--minify", "--format=esm", "--allow-overwrite", "--log-level=error"]);
    workspace.run_quietly(command.arg(glue).arg(format!("--outfile={}", glue.display())))
}

fn optimize(workspace: &Workspace, module: &Path) -> Result<()> {
    let mut command = workspace.command(workspace.file("node_modules/.bin/wasm-opt"));
    command.args(SMALL).args(FEATURES).arg(module).arg("-o").arg(module);
    workspace.run_quietly(&mut command)
}

/// Puts what was made into `pkg/wasm/`, the module last: its age tells how old the package is.
fn install(workspace: &Workspace, made: &Path) -> Result<()> {
    let package = workspace.file("pkg/wasm");
    // Also rids it of the `.gitignore` that wasm-pack leaves, which would keep npm from packing it.
    fs::remove_dir_all(&package).ok();
    fs::create_dir_all(&package)?;
    let entries: Vec<_> = fs::read_dir(made)?.flatten().map(|entry| entry.file_name()).collect();
    let (modules, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(|name| name == MODULE);
    for name in others.iter().chain(&modules) {
        fs::copy(made.join(name), package.join(name))
            .with_context(|| format!("cannot write {}", package.join(name).display()))?;
    }
    Ok(())
}
