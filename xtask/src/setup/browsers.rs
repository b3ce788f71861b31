//! Chromium and Firefox, each with its WebDriver.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};

use super::{announce, tools};
use crate::workspace::Workspace;

/// A Chromium (or Chrome) and the driver of its version.
#[derive(Debug)]
pub(crate) struct Chromium {
    pub(crate) browser: PathBuf,
    pub(crate) driver: PathBuf,
}

impl Chromium {
    /// Finds them, or installs Debian's.
    pub(crate) fn ensure(workspace: &Workspace) -> Result<Self> {
        if let Some(found) = Self::find(workspace) {
            return Ok(found);
        }
        install(workspace, "Chromium", &["chromium", "chromium-driver"])?;
        Self::find(workspace).context("chromium is installed, but not on PATH: add /usr/bin to it")
    }

    fn find(workspace: &Workspace) -> Option<Self> {
        let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
        let application = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
        let browser = find_any(workspace, &names).or_else(|| existing(application))?;
        Some(Self { browser, driver: chosen_or_found(workspace, "CHROMEDRIVER", "chromedriver")? })
    }
}

/// The driver of an installed Firefox.
#[derive(Debug)]
pub(crate) struct Firefox {
    pub(crate) driver: PathBuf,
}

impl Firefox {
    /// Finds both, or installs Debian's Firefox and compiles the driver.
    pub(crate) fn ensure(workspace: &Workspace) -> Result<Self> {
        let application = "/Applications/Firefox.app/Contents/MacOS/firefox";
        let browser =
            || find_any(workspace, &["firefox", "firefox-esr"]).or_else(|| existing(application));
        if browser().is_none() {
            install(workspace, "Firefox", &["firefox-esr"])?;
        }
        if chosen_or_found(workspace, "GECKODRIVER", "geckodriver").is_none() {
            tools::ensure_geckodriver(workspace)?;
        }
        let driver = chosen_or_found(workspace, "GECKODRIVER", "geckodriver");
        Ok(Self { driver: driver.context("geckodriver is installed, but not found")? })
    }
}

fn find_any(workspace: &Workspace, names: &[&str]) -> Option<PathBuf> {
    names.iter().find_map(|name| workspace.find(name))
}

fn existing(path: &str) -> Option<PathBuf> {
    Some(PathBuf::from(path)).filter(|path| path.exists())
}

/// The driver that the environment names, else the one on `PATH`.
fn chosen_or_found(workspace: &Workspace, variable: &str, program: &str) -> Option<PathBuf> {
    let chosen = env::var_os(variable).map(PathBuf::from).filter(|path| path.exists());
    chosen.or_else(|| workspace.find(program))
}

/// Installs Debian packages when that is possible; else says how the user can.
fn install(workspace: &Workspace, what: &str, packages: &[&str]) -> Result<()> {
    let names = packages.join(" ");
    if workspace.find("apt-get").is_none() {
        bail!("{what} or its driver is missing: install both and put them on PATH");
    }
    if !is_root() {
        bail!("{what} or its driver is missing: run `sudo apt-get install {names}`");
    }
    announce(&format!("{what}, with apt-get"), "a minute");
    apt_install(workspace, packages).map_err(|cause| {
        anyhow!("{what} or its driver is missing ({cause:#}): run `apt-get install {names}`")
    })
}

fn apt_install(workspace: &Workspace, packages: &[&str]) -> Result<()> {
    let apt = |args: &[&str]| {
        let mut command = workspace.command("apt-get");
        command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
        workspace.run_quietly(&mut command)
    };
    // A third party's archive may be out of order; the install then tells whether it mattered.
    apt(&["-qq", "update"]).ok();
    apt(&[&["-qq", "--yes", "--no-install-recommends", "install"], packages].concat())
}

#[cfg(unix)]
fn is_root() -> bool {
    nix::unistd::Uid::effective().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}
