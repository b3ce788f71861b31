//! Sets up, builds, shows and tests mcp-tether: `cargo xtask help`.
//!
//! Each command first makes sure of what it needs, so that none has to be
//! prepared for. A failure ends it with one line: what is missing, what to do.

mod build;
mod conformance;
mod demo;
mod imports;
mod ports;
mod release;
mod running;
mod sections;
mod serve;
mod servers;
mod setup;
mod shims;
mod site;
mod sizes;
mod steps;
mod test;
mod workspace;

use std::env;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::running::Running;
use crate::workspace::{Unsuccessful, Workspace};

const HELP: &str = "\
cargo xtask COMMAND

  demo [--check] [--port N]   show the page with three real servers; --check tries it and exits
  test [STEP…]                run all tests, or the steps named: fmt clippy native docs build size
                              types node chrome firefox pages tarball conformance demo fuzz deny
  build                       build pkg/ for release and print its sizes
  serve-tests -- CMD…         run CMD with the test servers' addresses in its environment
  conformance [ARGS…]         run the official conformance suite in Chromium
  bench [ARGS…]               compare with the official client and with bare fetch
  release-check               compare the versions of crate, npm package and changelog
  setup                       install all that the others would install when they need it
";

fn main() -> ExitCode {
    let running = Running::default();
    let Err(error) = run(&running) else { return ExitCode::SUCCESS };
    running.give_way_to_interrupt();
    eprintln!("error: {error:#}");
    let code = error.downcast_ref::<Unsuccessful>().and_then(Unsuccessful::code);
    code.map_or(ExitCode::FAILURE, ExitCode::from)
}

fn run(running: &Running) -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let (command, rest) = match args.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", &[][..]),
    };
    running.stop_on_interrupt()?;
    let workspace = Workspace::open(running.clone())?;
    match command {
        "demo" => run_demo(&workspace, rest),
        "test" => test::run(&workspace, rest),
        "build" => build::package_below_ceiling(&workspace),
        "serve-tests" => serve::command_line(&workspace, after_dashes(rest)),
        "conformance" => conformance::run(&workspace, rest),
        "bench" => conformance::bench(&workspace, rest),
        "release-check" => release::check(&workspace),
        "setup" => setup::everything(&workspace),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => bail!("there is no command {other:?}: see `cargo xtask help`"),
    }
}

fn run_demo(workspace: &Workspace, args: &[String]) -> Result<()> {
    let mut run: fn(&Workspace, Option<u16>) -> Result<()> = demo::show;
    let mut port = None;
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--check" => run = demo::check,
            "--port" => {
                let number = args.next().context("--port needs a number")?;
                let parsed = number.parse();
                port = Some(parsed.with_context(|| format!("{number:?} is no port number"))?);
            }
            other => bail!("demo knows --check and --port N, not {other:?}"),
        }
    }
    run(workspace, port)
}

fn after_dashes(args: &[String]) -> &[String] {
    match args {
        [dashes, rest @ ..] if dashes == "--" => rest,
        _ => args,
    }
}
