//! Which era a URL speaks, remembered beyond a session.

use std::cell::Cell;
use std::rc::{Rc, Weak};

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::host_side::{HostSide, Line, warn};
use super::record::Record;
use crate::error::Fault;
use crate::json::Json;
use crate::web::{Payload, Shared, settled, time_of_day, why};
use crate::wire::version::{Era, ProtocolVersion};

#[wasm_bindgen]
extern "C" {
    /// An `EraStore`, or a `Map`, which is one without promises.
    type Store;

    #[wasm_bindgen(method, structural, catch)]
    fn get(this: &Store, url: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    fn set(this: &Store, url: &str, verdict: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    fn delete(this: &Store, url: &str) -> Result<JsValue, JsValue>;
}

const DAY: u64 = 24 * 60 * 60 * 1_000;

/// What is remembered of one URL.
pub(super) struct Verdicts {
    store: Store,
    url: String,
    /// Whether the session relies on what it found there.
    relied_on: Cell<bool>,
}

impl Verdicts {
    pub(super) fn new(store: JsValue, url: String) -> Rc<Self> {
        Rc::new(Self { store: store.unchecked_into(), url, relied_on: Cell::new(false) })
    }

    /// Tells whether the session relies on what it found.
    pub(super) fn is_relied_on(&self) -> bool {
        self.relied_on.get()
    }

    /// Looks for a verdict that saves a step: legacy, and not too old.
    pub(super) async fn look_up(&self) -> Result<Option<Era>, JsValue> {
        let found = Payload::from(settled(self.store.get(&self.url)).await?);
        let expires = found.get("expiresAt").and_then(|at| at.as_f64());
        let is_good = expires.is_none_or(|at| at > time_of_day());
        let is_legacy = found.str_at("era").as_deref() == Some(Era::Legacy.as_str());
        self.relied_on.set(is_good && is_legacy);
        Ok(self.relied_on.get().then_some(Era::Legacy))
    }

    /// Remembers the version that was agreed on, or forgets what was remembered.
    pub(super) fn write(self: Rc<Self>, line: &Line, version: Option<ProtocolVersion>) {
        let line = Rc::downgrade(line);
        spawn_local(async move {
            let written = match version {
                Some(version) => self.store.set(&self.url, &verdict(version)),
                None => self.store.delete(&self.url),
            };
            if let Err(thrown) = settled(written).await {
                complain(&line, why(&thrown));
            }
        });
    }
}

/// Tells listeners that the store failed, which the session survives.
pub(super) fn complain(line: &Weak<Shared<HostSide>>, why: String) {
    if let Some(line) = line.upgrade() {
        warn(&line, Fault::Storage(why));
    }
}

/// Makes an `EraVerdict`: a legacy server may be upgraded any day.
fn verdict(version: ProtocolVersion) -> JsValue {
    let days = if version.era() == Era::Legacy { 1 } else { 30 };
    let record = Record::new();
    record.text("era", version.era().as_str()).text("protocolVersion", version.as_str());
    #[expect(clippy::cast_precision_loss, reason = "days are few")]
    record.set("expiresAt", &(time_of_day() + (days * DAY) as f64).into());
    record.done()
}
