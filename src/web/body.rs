//! The bodies of responses, read as the connection asks.

use js_sys::{JsString, Uint8Array};
use wasm_bindgen::prelude::*;

use super::fetch::{ignore, settled, why};
use super::member::{member, set_member};
use super::payload::Payload;
use crate::proto::{Body, EXCERPT};
use crate::wire::headers::ANNOTATION;

#[wasm_bindgen]
extern "C" {
    /// A `ReadableStream`, the platform's or a host's, or the reader of one.
    #[derive(Clone)]
    pub(super) type Source;

    #[wasm_bindgen(method, js_name = getReader, catch)]
    fn get_reader(this: &Source) -> Result<Source, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn read(this: &Source) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn cancel(this: &Source) -> Result<JsValue, JsValue>;

    type TextDecoder;

    #[wasm_bindgen(constructor)]
    fn new() -> TextDecoder;

    #[wasm_bindgen(method)]
    fn decode(this: &TextDecoder, bytes: &JsValue, options: &JsValue) -> JsString;
}

impl Source {
    /// Starts to read; the error is the browser's sentence.
    pub(super) fn reader(&self) -> Result<Self, String> {
        self.get_reader().map_err(|error| why(&error))
    }

    /// Waits for the next piece, `None` at the end.
    pub(super) async fn next(&self) -> Result<Option<Uint8Array>, String> {
        let piece = settled(self.read()).await.map_err(|error| why(&error))?;
        if !piece.is_object() {
            return Err("the body's stream gave no piece".to_owned());
        }
        if member(&piece, "done").is_truthy() {
            return Ok(None);
        }
        let bytes = member(&piece, "value").dyn_into::<Uint8Array>();
        bytes.map(Some).map_err(|_| "the body's stream gave something else than bytes".to_owned())
    }

    /// Lets go of a body that nobody wants, or reads no more of it; its sender is told.
    pub(super) fn stop(&self) {
        ignore(self.cancel());
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
        set_member(&go_on, "stream", &JsValue::TRUE);
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
            self.append(&self.decoder.decode(&JsValue::UNDEFINED, &JsValue::UNDEFINED));
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
    let mut text = String::from(text.slice(0, EXCERPT as u32));
    while text.len() > EXCERPT {
        text.pop();
    }
    text
}
