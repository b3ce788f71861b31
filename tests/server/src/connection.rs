//! One thread per connection: reads requests and has them answered.

use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::control;
use crate::exchange::Exchange;
use crate::http::{ReadError, Request};
use crate::hub::{Hub, Route};
use crate::json_rpc::Message;
use crate::log::{Arrival, Outcome};
use crate::response::{Head, Response};
use crate::script::{Framing, Place, Scope};
use crate::space::{Space, Verdict};
use crate::static_files;

const MAX_CONNECTIONS: usize = 2_000;
const IDLE_LIMIT: Duration = Duration::from_secs(120);
const WRITE_LIMIT: Duration = Duration::from_secs(60);
const STACK_BYTES: usize = 512 << 10;

/// A whole answer of the server itself.
#[derive(Debug)]
pub(crate) struct Plain {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// Accepts connections for ever.
pub(crate) fn accept(hub: &Arc<Hub>, origin: &'static str, listener: &TcpListener) {
    for stream in listener.incoming().flatten() {
        if hub.open_connections.load(Ordering::Relaxed) >= MAX_CONNECTIONS {
            continue;
        }
        let hub = Arc::clone(hub);
        let number = hub.connections.fetch_add(1, Ordering::Relaxed);
        hub.open_connections.fetch_add(1, Ordering::Relaxed);
        let serve = move || {
            Connection { hub: &hub, stream, origin, number }.serve();
            hub.open_connections.fetch_sub(1, Ordering::Relaxed);
        };
        if let Err(error) = thread::Builder::new().stack_size(STACK_BYTES).spawn(serve) {
            eprintln!("no thread for a connection: {error}");
        }
    }
}

struct Connection<'a> {
    hub: &'a Hub,
    stream: TcpStream,
    origin: &'static str,
    number: u64,
}

impl Connection<'_> {
    fn serve(self) {
        let prepared = self
            .stream
            .set_nodelay(true)
            .and_then(|()| self.stream.set_read_timeout(Some(IDLE_LIMIT)))
            .and_then(|()| self.stream.set_write_timeout(Some(WRITE_LIMIT)));
        if prepared.is_err() {
            return;
        }
        let mut buffer = Vec::new();
        loop {
            let goes_on = match Request::read(&self.stream, &mut buffer) {
                Ok(request) => self.answer(&request) && request.keep_alive,
                Err(ReadError::Gone) => false,
                Err(ReadError::Refused(status, sentence)) => {
                    // The last answer of the connection, so what became of it does not matter.
                    self.send(Plain::refusal(status, &sentence), true);
                    false
                }
            };
            if !goes_on {
                return;
            }
        }
    }

    /// Answers a request; says whether the connection may go on.
    fn answer(&self, request: &Request) -> bool {
        let plain = match self.hub.route(request) {
            Route::Scripted(space, path) => return self.answer_scripted(&space, request, &path),
            _ if request.is_preflight() => control::preflight(request),
            Route::Index => control::index(),
            Route::PostScript => control::post_script(self.hub, request),
            Route::Control(id, space, path) => {
                control::answer(self.hub, id, &space, request, &path)
            }
            Route::Static(file) => static_files::answer(self.hub, request, &file),
            Route::Unknown => {
                let sentence = "expected /scripts, /static/… or /s/N/… of a script that was posted";
                Plain::refusal(404, &format!("{sentence}, got {}", request.path))
            }
        };
        self.send(plain, !request.keep_alive)
    }

    fn answer_scripted(&self, space: &Space, request: &Request, path: &str) -> bool {
        let arrival = Arrival { origin: self.origin, connection: self.number, at: Instant::now() };
        let message = Message::read(&request.body);
        let Some(ticket) = space.log(request, path, &message, arrival) else {
            return self.send(Plain::refusal(503, "the request log is full"), true);
        };
        let verdict = match space.judge(request, path, &message) {
            Ok(Some(verdict)) => verdict,
            Ok(None) => {
                let plain = unanswered(space, request, path, &message);
                space.note(ticket, |entry, _| entry.answer("none".into(), plain.status));
                let goes_on = self.send(plain, !request.keep_alive);
                space.finish(ticket, Outcome::Complete);
                return goes_on;
            }
            Err(invalid) => return self.send(Plain::refusal(500, &invalid.to_string()), true),
        };
        let Verdict { by, reply, cors } = verdict;
        space.note(ticket, |entry, _| entry.answer(by, reply.status));
        let scope = Scope { space, request, path, message: &message, i: 0 };
        let mut defaults = match request.is_preflight() {
            true => cors.preflight_headers(request),
            false => cors.answer_headers(request),
        };
        defaults.push(("cache-control".into(), "no-store".into()));
        let headers = reply.headers.iter();
        let headers: Vec<_> = headers
            .map(|(name, value)| (name.clone(), value.render(Place::Word, &scope)))
            .collect();
        let head = Head {
            status: reply.status,
            headers: merge(headers, defaults),
            framing: reply.framing,
            close: reply.close || !request.keep_alive,
            bodyless: request.method == "HEAD",
        };
        let response = Response::new(&self.stream, head);
        let exchange = Exchange { stream: &self.stream, scope, ticket, eol: &reply.eol, response };
        exchange.run(&reply.steps)
    }

    fn send(&self, plain: Plain, close: bool) -> bool {
        let head = Head {
            status: plain.status,
            headers: plain.headers,
            framing: Framing::Fitted,
            close,
            bodyless: false,
        };
        let mut response = Response::new(&self.stream, head);
        let sent = response.send_head(plain.body.len()).and_then(|()| response.write(&plain.body));
        sent.and_then(|()| response.end()).is_ok() && response.is_reusable()
    }
}

impl Plain {
    pub(crate) fn json(status: u16, value: &serde_json::Value) -> Self {
        let headers = vec![
            ("content-type".into(), "application/json".into()),
            ("access-control-allow-origin".into(), "*".into()),
            ("cache-control".into(), "no-store".into()),
        ];
        Self { status, headers, body: value.to_string().into_bytes() }
    }

    /// An error as one sentence.
    pub(crate) fn refusal(status: u16, sentence: &str) -> Self {
        Self::json(status, &json!({ "error": sentence }))
    }
}

/// The answer where neither a rule nor a role has one.
fn unanswered(space: &Space, request: &Request, path: &str, message: &Message) -> Plain {
    if request.is_preflight() {
        let method = request.header("access-control-request-method").unwrap_or_default();
        let headers = space.preflight_cors(method, path).preflight_headers(request);
        return Plain { status: 204, headers, body: Vec::new() };
    }
    let rpc = message.method().unwrap_or("none");
    let sentence = format!("no rule for {} {path}, JSON-RPC method {rpc}", request.method);
    let mut plain = Plain::refusal(404, &sentence);
    plain.headers.retain(|(name, _)| name != "access-control-allow-origin");
    plain.headers.extend(space.cors().answer_headers(request));
    plain
}

/// Adds the headers that a reply does not set itself.
fn merge(
    mut headers: Vec<(String, String)>,
    defaults: Vec<(String, String)>,
) -> Vec<(String, String)> {
    for (name, value) in defaults {
        if !headers.iter().any(|(key, _)| key.eq_ignore_ascii_case(&name)) {
            headers.push((name, value));
        }
    }
    headers
}
