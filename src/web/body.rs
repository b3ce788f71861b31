//! The bodies of responses, read as the connection asks.

use js_sys::{JsString, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::fetch::{ignore, why};
use super::payload::Payload;
use crate::proto::{Body, EXCERPT};
use crate::wire::headers::ANNOTATION;

#[wasm_bindgen]
extern "C" {
    /// A `ReadableStream`, the platform's or a host's.
    pub(super) type Stream;

    #[wasm_bindgen(method, js_name = getReader, catch)]
    fn get_reader(this: &Stream) -> Result<Reader, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn cancel(this: &Stream) -> Result<JsValue, JsValue>;

    /// A `ReadableStreamDefaultReader`.
    #[derive(Clone)]
    pub(super) type Reader;

    #[wasm_bindgen(method, catch)]
    fn read(this: &Reader) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, js_name = cancel, catch)]
    fn cancel_reading(this: &Reader) -> Result<JsValue, JsValue>;

    type Piece;

    #[wasm_bindgen(method, getter, structural)]
    fn done(this: &Piece) -> JsValue;

    #[wasm_bindgen(method, getter, structural)]
    fn value(this: &Piece) -> JsValue;

    type TextDecoder;

    #[wasm_bindgen(constructor)]
    fn new() -> TextDecoder;

    #[wasm_bindgen(method)]
    fn decode(this: &TextDecoder, bytes: &Uint8Array, options: &JsValue) -> JsString;

    #[wasm_bindgen(method, js_name = decode)]
    fn finish(this: &TextDecoder) -> JsString;
}

impl Stream {
    /// Starts to read; the error is the browser's sentence.
    pub(super) fn reader(&self) -> Result<Reader, String> {
        self.get_reader().map_err(|error| why(&error))
    }

    /// Lets go of a body that nobody wants.
    pub(super) fn discard(&self) {
        ignore(self.cancel());
    }
}

impl Reader {
    /// Waits for the next piece, `None` at the end.
    pub(super) async fn next(&self) -> Result<Option<Uint8Array>, String> {
        let promise = self.read().map_err(|error| why(&error))?;
        let piece = JsFuture::from(promise).await.map_err(|error| why(&error))?;
        if !piece.is_object() {
            return Err("the body's stream gave no piece".to_owned());
        }
        let piece: Piece = piece.unchecked_into();
        if piece.done().is_truthy() {
            return Ok(None);
        }
        let bytes = piece.value().dyn_into::<Uint8Array>();
        bytes.map(Some).map_err(|_| "the body's stream gave something else than bytes".to_owned())
    }

    /// Stops reading; the body's sender is told.
    pub(super) fn stop(&self) {
        ignore(self.cancel_reading());
    }
}

/// How much of a body's text is to be kept.
#[derive(Clone, Copy)]
pub(super) enum Excerpt {
    /// Always: the answer is an error.
    Always,
    /// When the body turns out to be no JSON.
    Unparsed,
}

/// A body that is being read whole; its bytes stay out of wasm memory.
pub(super) struct Whole {
    limit: usize,
    bytes: usize,
    decoder: TextDecoder,
    go_on: JsValue,
    text: Option<JsString>,
    excerpt: Excerpt,
}

impl Whole {
    pub(super) fn new(limit: usize, excerpt: Excerpt) -> Self {
        let go_on = js_sys::Object::new();
        let _ = js_sys::Reflect::set(&go_on, &"stream".into(), &JsValue::TRUE);
        let decoder = TextDecoder::new();
        Self { limit, bytes: 0, decoder, go_on: go_on.into(), text: None, excerpt }
    }

    /// Adds a piece; tells whether there is room for more.
    pub(super) fn push(&mut self, piece: &Uint8Array) -> bool {
        let bytes = self.bytes.saturating_add(piece.length() as usize);
        if bytes > self.limit {
            let rest = u32::try_from(self.limit - self.bytes).unwrap_or(u32::MAX);
            self.decode(&piece.subarray(0, rest));
            self.bytes = bytes;
            return false;
        }
        self.bytes = bytes;
        self.decode(piece);
        true
    }

    fn decode(&mut self, piece: &Uint8Array) {
        self.append(&self.decoder.decode(piece, &self.go_on));
    }

    fn append(&mut self, text: &JsString) {
        self.text = Some(match self.text.take() {
            Some(before) => before.concat(text),
            None => text.clone(),
        });
    }

    /// Parses what was read.
    pub(super) fn finish(mut self) -> Body<Payload> {
        let truncated = self.bytes > self.limit;
        if !truncated {
            self.append(&self.decoder.finish());
        }
        let text = self.text.unwrap_or_else(|| "".into());
        let json = if truncated {
            Err("a body that is longer than the limit".to_owned())
        } else {
            Payload::parse_js(&text)
        };
        let keep = json.is_err() || matches!(self.excerpt, Excerpt::Always);
        let excerpt = if keep { beginning(&text) } else { String::new() };
        let annotated = text.includes(ANNOTATION, 0);
        Body { json, excerpt, bytes: self.bytes, truncated, annotated }
    }
}

/// Gives the beginning of a text, [`EXCERPT`] bytes of it at most.
#[expect(clippy::cast_possible_truncation, reason = "a constant that fits")]
fn beginning(text: &JsString) -> String {
    let text = String::from(text.slice(0, EXCERPT as u32));
    let end = (0..=EXCERPT.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or_default()).unwrap_or_default().to_owned()
}
