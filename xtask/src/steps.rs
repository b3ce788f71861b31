//! What `cargo xtask test` consists of.

use std::fs;

use anyhow::Result;

use crate::serve::TestServers;
use crate::setup::browsers::{Chromium, Firefox};
use crate::setup::wasm_std::{self, TARGET};
use crate::setup::{npm, tools};
use crate::workspace::Workspace;
use crate::{build, conformance, demo};

/// How a step that did not fail came out.
#[derive(Debug)]
pub(crate) enum Outcome {
    Passed,
    /// What it needs is not on this machine, and is not a must.
    Skipped(&'static str),
}

/// One part of the tests, which can be run alone.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// A step without which this one makes no sense.
    pub(crate) needs: Option<&'static str>,
    pub(crate) run: fn(&Workspace) -> Result<Outcome>,
}

const fn step(name: &'static str, run: fn(&Workspace) -> Result<Outcome>) -> Step {
    Step { name, needs: None, run }
}

impl Step {
    const fn after(self, needed: &'static str) -> Self {
        Self { needs: Some(needed), ..self }
    }
}

/// All steps, in the order in which they run.
pub(crate) const STEPS: [Step; 16] = [
    step("fmt", fmt),
    step("clippy", clippy),
    step("native", native),
    step("docs", docs),
    step("build", package),
    step("size", size).after("build"),
    step("types", types).after("build"),
    step("node", node).after("build"),
    step("chrome", chrome),
    step("firefox", firefox),
    step("pages", pages).after("build"),
    step("tarball", tarball).after("build"),
    step("conformance", judged).after("build"),
    step("demo", demo_check).after("build"),
    step("fuzz", fuzz),
    step("deny", deny),
];

fn fmt(workspace: &Workspace) -> Result<Outcome> {
    cargo(workspace, &["fmt", "--all", "--check"])?;
    npm::ensure(workspace)?;
    workspace.run(workspace.command("npm").args(["run", "format:check"]))?;
    Ok(Outcome::Passed)
}

fn clippy(workspace: &Workspace) -> Result<Outcome> {
    wasm_std::ensure(workspace)?;
    let deny = ["--all-targets", "--", "-D", "warnings"];
    cargo(workspace, &[&["clippy", "--workspace"], &deny[..]].concat())?;
    cargo(
        workspace,
        &[&["clippy", "--package", "mcp-tether", "--target", TARGET], &deny[..]].concat(),
    )
}

fn native(workspace: &Workspace) -> Result<Outcome> {
    cargo(workspace, &["test", "--workspace"])
}

/// Documents both targets: the layers above the core exist on wasm32 alone.
fn docs(workspace: &Workspace) -> Result<Outcome> {
    wasm_std::ensure(workspace)?;
    let native = ["doc", "--workspace", "--no-deps"];
    let wasm = ["doc", "--package", "mcp-tether", "--no-deps", "--lib", "--target", TARGET];
    for mut command in [workspace.cargo(native), workspace.cargo(wasm)] {
        workspace.run(command.env("RUSTDOCFLAGS", "-D warnings"))?;
    }
    Ok(Outcome::Passed)
}

fn package(workspace: &Workspace) -> Result<Outcome> {
    build::package(workspace)?;
    Ok(Outcome::Passed)
}

/// Apart from `build`, so that what is too large is tested all the same.
fn size(workspace: &Workspace) -> Result<Outcome> {
    build::package_below_ceiling(workspace)?;
    Ok(Outcome::Passed)
}

fn types(workspace: &Workspace) -> Result<Outcome> {
    build::package(workspace)?;
    workspace.run(workspace.command("npm").args(["run", "types"]))?;
    Ok(Outcome::Passed)
}

fn node(workspace: &Workspace) -> Result<Outcome> {
    build::package(workspace)?;
    for script in ["test:peers", "loading"] {
        workspace.run(workspace.command("npm").args(["run", script]))?;
    }
    Ok(Outcome::Passed)
}

fn chrome(workspace: &Workspace) -> Result<Outcome> {
    let chromium = Chromium::ensure(workspace)?;
    in_browser(workspace, "CHROMEDRIVER", chromium.driver)
}

