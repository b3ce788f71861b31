//! Writing of a response, with every flush where the caller says.

use std::io::{self, Write};
use std::net::TcpStream;

use crate::script::Framing;

const CORK_BYTES: usize = 256 << 10;

/// Status and headers, complete but for what the framing adds.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) framing: Framing,
    pub(crate) close: bool,
    /// Whether the request was a HEAD: headers as for GET, and no body.
    pub(crate) bodyless: bool,
}

/// A response on its way.
#[derive(Debug)]
pub(crate) struct Response<'s> {
    stream: &'s TcpStream,
    head: Head,
    phase: Phase,
    reusable: bool,
    /// Body bytes written so far, against a promised length.
    written: u64,
    corked: Option<Vec<u8>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Unsent,
    Open,
    Ended,
}

impl<'s> Response<'s> {
    pub(crate) fn new(stream: &'s TcpStream, head: Head) -> Self {
        let reusable = !head.close && head.framing != Framing::UntilClose;
        Self { stream, head, phase: Phase::Unsent, reusable, written: 0, corked: None }
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.phase == Phase::Ended
    }

    /// Body bytes written so far.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// Whether all bytes of a promised length are written.
    pub(crate) fn is_whole(&self) -> bool {
        self.phase == Phase::Open && self.head.framing == Framing::Length(self.written)
    }

    /// Whether another request may follow on the connection.
    pub(crate) fn is_reusable(&self) -> bool {
        self.reusable && self.is_ended()
    }

    /// Sends the head, unless it is sent already; a fitted body is to have `length` bytes.
    pub(crate) fn send_head(&mut self, length: usize) -> io::Result<()> {
        if self.phase != Phase::Unsent {
            return Ok(());
        }
        if self.head.framing == Framing::Fitted {
            self.head.framing = Framing::Length(u64::try_from(length).unwrap_or(u64::MAX));
        }
        self.phase = Phase::Open;
        self.put(&self.head.render())
    }

    /// Writes one piece of the body and flushes it.
    pub(crate) fn write(&mut self, piece: &[u8]) -> io::Result<()> {
        self.send_head(piece.len())?;
        if self.phase == Phase::Ended {
            return Err(io::Error::other("the response has ended"));
        }
        if self.head.has_no_body() || piece.is_empty() {
            return Ok(());
        }
        if self.head.framing == Framing::Chunked {
            let mut chunk = format!("{:x}\r\n", piece.len()).into_bytes();
            chunk.extend_from_slice(piece);
            chunk.extend_from_slice(b"\r\n");
            self.put(&chunk)?;
        } else {
            self.put(piece)?;
        }
        self.written = self.written.saturating_add(u64::try_from(piece.len()).unwrap_or(u64::MAX));
        Ok(())
    }

    /// Writes to the socket, outside of all framing.
    pub(crate) fn write_raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.phase = Phase::Open;
        self.head.framing = Framing::UntilClose;
        self.reusable = false;
        self.put(bytes)
    }

    /// Ends the body as the framing says.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        if self.phase == Phase::Ended {
            return Ok(());
        }
        self.send_head(0)?;
        if self.head.framing == Framing::Chunked && !self.head.has_no_body() {
            self.put(b"0\r\n\r\n")?;
        }
        let kept = match self.head.framing {
            Framing::Length(promised) => promised == self.written || self.head.has_no_body(),
            Framing::Fitted | Framing::Chunked | Framing::UntilClose => true,
        };
        self.reusable &= kept;
        self.phase = Phase::Ended;
        self.uncork()
    }

    /// From now on writes are gathered into few large ones.
    pub(crate) fn cork(&mut self) {
        self.corked.get_or_insert_default();
    }

    pub(crate) fn uncork(&mut self) -> io::Result<()> {
        match self.corked.take() {
            Some(bytes) => self.stream.write_all(&bytes),
            None => Ok(()),
        }
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(corked) = &mut self.corked else { return self.stream.write_all(bytes) };
        corked.extend_from_slice(bytes);
        if corked.len() < CORK_BYTES {
            return Ok(());
        }
        self.stream.write_all(&std::mem::take(corked))
    }
}

impl Head {
    fn has_no_body(&self) -> bool {
        self.bodyless || matches!(self.status, 204 | 304)
    }

    fn render(&self) -> Vec<u8> {
        let mut out = format!("HTTP/1.1 {} {}\r\n", self.status, reason(self.status));
        for (name, value) in &self.headers {
            out.push_str(&format!("{name}: {value}\r\n"));
        }
        match self.framing {
            Framing::Chunked if self.status != 204 && self.status != 304 => {
                out.push_str("transfer-encoding: chunked\r\n");
            }
            Framing::Length(length) if self.status != 204 && self.status != 304 => {
                out.push_str(&format!("content-length: {length}\r\n"));
            }
            Framing::Fitted | Framing::Length(_) | Framing::Chunked | Framing::UntilClose => {}
        }
        if self.close || self.framing == Framing::UntilClose {
            out.push_str("connection: close\r\n");
        }
        out.push_str("\r\n");
        out.into_bytes()
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        202 => "Accepted",
        204 => "No Content",
        301 => "Moved Permanently",
        302 => "Found",
        303 => "See Other",
        304 => "Not Modified",
        307 => "Temporary Redirect",
        308 => "Permanent Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        406 => "Not Acceptable",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        422 => "Unprocessable Content",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        500 => "Internal Server Error",
        501 => "Not Implemented",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => "Status",
    }
}
