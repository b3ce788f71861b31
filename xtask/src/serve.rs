//! Commands that run against the test servers.

use std::process::Command;

use anyhow::Result;

use crate::ports::{Ports, Row};
use crate::servers::{self, Kind, Server};
use crate::setup::npm;
use crate::site::Site;
use crate::workspace::Workspace;

const ALL: [Kind; 4] = [Kind::Scripted, Kind::Everything, Kind::Staging, Kind::Production];

/// The servers that tests talk to, and a server for the built page; all end with this.
#[derive(Debug)]
pub(crate) struct TestServers {
    servers: Vec<Server>,
    page: Site,
    _ports: Ports,
}

impl TestServers {
    /// Starts them and waits until each answers.
    pub(crate) fn start(workspace: &Workspace) -> Result<Self> {
        npm::ensure(workspace)?;
        workspace.run(&mut workspace.cargo(["build", "--package", "tether-test-server"]))?;
        let ports = Ports::claim(Row::Tests)?;
        let servers = servers::start(workspace, &ALL, &ports)?;
        let page = Site::serve(ports.page()?, workspace.file("www/dist"), &servers[1..])?;
        Ok(Self { servers, page, _ports: ports })
    }

    /// Runs `command` with the servers' addresses in its environment.
    pub(crate) fn run(&mut self, workspace: &Workspace, command: &mut Command) -> Result<()> {
        command.envs(servers::variables(&self.servers)).env("TETHER_PAGE", self.page.url());
        let result = workspace.run(command);
        // A server that died explains a failure better than what failed because of it.
        self.servers.iter_mut().try_for_each(Server::check)?;
        result
    }
}

/// Runs a command line against the test servers.
pub(crate) fn command_line(workspace: &Workspace, line: &[String]) -> Result<()> {
    let [program, args @ ..] = line else {
        anyhow::bail!("serve-tests needs a command: cargo xtask serve-tests -- COMMAND [ARGS…]");
    };
    let mut servers = TestServers::start(workspace)?;
    servers.run(workspace, workspace.command(program).args(args))
}