fn firefox(workspace: &Workspace) -> Result<Outcome> {
    let firefox = Firefox::ensure(workspace)?;
    in_browser(workspace, "GECKODRIVER", firefox.driver)
}

/// Runs the wasm tests in the browser whose driver `variable` names.
fn in_browser(
    workspace: &Workspace,
    variable: &str,
    driver: std::path::PathBuf,
) -> Result<Outcome> {
    wasm_std::ensure(workspace)?;
    tools::ensure_wasm_bindgen(workspace)?;
    let mut servers = TestServers::start(workspace)?;
    let mut command = workspace.cargo(["test", "--package", "mcp-tether", "--target", TARGET]);
    command.args(["--lib", "--test", "browser"]);
    // The runner takes the first driver that it finds a name of.
    for other in ["CHROMEDRIVER", "GECKODRIVER", "SAFARIDRIVER", "MSEDGEDRIVER"] {
        command.env_remove(other);
    }
    command.env(variable, driver);
    if std::env::var_os("WASM_BINDGEN_TEST_TIMEOUT").is_none() {
        command.env("WASM_BINDGEN_TEST_TIMEOUT", "300");
    }
    servers.run(workspace, &mut command)?;
    Ok(Outcome::Passed)
}

fn pages(workspace: &Workspace) -> Result<Outcome> {
    build::page(workspace)?;
    npm_against_servers(workspace, "pages")
}

fn tarball(workspace: &Workspace) -> Result<Outcome> {
    build::package(workspace)?;
    npm_against_servers(workspace, "tarball")
}

fn npm_against_servers(workspace: &Workspace, script: &str) -> Result<Outcome> {
    npm::ensure(workspace)?;
    let chromium = Chromium::ensure(workspace)?;
    let mut servers = TestServers::start(workspace)?;
    let mut command = workspace.command("npm");
    command.args(["run", script]).env("CHROMIUM", chromium.browser);
    servers.run(workspace, &mut command)?;
    Ok(Outcome::Passed)
}

fn judged(workspace: &Workspace) -> Result<Outcome> {
    conformance::run(workspace, &[])?;
    Ok(Outcome::Passed)
}

fn demo_check(workspace: &Workspace) -> Result<Outcome> {
    demo::check(workspace, None)?;
    Ok(Outcome::Passed)
}

/// Fuzzes each target for a minute. The corpus itself is replayed by `native`.
fn fuzz(workspace: &Workspace) -> Result<Outcome> {
    let nightly = |args: &[&str]| {
        let mut command = workspace.command("rustup");
        command.args(["run", "nightly", "cargo", "fuzz"]).args(args);
        command
    };
    let Ok(targets) = workspace.running().output(&mut nightly(&["list"])) else {
        return Ok(Outcome::Skipped("needs rustup, a nightly toolchain and cargo-fuzz"));
    };
    if !targets.status.success() {
        return Ok(Outcome::Skipped("needs a nightly toolchain and cargo-fuzz"));
    }
    for target in String::from_utf8_lossy(&targets.stdout).lines() {
        // What the fuzzer finds goes into the first folder; the second holds the kept seeds.
        let found = format!("fuzz/corpus/{target}");
        fs::create_dir_all(workspace.file(&found))?;
        let seeds = format!("tests/data/fuzz/{target}");
        let limits = ["--", "-max_total_time=60", "-max_len=512"];
        workspace.run(nightly(&["run", target, &found, &seeds]).args(limits))?;
    }
    Ok(Outcome::Passed)
}

/// Checks licences, sources and duplicates. Advisories need a network, so they are left to CI.
fn deny(workspace: &Workspace) -> Result<Outcome> {
    if workspace.find("cargo-deny").is_none() {
        return Ok(Outcome::Skipped("needs cargo-deny: cargo install cargo-deny"));
    }
    cargo(workspace, &["deny", "check", "bans", "licenses", "sources"])
}

fn cargo(workspace: &Workspace, args: &[&str]) -> Result<Outcome> {
    workspace.run(&mut workspace.cargo(args.iter().copied()))?;
    Ok(Outcome::Passed)
}
