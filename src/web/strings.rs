//! Strings that go to the engine with every message.

use js_sys::JsString;
use wasm_bindgen::prelude::*;

/// Declares strings that exist once in the engine, so that handing one over
/// copies and decodes nothing.
macro_rules! known {
    ($($ident:ident = $text:tt),* $(,)?) => {
        #[wasm_bindgen]
        extern "C" {
            $(
                #[wasm_bindgen(thread_local_v2, static_string)]
                static $ident: JsString = $text;
            )*
        }

        /// Gives the engine's own form of a string.
        pub(super) fn js_string(text: &str) -> JsString {
            match text {
                $($text => $ident.with(Clone::clone),)*
                other => other.into(),
            }
        }
    };
}

known! {
    // What every message is asked for.
    ID = "id",
    METHOD = "method",
    PARAMS = "params",
    RESULT = "result",
    ERROR = "error",
    META = "_meta",
    PROGRESS_TOKEN = "progressToken",
    RESULT_TYPE = "resultType",
    NAME = "name",
    INPUT_SCHEMA = "inputSchema",
    // What every request carries.
    POST = "POST",
    ACCEPT = "accept",
    BOTH_TYPES = "application/json, text/event-stream",
    CONTENT_TYPE = "content-type",
    JSON = "application/json",
    MCP_METHOD = "mcp-method",
    CALL = "tools/call",
    MCP_NAME = "mcp-name",
    MCP_SESSION_ID = "mcp-session-id",
    MCP_PROTOCOL_VERSION = "mcp-protocol-version",
    MODERN = "2026-07-28",
    LEGACY = "2025-11-25",
}
