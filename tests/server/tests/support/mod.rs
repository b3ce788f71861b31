//! A raw HTTP/1.1 client for tests of the server: bytes as they come.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tether_test_server::{Config, Ports, start};

const PATIENCE: Duration = Duration::from_secs(10);

pub fn server() -> Ports {
    start(Config::default()).unwrap()
}

/// A namespace on a server of its own.
pub struct Space {
    pub ports: Ports,
    pub id: u64,
}

impl Space {
    pub fn new(script: Value) -> Self {
        let ports = server();
        let reply = request(ports.first, "POST", "/scripts", &[], &script.to_string());
        assert_eq!(reply.status, 201, "{}", reply.text());
        let made = reply.json();
        assert_eq!(made["url"], format!("http://127.0.0.1:{}/s/{}/mcp", ports.first, made["id"]));
        Self { ports, id: made["id"].as_u64().unwrap() }
    }

    /// A namespace with one rule, which answers everything.
    pub fn replying(reply: Value) -> Self {
        Self::new(json!({ "rules": [{ "reply": reply }] }))
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/s/{}{rest}", self.id)
    }

    pub fn get(&self) -> Reply {
        request(self.ports.first, "GET", &self.path("/mcp"), &[], "")
    }

    /// Posts a JSON-RPC message.
    pub fn post(&self, message: &Value) -> Reply {
        self.post_with(&[], message)
    }

    pub fn post_with(&self, headers: &[(&str, &str)], message: &Value) -> Reply {
        request(self.ports.first, "POST", &self.path("/mcp"), headers, &message.to_string())
    }

    pub fn control(&self, method: &str, rest: &str) -> Reply {
        request(self.ports.control, method, &self.path(rest), &[], "")
    }

    pub fn log(&self) -> Vec<Value> {
        self.control("GET", "/_log").json().as_array().unwrap().clone()
    }

    pub fn entry(&self, index: usize, until: &str) -> Value {
        let reply = self.control("GET", &format!("/_log/{index}?until={until}"));
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    /// Opens a connection and sends a request, without reading anything.
    pub fn open(&self, method: &str, message: &str) -> Wire {
        Wire::send(self.ports.first, method, &self.path("/mcp"), &[], message)
    }
}

/// A response, read whole.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// The data of each event of the body, as JSON.
    pub fn events(&self) -> Vec<Value> {
        let text = self.text();
        let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
        data.map(|data| serde_json::from_str(data).unwrap_or_else(|_| data.into())).collect()
    }
}

pub fn request(port: u16, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
    Wire::send(port, method, path, headers, body).reply().unwrap()
}

/// A connection on which a request was sent.
pub struct Wire {
    pub stream: TcpStream,
    /// What was read beyond what a test asked for.
    rest: Vec<u8>,
}

impl Wire {
    pub fn connect(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Self { stream, rest: Vec::new() }
    }

    pub fn send(port: u16, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Self {
        let mut wire = Self::connect(port);
        wire.request(method, path, headers, body);
        wire
    }

    pub fn request(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) {
        let mut text = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            text.push_str("host: 127.0.0.1\r\n");
        }
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        self.stream.write_all(text.as_bytes()).unwrap();
    }

    /// One read: what the server flushed, if nothing was joined on the way.
    pub fn read_some(&mut self) -> io::Result<Vec<u8>> {
        let mut buffer = vec![0; 64 << 10];
        let count = self.stream.read(&mut buffer)?;
        buffer.truncate(count);
        Ok(buffer)
    }

    /// Reads up to and with the next `end`.
    pub fn read_until(&mut self, end: &str) -> io::Result<String> {
        loop {
            let found = self.rest.windows(end.len()).position(|window| window == end.as_bytes());
            if let Some(at) = found {
                let got = self.rest.drain(..at + end.len()).collect();
                return Ok(String::from_utf8(got).unwrap());
            }
            let part = self.read_some()?;
            if part.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.rest.extend_from_slice(&part);
        }
    }

    /// Reads so many bytes.
    pub fn take(&mut self, count: usize) -> io::Result<Vec<u8>> {
        while self.rest.len() < count {
            let part = self.read_some()?;
            if part.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.rest.extend_from_slice(&part);
        }
        Ok(self.rest.drain(..count).collect())
    }

    /// All bytes until the server closes, and how it did.
    pub fn read_to_close(&mut self) -> (Vec<u8>, io::Result<()>) {
        let mut got = Vec::new();
        loop {
            match self.read_some() {
                Ok(part) if part.is_empty() => return (got, Ok(())),
                Ok(part) => got.extend_from_slice(&part),
                Err(error) => return (got, Err(error)),
            }
        }
    }

    /// Each read and when it came, until the server closes.
    pub fn reads(&mut self) -> Vec<(Instant, Vec<u8>)> {
        let mut reads = Vec::new();
        while let Ok(part) = self.read_some() {
            if part.is_empty() {
                break;
            }
            reads.push((Instant::now(), part));
        }
        reads
    }

    /// Reads one response by its framing; the connection may be used again.
    pub fn reply(&mut self) -> io::Result<Reply> {
        let mut got = Vec::new();
        let head_end = loop {
            if let Some(at) = got.windows(4).position(|window| window == b"\r\n\r\n") {
                break at + 4;
            }
            self.more(&mut got)?;
        };
        let head = String::from_utf8(got[..head_end].to_vec()).unwrap();
        let mut rest = got.split_off(head_end);
        let status = head[9..12].parse().unwrap();
        let headers: Vec<(String, String)> = head
            .lines()
            .skip(1)
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let mut reply = Reply { status, headers, body: Vec::new() };
        if reply.header("transfer-encoding").is_some() {
            reply.body = self.chunked(&mut rest)?;
        } else if let Some(length) = reply.header("content-length") {
            let length: usize = length.parse().unwrap();
            while rest.len() < length {
                self.more(&mut rest)?;
            }
            reply.body = rest[..length].to_vec();
        } else if status != 204 {
            reply.body = rest;
            while self.more(&mut reply.body).is_ok() {}
        }
        Ok(reply)
    }

    fn chunked(&mut self, rest: &mut Vec<u8>) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let line_end = loop {
                if let Some(at) = rest.windows(2).position(|window| window == b"\r\n") {
                    break at;
                }
                self.more(rest)?;
            };
            let line = String::from_utf8(rest[..line_end].to_vec()).unwrap();
            let size = usize::from_str_radix(&line, 16).unwrap();
            while rest.len() < line_end + 2 + size + 2 {
                self.more(rest)?;
            }
            body.extend_from_slice(&rest[line_end + 2..line_end + 2 + size]);
            rest.drain(..line_end + 2 + size + 2);
            if size == 0 {
                return Ok(body);
            }
        }
    }

    fn more(&mut self, got: &mut Vec<u8>) -> io::Result<()> {
        let part = self.read_some()?;
        if part.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        got.extend_from_slice(&part);
        Ok(())
    }
}

/// A JSON-RPC request.
pub fn call(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params })
}
