//! A scripted HTTP/1.1 server: what an MCP client meets in a test.
//!
//! A test posts a script and gets a namespace of its own: addresses that answer
//! as the script says, byte by byte where it matters, and a log of what came in.
//! The script format and the control protocol are described in README.md.
//!
//! It is for tests on one machine: it listens on loopback only, keeps everything
//! in memory, and uses one thread per connection.

mod connection;
mod control;
mod exchange;
mod http;
mod hub;
mod json_rpc;
mod log;
mod response;
mod roles;
mod script;
mod space;
mod static_files;

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

pub use hub::Ports;

use hub::Hub;

/// What a server is started with.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Port of the first origin; 0 takes any that is free, as the other two origins do.
    pub port: u16,
    /// Directory behind `/static/`.
    pub static_root: Option<PathBuf>,
}

/// Starts a server; it runs until the process ends.
///
/// # Errors
///
/// When a port cannot be listened on.
pub fn start(config: Config) -> io::Result<Ports> {
    let listen = |port: u16| {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .map_err(|error| io::Error::new(error.kind(), format!("port {port}: {error}")))
    };
    let listeners =
        [("first", listen(config.port)?), ("second", listen(0)?), ("control", listen(0)?)];
    let [first, second, control] = listeners.each_ref().map(|(_, listener)| listener.local_addr());
    let ports = Ports { first: first?.port(), second: second?.port(), control: control?.port() };
    let hub = Arc::new(Hub::new(ports, config.static_root));
    for (origin, listener) in listeners {
        let hub = Arc::clone(&hub);
        thread::Builder::new()
            .name(format!("accept-{origin}"))
            .spawn(move || connection::accept(&hub, origin, &listener))?;
    }
    Ok(ports)
}
