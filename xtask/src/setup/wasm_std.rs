//! The standard library for `wasm32-unknown-unknown`.
//!
//! `rustup target add` is the ordinary way. Where rustup cannot download, the
//! library is built from Debian's sources of the same compiler version and put
//! where rustc looks for it. This is done once per toolchain.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};

use super::{announce, rust_src};
use crate::workspace::Workspace;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

const REMEDY: &str = "run `rustup target add wasm32-unknown-unknown` where it can download, or \
    install the target's library with the package manager that rustc came from";

/// Makes sure that rustc can build for wasm32.
pub(crate) fn ensure(workspace: &Workspace) -> Result<()> {
    let libraries = libraries(workspace)?;
    if is_installed(&libraries) {
        return Ok(());
    }
    if add_with_rustup(workspace) && is_installed(&libraries) {
        return Ok(());
    }
    build_from_source(workspace, &libraries)
        .map_err(|cause| anyhow!("{TARGET} has no standard library ({cause:#}): {REMEDY}"))
}

/// Where rustc looks for the target's libraries.
fn libraries(workspace: &Workspace) -> Result<PathBuf> {
    let sysroot = workspace.read(workspace.command("rustc").args(["--print", "sysroot"]))?;
    Ok(Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET).join("lib"))
}

fn is_installed(libraries: &Path) -> bool {
    let Ok(entries) = fs::read_dir(libraries) else { return false };
    entries.flatten().any(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // `libstd-<hash>.rlib` from rustup, `libstd.rlib` from a build.
        name == "libstd.rlib" || (name.starts_with("libstd-") && name.ends_with(".rlib"))
    })
}

fn is_rlib(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("rlib"))
}

fn add_with_rustup(workspace: &Workspace) -> bool {
    if workspace.find("rustup").is_none() {
        return false;
    }
    announce("the wasm32 standard library, with rustup", "10 seconds");
    let mut command = workspace.command("rustup");
    command.args(["target", "add", TARGET]);
    let added = workspace.running().output(&mut command);
    added.is_ok_and(|output| output.status.success())
}

fn build_from_source(workspace: &Workspace, libraries: &Path) -> Result<()> {
    announce("rustup cannot download it; building it from source", "about a minute, once");
    let version = rustc_version(workspace)?;
    let scratch = workspace.scratch("wasm-std")?;
    let sources = rust_src::unpack(workspace, &version, &scratch)?;
    let built = compile(workspace, &sources.join("library"), &scratch.join("build"))?;
    install(&built, libraries)?;
    ensure!(is_installed(libraries), "{} has no libstd after the build", libraries.display());
    // Some hundred megabytes that nobody needs again.
    fs::remove_dir_all(&scratch).ok();
    Ok(())
}

/// The compiler's version, such as `1.95.0`.
fn rustc_version(workspace: &Workspace) -> Result<String> {
    let line = workspace.read(workspace.command("rustc").arg("--version"))?;
    let version = line.split_whitespace().nth(1);
    Ok(version.context("`rustc --version` names no version")?.to_owned())
}

/// Builds the library as the toolchain's own are built; gives the folder of the results.
fn compile(workspace: &Workspace, library: &Path, build: &Path) -> Result<PathBuf> {
    let mut command = workspace.cargo(["build", "--locked", "--profile", "dist"]);
    command
        .args(["--target", TARGET, "--features", "compiler-builtins-mem", "--manifest-path"])
        .arg(library.join("sysroot/Cargo.toml"))
        // Away from the checkout, whose cargo configuration is not meant for this.
        .current_dir(library)
        .env("CARGO_TARGET_DIR", build)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", "-Zforce-unstable-if-unmarked -Cembed-bitcode=yes");
    workspace.run_quietly(&mut command)?;
    Ok(build.join(TARGET).join("dist/deps"))
}

/// Copies the libraries beside their place, then moves them there at once.
fn install(built: &Path, libraries: &Path) -> Result<()> {
    let target = libraries.parent().context("the libraries have no parent folder")?;
    let partial = target.join(format!("lib.{}", std::process::id()));
    fs::create_dir_all(&partial).with_context(|| {
        format!("cannot write to {}: run this once as its owner", target.display())
    })?;
    let mut copied = 0;
    for entry in fs::read_dir(built)?.flatten().filter(|entry| is_rlib(&entry.path())) {
        fs::copy(entry.path(), partial.join(entry.file_name()))?;
        copied += 1;
    }
    if copied == 0 {
        bail!("the build left no libraries in {}", built.display());
    }
    if fs::rename(&partial, libraries).is_err() {
        // A folder without libstd, left by a toolchain that was taken out.
        fs::remove_dir_all(libraries)?;
        fs::rename(&partial, libraries)?;
    }
    Ok(())
}
