//! A static server for the built page.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result, anyhow};
use serde_json::json;
use tiny_http::{Header, Method, Request, Response, Server as HttpServer};

use crate::servers::Server;

/// Requests that are answered at the same time; a browser asks for six at most.
const WORKERS: usize = 6;

/// What is served: the files of a folder, and the list of servers for the page.
#[derive(Debug)]
struct Site {
    root: PathBuf,
    servers: Vec<u8>,
}

/// Serves `root` until the program ends; gives the page's address.
///
/// `/servers.json` lists `servers`. A path without an extension that is no file
/// gets `index.html`, since the page has addresses of its own.
pub(crate) fn serve(listener: TcpListener, root: PathBuf, servers: &[Server]) -> Result<String> {
    let address = listener.local_addr()?;
    let http = HttpServer::from_listener(listener, None);
    let http = Arc::new(http.map_err(|error| anyhow!("cannot serve the page: {error}"))?);
    let site = Arc::new(Site { root, servers: list(servers).into_bytes() });
    for _ in 0..WORKERS {
        let (http, site) = (Arc::clone(&http), Arc::clone(&site));
        thread::spawn(move || http.incoming_requests().for_each(|request| site.answer(request)));
    }
    Ok(url(address))
}

fn url(address: SocketAddr) -> String {
    format!("http://{address}/")
}

fn list(servers: &[Server]) -> String {
    let entries = servers.iter().map(|server| {
        let name = server.kind.name();
        json!({ "id": name, "name": name, "url": server.url })
    });
    json!(entries.collect::<Vec<_>>()).to_string()
}

impl Site {
    fn answer(&self, request: Request) {
        let (status, media_type, body) = match request.method() {
            Method::Get | Method::Head => self.look_up(request.url()),
            _ => (405, "text/plain", b"only GET and HEAD\n".to_vec()),
        };
        let headers = [("Content-Type", media_type), ("Cache-Control", "no-store")];
        let mut response = Response::from_data(body).with_status_code(status);
        for header in headers.iter().flat_map(|(name, value)| Header::from_bytes(*name, *value)) {
            response.add_header(header);
        }
        // The browser may have gone away: that is its affair.
        request.respond(response).ok();
    }

    fn look_up(&self, url: &str) -> (u16, &'static str, Vec<u8>) {
        let path = url.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
        if path == "servers.json" {
            return (200, media_type(Path::new(path)), self.servers.clone());
        }
        let path = Path::new(path);
        let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
        let file = self.root.join(path);
        if is_inside && file.is_file() {
            return read(&file);
        }
        if path.extension().is_some() {
            return (404, "text/plain", b"no such file\n".to_vec());
        }
        read(&self.root.join("index.html"))
    }
}

fn read(file: &Path) -> (u16, &'static str, Vec<u8>) {
    match fs::read(file).context("not readable") {
        Ok(bytes) => (200, media_type(file), bytes),
        Err(_) => (404, "text/plain", b"the page is not built\n".to_vec()),
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

    fn site(name: &str) -> Site {
        let root = std::env::temp_dir().join(format!("tether-site-{}-{name}", std::process::id()));
        fs::create_dir_all(root.join("assets")).unwrap();
        fs::write(root.join("index.html"), "page").unwrap();
        fs::write(root.join("assets/a.wasm"), "wasm").unwrap();
        fs::write(root.with_extension("secret"), "secret").unwrap();
        Site { root, servers: b"[]".to_vec() }
    }

    #[test]
    fn files_have_their_media_type() {
        let site = site("types");
        assert_eq!(site.look_up("/assets/a.wasm?v=1"), (200, "application/wasm", b"wasm".to_vec()));
        assert_eq!(site.look_up("/servers.json"), (200, "application/json", b"[]".to_vec()));
    }

    #[test]
    fn the_pages_own_addresses_get_the_page() {
        let site = site("fallback");
        for path in ["/", "/server/staging", "/?server=x"] {
            assert_eq!(site.look_up(path).2, b"page");
        }
        assert_eq!(site.look_up("/assets/missing.js").0, 404);
    }

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let site = site("outside");
        let secret = site.root.with_extension("secret");
        let name = secret.file_name().unwrap().to_str().unwrap();
        assert_eq!(site.look_up(&format!("/../{name}")).0, 404);
        assert_eq!(site.look_up(&format!("/{}", secret.display())).0, 404);
    }
}
