//! The page, and three real servers for it to talk to.

use std::env;
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::build;
use crate::ports::{Ports, Row};
use crate::servers::{self, Kind, Server};
use crate::setup::browsers::Chromium;
use crate::site::Site;
use crate::workspace::Workspace;

const SHOWN: [Kind; 3] = [Kind::Staging, Kind::Production, Kind::Everything];

/// The servers and the page, up and running.
#[derive(Debug)]
struct Demo {
    servers: Vec<Server>,
    page: Site,
    _ports: Ports,
}

/// Shows the demo until Ctrl-C, or until one of its servers dies.
pub(crate) fn show(workspace: &Workspace, port: Option<u16>) -> Result<()> {
    let mut demo = Demo::start(workspace, port)?;
    println!("\n  mcp-tether demo: {}\n", demo.page.url());
    for server in &demo.servers {
        println!("    {:<12} {}", server.kind.name(), server.url);
    }
    println!("\n  Ctrl-C stops everything.\n");
    open_in_browser(workspace, &demo.page.url());
    loop {
        demo.servers.iter_mut().try_for_each(Server::check)?;
        thread::sleep(Duration::from_millis(300));
    }
}

/// Makes one call to each server through the page in headless Chromium.
pub(crate) fn check(workspace: &Workspace, port: Option<u16>) -> Result<()> {
    let chromium = Chromium::ensure(workspace)?;
    let mut demo = Demo::start(workspace, port)?;
    let mut command = workspace.command("node");
    command.arg("tests/pages/demo-check.mjs").env("TETHER_PAGE", demo.page.url());
    command.envs(servers::variables(&demo.servers)).env("CHROMIUM", chromium.browser);
    let result = workspace.run(&mut command);
    demo.servers.iter_mut().try_for_each(Server::check)?;
    result
}

impl Demo {
    fn start(workspace: &Workspace, port: Option<u16>) -> Result<Self> {
        build::page(workspace)?;
        let ports = Ports::claim(Row::Demo)?;
        let listener = match port {
            Some(port) => std::net::TcpListener::bind(("127.0.0.1", port))
                .with_context(|| format!("port {port} is taken: choose another"))?,
            None => ports.page()?,
        };
        let servers = servers::start(workspace, &SHOWN, &ports)?;
        let page = Site::serve(listener, workspace.file("www/dist"), &servers)?;
        Ok(Self { servers, page, _ports: ports })
    }
}

/// Opens the address where there is a desktop to open it on.
fn open_in_browser(workspace: &Workspace, url: &str) {
    let has_display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some());
    let opener = match env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ if has_display => "xdg-open",
        _ => return,
    };
    let Some(opener) = workspace.find(opener) else { return };
    // It may be the browser itself, which is the user's and stays.
    Command::new(opener).arg(url).spawn().ok();
}
