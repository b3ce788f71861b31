//! The servers that the page and the tests talk to.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::ports::Ports;
use crate::running::Background;
use crate::workspace::{Workspace, last_lines};

/// How long a server has until it answers.
const PATIENCE: Duration = Duration::from_secs(30);

const EVERYTHING: &str = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";

/// One of the servers that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The scripted server of `tests/server`.
    Scripted,
    /// The protocol's official example, which speaks 2025-11-25 with sessions.
    Everything,
    /// Our demo server, which speaks both eras.
    Staging,
    /// A second one, with other data.
    Production,
}

impl Kind {
    /// The name that people see.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Scripted => "test-server",
            Self::Everything => "everything",
            Self::Staging => "staging",
            Self::Production => "production",
        }
    }

    /// The environment variable that tests find the address in.
    fn variable(self) -> &'static str {
        match self {
            Self::Scripted => "TETHER_TEST_SERVER",
            Self::Everything => "TETHER_EVERYTHING",
            Self::Staging => "TETHER_STAGING",
            Self::Production => "TETHER_PRODUCTION",
        }
    }

    fn port(self, ports: &Ports) -> u16 {
        match self {
            Self::Scripted => ports.test_server(),
            Self::Everything => ports.everything(),
            Self::Staging => ports.staging(),
            Self::Production => ports.production(),
        }
    }

    fn path(self) -> &'static str {
        match self {
            Self::Scripted => "",
            Self::Everything | Self::Staging | Self::Production => "/mcp",
        }
    }

    fn command(self, workspace: &Workspace, port: u16) -> Command {
        let port = port.to_string();
        match self {
            Self::Scripted => {
                let mut command = workspace.command(workspace.target("debug/tether-test-server"));
                command.arg(port);
                command
            }
            Self::Everything => {
                let mut command = workspace.command("node");
                command.args([EVERYTHING, "streamableHttp"]).env("PORT", port);
                command
            }
            Self::Staging | Self::Production => {
                let mut command = workspace.command("node");
                command.arg("tests/peers/demo-server.mjs");
                command.env("PORT", port).env("NAME", self.name()).env("SEED", self.name());
                command
            }
        }
    }
}

/// A running server; it ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) kind: Kind,
    pub(crate) url: String,
    port: u16,
    log: PathBuf,
    process: Background,
}

/// Starts servers and waits until each of them answers.
///
/// # Errors
///
/// One of them ends or stays silent; its last output is printed.
pub(crate) fn start(workspace: &Workspace, kinds: &[Kind], ports: &Ports) -> Result<Vec<Server>> {
    let servers: Result<Vec<_>> =
        kinds.iter().map(|&kind| Server::start(workspace, kind, kind.port(ports))).collect();
    let mut servers = servers?;
    for server in &mut servers {
        server.wait_until_it_answers()?;
    }
    Ok(servers)
}

/// The servers' addresses, as tests find them in the environment.
pub(crate) fn variables(servers: &[Server]) -> impl Iterator<Item = (&'static str, &str)> {
    servers.iter().map(|server| (server.kind.variable(), server.url.as_str()))
}

impl Server {
    fn start(workspace: &Workspace, kind: Kind, port: u16) -> Result<Self> {
        let name = kind.name();
        let log = workspace.scratch("logs")?.join(format!("{name}-{port}.log"));
        let output =
            File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let mut command = kind.command(workspace, port);
        command.stdin(std::process::Stdio::null()).stdout(output.try_clone()?).stderr(output);
        let process = workspace.running().background(&mut command);
        let process = process.with_context(|| format!("cannot start the server {name}"))?;
        let url = format!("http://127.0.0.1:{port}{}", kind.path());
        Ok(Self { kind, url, port, log, process })
    }

    /// Fails when the server has ended.
    pub(crate) fn check(&mut self) -> Result<()> {
        let Some(status) = self.process.ended_by_itself() else { return Ok(()) };
        self.print_log();
        bail!("the server {} ended by itself with {status}", self.kind.name())
    }

    fn wait_until_it_answers(&mut self) -> Result<()> {
        let start = Instant::now();
        while !self.answers() {
            self.check()?;
            if start.elapsed() > PATIENCE {
                self.print_log();
                bail!("the server {} does not answer on port {}", self.kind.name(), self.port);
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Whether the server answers a plain request, whatever the status.
    fn answers(&self) -> bool {
        let ask = || -> std::io::Result<[u8; 5]> {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
            stream.set_read_timeout(Some(Duration::from_secs(2)))?;
            let port = self.port;
            write!(
                stream,
                "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
            )?;
            let mut start = [0; 5];
            stream.read_exact(&mut start)?;
            Ok(start)
        };
        ask().is_ok_and(|start| &start == b"HTTP/")
    }

    fn print_log(&self) {
        let log = fs::read(&self.log).unwrap_or_default();
        eprint!("{}", last_lines(&String::from_utf8_lossy(&log), 25));
    }
}
