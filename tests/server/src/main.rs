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
    // In one write: whoever started us may stop reading after the first line.
    let lines = format!(
        "listening http://127.0.0.1:{}\nsecond http://127.0.0.1:{}\ncontrol http://127.0.0.1:{}\n",
        ports.first, ports.second, ports.control
    );
    io::stdout().write_all(lines.as_bytes()).map_err(|error| error.to_string())?;
    loop {
        thread::park();
    }
}
