//! `tether-test-server [PORT]`: prints its addresses and serves until it is stopped.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;

use tether_test_server::{Config, start};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("tether-test-server: {sentence}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let port = env::args().nth(1).or_else(|| env::var("TETHER_PORT").ok());
    let port = match port {
        Some(text) => {
            text.parse().map_err(|_| format!("port: expected 0 to 65535, got {text:?}"))?
        }
        None => 0,
    };
    let static_root = env::var_os("TETHER_STATIC").map(Into::into);
    let ports = start(Config { port, static_root }).map_err(|error| error.to_string())?;
    let mut out = io::stdout().lock();
    let lines = [("listening", ports.first), ("second", ports.second), ("control", ports.control)];
    for (name, port) in lines {
        writeln!(out, "{name} http://127.0.0.1:{port}").map_err(|error| error.to_string())?;
    }
    out.flush().map_err(|error| error.to_string())?;
    drop(out);
    loop {
        thread::park();
    }
}
