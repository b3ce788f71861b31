//! A static server for the built page.
//!
//! It has to give its port back the moment it ends, for the next step of the
//! same run to take: that is why it is our own, and why it is this small.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::Result;
use serde_json::json;

use crate::servers::Server;

/// How long a connection may stay silent: browsers open some that they never use.
const PATIENCE: Duration = Duration::from_secs(10);
/// The largest request head that is read.
const LARGEST_HEAD: u64 = 16 * 1024;

/// The page being served; it ends, and its port is free, when this is dropped.
#[derive(Debug)]
pub(crate) struct Site {
    address: SocketAddr,
    stopping: Arc<AtomicBool>,
    accepting: Option<JoinHandle<()>>,
}

impl Site {
    /// Serves the files of `root`, and a list of `servers` as `/servers.json`.
    ///
    /// A path without an extension that is no file gets `index.html`, since the
    /// page has addresses of its own.
    pub(crate) fn serve(listener: TcpListener, root: PathBuf, servers: &[Server]) -> Result<Self> {
        let address = listener.local_addr()?;
        let content = Arc::new(Content { root, servers: list(servers).into_bytes() });
        let stopping = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stopping);
        let accepting = thread::spawn(move || {
            for stream in listener.incoming().take_while(|_| !stopped.load(Ordering::SeqCst)) {
                let (Ok(stream), content) = (stream, Arc::clone(&content)) else { continue };
                // An error means that the browser has gone away, which is its affair.
                thread::spawn(move || content.answer(&stream).ok());
            }
        });
        Ok(Self { address, stopping, accepting: Some(accepting) })
    }

    /// The page's address.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stopping.store(true, Ordering::SeqCst);
        // Wakes the thread that waits for a connection.
        let woken = TcpStream::connect(self.address).is_ok();
        if let Some(accepting) = self.accepting.take().filter(|_| woken) {
            accepting.join().ok();
        }
    }
}

fn list(servers: &[Server]) -> String {
    let entries = servers.iter().map(|server| {
        let name = server.kind.name();
        json!({ "id": name, "name": name, "url": server.url })
    });
    json!(entries.collect::<Vec<_>>()).to_string()
}

#[derive(Debug)]
struct Content {
    root: PathBuf,
    servers: Vec<u8>,
}

#[derive(Debug, PartialEq, Eq)]
struct Reply {
    status: &'static str,
    media_type: &'static str,
    body: Vec<u8>,
}

impl Content {
    fn answer(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut lines = BufReader::new(stream.take(LARGEST_HEAD)).lines();
        let request = lines.next().unwrap_or_else(|| Ok(String::new()))?;
        while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
        let mut words = request.split(' ');
        let reply = match (words.next(), words.next()) {
            (Some("GET" | "HEAD"), Some(target)) => self.look_up(target),
            (Some("") | None, _) => return Ok(()),
            _ => Reply::text("405 Method Not Allowed", "only GET and HEAD"),
        };
        reply.send(stream, request.starts_with("HEAD"))
    }

    fn look_up(&self, target: &str) -> Reply {
        let path = target.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
        let path = Path::new(path);
        if path == Path::new("servers.json") {
            return Reply::content(path, self.servers.clone());
        }
        let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
        let file = self.root.join(path);
        if is_inside && let Ok(bytes) = fs::read(&file) {
            return Reply::content(&file, bytes);
        }
        if path.extension().is_some() {
            return Reply::text("404 Not Found", "no such file");
        }
        let index = self.root.join("index.html");
        match fs::read(&index) {
            Ok(bytes) => Reply::content(&index, bytes),
            Err(_) => Reply::text("404 Not Found", "the page is not built: cargo xtask demo"),
        }
    }
}

impl Reply {
    fn content(file: &Path, body: Vec<u8>) -> Self {
        Self { status: "200 OK", media_type: media_type(file), body }
    }

    fn text(status: &'static str, text: &str) -> Self {
        let body = format!("{text}\n").into_bytes();
        Self { status, media_type: "text/plain; charset=utf-8", body }
    }

    fn send(&self, mut stream: &TcpStream, without_body: bool) -> io::Result<()> {
        let Self { status, media_type, body } = self;
        let length = body.len();
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\n\
             Cache-Control: no-store\r\nConnection: close\r\n\r\n"
        )?;
        if !without_body {
            stream.write_all(body)?;
        }
        stream.flush()
    }
}

/// The media type by the file's extension. Browsers compile only `application/wasm` while it streams.
fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map" | "webmanifest") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A site in a folder of its own; the next run overwrites it.
    fn content(name: &str) -> Content {
        let root = std::env::temp_dir().join(format!("tether-site-{name}"));
        fs::create_dir_all(root.join("assets")).unwrap();
        fs::write(root.join("index.html"), "page").unwrap();
        fs::write(root.join("assets/a.wasm"), "wasm").unwrap();
        fs::write(root.with_extension("secret"), "secret").unwrap();
        Content { root, servers: b"[]".to_vec() }
    }

    #[test]
    fn files_have_their_media_type() {
        let content = content("types");
        let file = content.look_up("/assets/a.wasm?v=1");
        assert_eq!((file.media_type, file.body.as_slice()), ("application/wasm", &b"wasm"[..]));
        let list = content.look_up("/servers.json");
        assert_eq!((list.media_type, list.body.as_slice()), ("application/json", &b"[]"[..]));
    }

    #[test]
    fn the_pages_own_addresses_get_the_page() {
        let content = content("fallback");
        for path in ["/", "/server/staging", "/?server=x"] {
            assert_eq!(content.look_up(path).body, b"page");
        }
        assert_eq!(content.look_up("/assets/missing.js").status, "404 Not Found");
    }

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let content = content("outside");
        let secret = content.root.with_extension("secret");
        let name = secret.file_name().unwrap().to_str().unwrap();
        assert_eq!(content.look_up(&format!("/../{name}")).status, "404 Not Found");
        assert_eq!(content.look_up(&format!("/{}", secret.display())).status, "404 Not Found");
    }

    #[test]
    fn a_dropped_site_leaves_its_port_free() {
        let root = content("port").root;
        let mut address = SocketAddr::from(([127, 0, 0, 1], 0));
        for _ in 0..3 {
            let listener = TcpListener::bind(address).unwrap();
            address = listener.local_addr().unwrap();
            let site = Site::serve(listener, root.clone(), &[]).unwrap();
            let mut stream = TcpStream::connect(site.address).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("page"));
        }
    }
}
