//! Reading of HTTP/1.1 requests.

use std::io::{self, Read, Write};
use std::net::TcpStream;

const MAX_HEADERS: usize = 200;
const MAX_HEAD_BYTES: usize = 256 << 10;
const MAX_BODY_BYTES: usize = 64 << 20;

/// One request, read whole.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// Path of the target, percent-encoding kept, without the query.
    pub(crate) path: String,
    pub(crate) query: String,
    /// Names in lower case, in the order sent.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    pub(crate) keep_alive: bool,
}

/// Why no request could be read.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// The client is gone, or idle for too long.
    Gone,
    /// What it sent cannot be read: status and one sentence.
    Refused(u16, String),
}

impl From<io::Error> for ReadError {
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

impl Request {
    /// Reads the next request; `buffer` keeps what comes after it.
    pub(crate) fn read(stream: &TcpStream, buffer: &mut Vec<u8>) -> Result<Self, ReadError> {
        let (mut request, head_length) = loop {
            if let Some(found) = parse_head(buffer)? {
                break found;
            }
            if buffer.len() > MAX_HEAD_BYTES {
                let sentence = format!("expected a head of at most {MAX_HEAD_BYTES} bytes");
                return Err(ReadError::Refused(431, sentence));
            }
            fill(stream, buffer)?;
        };
        buffer.drain(..head_length);
        if request.header("expect").is_some() {
            (&*stream).write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        request.body = request.read_body(stream, buffer)?;
        Ok(request)
    }

    /// The first header of that name, which is in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The decoded values of a query parameter, in order.
    pub(crate) fn query_values(&self, name: &str) -> Vec<String> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        let decode = |text: &str| percent_decode(&text.replace('+', " "));
        pairs.filter(|(key, _)| *key == name).map(|(_, value)| decode(value)).collect()
    }

    pub(crate) fn query_value(&self, name: &str) -> Option<String> {
        self.query_values(name).into_iter().next()
    }

    pub(crate) fn is_preflight(&self) -> bool {
        self.method == "OPTIONS" && self.header("access-control-request-method").is_some()
    }

    fn read_body(&self, stream: &TcpStream, buffer: &mut Vec<u8>) -> Result<Vec<u8>, ReadError> {
        if self.header("transfer-encoding").is_some_and(|value| value.contains("chunked")) {
            return read_chunked(stream, buffer);
        }
        let Some(length) = self.header("content-length") else { return Ok(Vec::new()) };
        let Ok(length) = length.trim().parse::<usize>() else {
            let sentence = format!("content-length: expected a number, got {length:?}");
            return Err(ReadError::Refused(400, sentence));
        };
        take(stream, buffer, length)
    }
}

/// Decodes `%XX`; what is no such escape stays as it is.
pub(crate) fn percent_decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let escaped = after
            .get(..2)
            .filter(|_| byte == b'%')
            .and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(escaped.unwrap_or(byte));
        rest = if escaped.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn parse_head(buffer: &[u8]) -> Result<Option<(Request, usize)>, ReadError> {
    let mut headers = vec![httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let parsed = head.parse(buffer).map_err(|error| {
        ReadError::Refused(400, format!("request head: expected HTTP/1.1, got {error}"))
    })?;
    let httparse::Status::Complete(length) = parsed else { return Ok(None) };
    // Header bytes are Latin-1, as browsers send them.
    let latin_1 = |bytes: &[u8]| bytes.iter().map(|&byte| char::from(byte)).collect::<String>();
    let headers: Vec<_> = head
        .headers
        .iter()
        .map(|header| (header.name.to_ascii_lowercase(), latin_1(header.value)))
        .collect();
    let target = head.path.unwrap_or("/");
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let closes = headers
        .iter()
        .any(|(name, value)| name == "connection" && value.to_ascii_lowercase().contains("close"));
    let request = Request {
        method: head.method.unwrap_or_default().to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        keep_alive: head.version == Some(1) && !closes,
        headers,
        body: Vec::new(),
    };
    Ok(Some((request, length)))
}

fn fill(stream: &TcpStream, buffer: &mut Vec<u8>) -> Result<(), ReadError> {
    let mut chunk = [0; 16 << 10];
    let count = (&*stream).read(&mut chunk)?;
    if count == 0 {
        return Err(ReadError::Gone);
    }
    buffer.extend_from_slice(chunk.get(..count).unwrap_or_default());
    Ok(())
}

/// Takes `length` bytes off the front.
fn take(stream: &TcpStream, buffer: &mut Vec<u8>, length: usize) -> Result<Vec<u8>, ReadError> {
    if length > MAX_BODY_BYTES {
        let sentence = format!("expected a body of at most {MAX_BODY_BYTES} bytes, got {length}");
        return Err(ReadError::Refused(413, sentence));
    }
    while buffer.len() < length {
        fill(stream, buffer)?;
    }
    Ok(buffer.drain(..length).collect())
}

fn read_chunked(stream: &TcpStream, buffer: &mut Vec<u8>) -> Result<Vec<u8>, ReadError> {
    let mut body = Vec::new();
    loop {
        let (line_length, size) = loop {
            match httparse::parse_chunk_size(buffer) {
                Ok(httparse::Status::Complete(found)) => break found,
                Ok(httparse::Status::Partial) => fill(stream, buffer)?,
                Err(_) => return Err(ReadError::Refused(400, "expected a chunk size".into())),
            }
        };
        buffer.drain(..line_length);
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let whole = size.saturating_add(body.len());
        if whole > MAX_BODY_BYTES {
            let sentence =
                format!("expected a body of at most {MAX_BODY_BYTES} bytes, got {whole}");
            return Err(ReadError::Refused(413, sentence));
        }
        body.append(&mut take(stream, buffer, size)?);
        take(stream, buffer, 2)?;
        if size == 0 {
            return Ok(body);
        }
    }
}
