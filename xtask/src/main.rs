//! Sets up, builds, shows and tests mcp-tether.
mod build;
mod running;
mod setup;
mod sizes;
mod workspace;

fn main() -> std::process::ExitCode {
    let running = running::Running::default();
    let go = || -> anyhow::Result<()> {
        running.stop_on_interrupt()?;
        let ws = workspace::Workspace::open(running.clone())?;
        match std::env::args().nth(1).as_deref() {
            Some("build") => build::package_within_budget(&ws),
            _ => setup::everything(&ws),
        }
    };
    match go() {
        Ok(()) => 0.into(),
        Err(e) => {
            eprintln!("error: {e:#}");
            1.into()
        }
    }
}
