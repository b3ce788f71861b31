//! A list of the server, read page by page as it is walked.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Array, Promise, Set};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::calling;
use super::deferred::Deferred;
use super::host_side::Line;
use super::record::Record;
use crate::error::{Error, Fault};
use crate::json::Json;
use crate::text::concat;
use crate::web::Payload;

/// Walks over every item of a list.
///
/// It asks for a page when it needs one, bounded by `limits.pages`, and refuses
/// a cursor that was there before. It keeps its session from being collected.
#[wasm_bindgen(skip_typescript)]
pub struct Pages {
    walk: Rc<Walk>,
    /// The answer to the last `next`, for which the one after it waits.
    last: Cell<Option<Promise>>,
}

struct Walk {
    line: Line,
    _session: Option<JsValue>,
    method: &'static str,
    member: &'static str,
    options: JsValue,
    limit: usize,
    pages: Cell<usize>,
    place: Cell<Place>,
    seen: Set,
}

/// Where a walk is.
#[derive(Default)]
enum Place {
    /// Before a page, which the cursor names; the first page has none.
    Before(JsValue),
    /// At an item of a page; the cursor names the page after it.
    At { items: Array, index: u32, next: JsValue },
    /// Past the last item.
    #[default]
    End,
}

impl Pages {
    pub(super) fn new(
        line: &Line,
        method: &'static str,
        member: &'static str,
        options: JsValue,
        limit: usize,
    ) -> Self {
        let walk = Walk {
            line: line.clone(),
            _session: line.look(|driver| driver.host.keep_alive.handle()),
            method,
            member,
            options,
            limit,
            pages: Cell::new(0),
            place: Cell::new(Place::Before(JsValue::UNDEFINED)),
            seen: Set::new(&JsValue::UNDEFINED),
        };
        Self { walk: Rc::new(walk), last: Cell::new(None) }
    }
}

#[wasm_bindgen]
impl Pages {
    /// Gives the next item.
    #[wasm_bindgen(skip_typescript)]
    pub fn next(&self) -> Promise {
        let (walk, before) = (self.walk.clone(), self.last.take());
        let (next, deferred) = Deferred::new();
        spawn_local(async move {
            if let Some(before) = before {
                let _ = JsFuture::from(before).await; // its failure was its caller's
            }
            deferred.settle(walk.next().await);
        });
        self.last.set(Some(next.clone()));
        next
    }

    /// Ends the walk: what `break` in a `for await` calls.
    #[wasm_bindgen(js_name = "return", skip_typescript)]
    pub fn end(&self, value: JsValue) -> Promise {
        self.walk.place.take();
        Promise::resolve(&step(Some(value), true))
    }

    /// Gives a walk from the start of the list.
    #[wasm_bindgen(js_name = "[Symbol.asyncIterator]", skip_typescript)]
    pub fn iterate(&self) -> Self {
        let walk = &self.walk;
        Self::new(&walk.line, walk.method, walk.member, walk.options.clone(), walk.limit)
    }
}

impl std::fmt::Debug for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pages")
    }
}

impl Walk {
    async fn next(&self) -> Result<JsValue, JsValue> {
        loop {
            match self.place.take() {
                Place::End => return Ok(step(None, true)),
                Place::At { items, index, next } if index < items.length() => {
                    let item = items.get(index);
                    self.place.set(Place::At { items, index: index + 1, next });
                    return Ok(step(Some(item), false));
                }
                Place::At { next, .. } if next.is_undefined() => {}
                Place::At { next, .. } => self.place.set(Place::Before(next)),
                Place::Before(cursor) => {
                    let page = self.read(&cursor).await?;
                    self.place.set(page);
                }
            }
        }
    }

    /// Reads a page; on failure the walk is at its end.
    async fn read(&self, cursor: &JsValue) -> Result<Place, JsValue> {
        let pages = self.pages.get();
        if pages >= self.limit {
            return Err(self.fault(Fault::LimitExceeded { limit: "pages", value: self.limit }));
        }
        self.pages.set(pages + 1);
        let params = Record::new();
        if !cursor.is_undefined() {
            params.set("cursor", cursor);
        }
        let answer = calling::request(&self.line, self.method, params.done(), self.options.clone());
        let page = Payload::from(JsFuture::from(answer).await?);
        let items = page.get(self.member).map(|items| items.into_js().dyn_into::<Array>());
        let Some(Ok(items)) = items else {
            let expected = concat(&["a result with an array `", self.member, "`"]);
            return Err(self.fault(Fault::invalid(&expected, "one without")));
        };
        let next = page.get("nextCursor").map(Payload::into_js).filter(JsValue::is_string);
        let next = next.unwrap_or_default();
        if !next.is_undefined() {
            if self.seen.has(&next) {
                let came = "one that it sent before; the list has no end";
                return Err(self.fault(Fault::invalid("a new cursor", came)));
            }
            self.seen.add(&next);
        }
        Ok(Place::At { items, index: 0, next })
    }

    fn fault(&self, fault: Fault) -> JsValue {
        let error = Error { method: Some(self.method.to_owned()), ..fault.into() };
        self.line.context.error(&error)
    }
}

/// Makes the result of an iterator's step.
fn step(value: Option<JsValue>, done: bool) -> JsValue {
    let record = Record::new();
    record.set("value", &value.unwrap_or_default()).set("done", &done.into());
    record.done()
}
