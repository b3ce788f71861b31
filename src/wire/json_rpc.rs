//! JSON-RPC 2.0 messages: what came, and the text of what goes out.

use crate::error::RpcError;
use crate::ids::RequestId;
use crate::json::Json;
use crate::text::{concat, decimal, signed};
use std::str::Chars;

/// A message from the server, taken apart but not interpreted.
#[derive(Clone, Debug, PartialEq)]
pub enum Message<J> {
    /// A request of the server; `id` is its own and is echoed as it is.
    Request {
        /// The server's id, a string or a number.
        id: J,
        /// The method.
        method: String,
        /// The params, when there are any.
        params: Option<J>,
    },
    /// A notification of the server.
    Notification {
        /// The method.
        method: String,
        /// The params, when there are any.
        params: Option<J>,
    },
    /// An answer to a request of this side, or so it says.
    Response {
        /// Whom it answers.
        id: ResponseId,
        /// The result, or the error.
        outcome: Result<J, Box<RpcError>>,
    },
    /// None of these; the text says what came.
    Invalid(String),
}

/// The id on a response, by JSON type and value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResponseId {
    /// A number such as this side sends.
    Number(RequestId),
    /// `null`, or no id at all.
    Absent,
    /// Anything else; its JSON text.
    Other(String),
}

/// Takes a parsed message apart.
pub fn decode<J: Json>(message: &J) -> Message<J> {
    if !message.is_object() {
        return Message::Invalid(describe(message));
    }
    let id = message.get("id").filter(|id| !id.is_null());
    if let Some(method) = message.get("method") {
        return decode_call(id, &method, message.get("params"));
    }
    let outcome = match (message.get("result"), message.get("error")) {
        (Some(result), None) => Ok(result),
        (_, Some(error)) if !error.is_null() => Err(decode_error(&error)),
        (Some(result), Some(_)) => Ok(result),
        _ => return Message::Invalid("an object without method, result or error".to_owned()),
    };
    Message::Response { id: response_id(id), outcome }
}

fn decode_call<J: Json>(id: Option<J>, method: &J, params: Option<J>) -> Message<J> {
    let Some(method) = method.as_str() else {
        return Message::Invalid("a method that is not a string".to_owned());
    };
    match id {
        None => Message::Notification { method, params },
        Some(id) if id.as_str().is_some() || id.as_f64().is_some() => {
            Message::Request { id, method, params }
        }
        Some(id) => Message::Invalid(concat(&["a request whose id is ", &describe(&id)])),
    }
}

fn response_id<J: Json>(id: Option<J>) -> ResponseId {
    let Some(id) = id else { return ResponseId::Absent };
    match id.as_u64() {
        Some(number) => ResponseId::Number(RequestId(number)),
        None => ResponseId::Other(shorten(&id.to_text().unwrap_or_default())),
    }
}

fn decode_error<J: Json>(error: &J) -> Box<RpcError> {
    Box::new(RpcError {
        code: error.get("code").and_then(|code| code.as_i64()).unwrap_or_default(),
        message: error.str_at("message").unwrap_or_default(),
        data: error.get("data").and_then(|data| data.to_text().ok()),
    })
}

/// Names a JSON value by kind, with the beginning of its text.
pub fn describe<J: Json>(value: &J) -> String {
    if value.is_object() {
        return "an object".to_owned();
    }
    if value.is_array() {
        return "an array".to_owned();
    }
    shorten(&value.to_text().unwrap_or_default())
}

/// Cuts a foreign text to a length that fits an error message.
pub fn shorten(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => concat(&[text.get(..end).unwrap_or_default(), "…"]),
        None => text.to_owned(),
    }
}

/// Gives the JSON text of a string.
pub fn quote(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    json.push('"');
    for char in text.chars() {
        match char {
            '"' | '\\' => {
                json.push('\\');
                json.push(char);
            }
            '\n' => json.push_str("\\n"),
            '\0'..='\u{1f}' => {
                json.push_str(if char < '\u{10}' { "\\u000" } else { "\\u001" });
                json.push(char::from_digit(char as u32 % 16, 16).unwrap_or_default());
            }
            other => json.push(other),
        }
    }
    json.push('"');
    json
}

/// Gives the string that a JSON text stands for; `None` when it stands for none.
///
/// A whole JSON parser, with its numbers and its error messages, would be a
/// tenth of the module.
pub fn unquote(json: &str) -> Option<String> {
    let mut rest = json.strip_prefix('"')?.strip_suffix('"')?.chars();
    let mut text = String::with_capacity(json.len());
    while let Some(char) = rest.next() {
        text.push(match char {
            '\\' => unescape(&mut rest)?,
            '"' | '\0'..='\u{1f}' => return None,
            other => other,
        });
    }
    Some(text)
}

fn unescape(rest: &mut Chars<'_>) -> Option<char> {
    Some(match rest.next()? {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => return code_point(rest),
        same @ ('"' | '\\' | '/') => same,
        _ => return None,
    })
}

/// Reads the digits after `\u`, and the second half of a surrogate pair.
fn code_point(rest: &mut Chars<'_>) -> Option<char> {
    let high = code_unit(rest)?;
    if !(0xd800..0xdc00).contains(&high) {
        return char::from_u32(high);
    }
    if rest.next()? != '\\' || rest.next()? != 'u' {
        return None;
    }
    let low = code_unit(rest)?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
    char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + low)
}

fn code_unit(rest: &mut Chars<'_>) -> Option<u32> {
    (0..4).try_fold(0, |unit, _| Some(unit << 4 | rest.next()?.to_digit(16)?))
}

/// Writes a request.
pub fn request(id: RequestId, method: &str, params: Option<&str>) -> String {
    let mut text = concat(&["{\"jsonrpc\":\"2.0\",\"id\":", &decimal(id.0)]);
    push_call(&mut text, method, params);
    text
}

/// Writes a notification.
pub fn notification(method: &str, params: Option<&str>) -> String {
    let mut text = "{\"jsonrpc\":\"2.0\"".to_owned();
    push_call(&mut text, method, params);
    text
}

/// Writes the answer to a request of the server; `id` and `body` are JSON texts.
pub fn response(id: &str, outcome: Result<&str, &RpcError>) -> String {
    let head = concat(&["{\"jsonrpc\":\"2.0\",\"id\":", id]);
    match outcome {
        Ok(result) => concat(&[&head, ",\"result\":", result, "}"]),
        Err(error) => {
            let data = match &error.data {
                Some(data) => concat(&[",\"data\":", data]),
                None => String::new(),
            };
            let (code, message) = (signed(error.code), quote(&error.message));
            concat(&[&head, ",\"error\":{\"code\":", &code, ",\"message\":", &message, &data, "}}"])
        }
    }
}

fn push_call(text: &mut String, method: &str, params: Option<&str>) {
    text.push_str(",\"method\":");
    text.push_str(&quote(method));
    if let Some(params) = params {
        text.push_str(",\"params\":");
        text.push_str(params);
    }
    text.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn response_of(message: &Value) -> ResponseId {
        let Message::Response { id, .. } = decode(message) else {
            panic!("expected a response to {message}")
        };
        id
    }

    #[test]
    fn ids_compare_by_json_type_and_value() {
        assert_eq!(response_of(&json!({"id": 1, "result": {}})), ResponseId::Number(RequestId(1)));
        for stray in [json!(""), json!(" "), json!("1"), json!("0x1"), json!(1.5), json!(-1)] {
            let id = response_of(&json!({"id": stray, "result": {}}));
            assert!(matches!(id, ResponseId::Other(_)), "{stray} gave {id:?}");
        }
        assert_eq!(response_of(&json!({"id": null, "result": {}})), ResponseId::Absent);
        assert_eq!(response_of(&json!({"result": {}})), ResponseId::Absent);
    }

    #[test]
    fn a_null_error_beside_a_result_is_no_error() {
        let message = decode(&json!({"id": 1, "result": {"a": 1}, "error": null}));
        assert!(matches!(message, Message::Response { outcome: Ok(_), .. }));
    }

    #[test]
    fn what_is_no_message_is_invalid_and_says_what_came() {
        for (value, came) in [
            (json!([1]), "an array"),
            (json!("hi"), "\"hi\""),
            (json!({"id": 1}), "an object without method, result or error"),
            (json!({"id": 1, "method": 3}), "a method that is not a string"),
            (json!({"id": {}, "method": "ping"}), "a request whose id is an object"),
        ] {
            assert_eq!(decode(&value), Message::Invalid(came.to_owned()));
        }
    }

    #[test]
    fn strings_come_back_as_they_went_out() {
        for text in ["", "a", "\"\\/\u{8}\u{c}\n\r\t", "\0\u{1f}\u{7f}", "é😀\u{2028}", "\\u0041"]
        {
            assert_eq!(unquote(&quote(text)).as_deref(), Some(text));
        }
        let escaped = r#""\u0041\ud83d\ude00\/\u00e9""#;
        assert_eq!(unquote(escaped), serde_json::from_str(escaped).ok());
    }

    #[test]
    fn what_is_no_json_string_gives_none() {
        let lone = [r#""\ud83d""#, r#""\ude00""#, r#""\ud83dx""#, r#""\ud83d\u0041""#];
        let broken = [
            "",
            "\"",
            "1",
            "null",
            "\"a",
            "\"\\\"",
            "\"a\"b\"",
            "\"\n\"",
            r#""\x""#,
            r#""\u00g0""#,
        ];
        for text in lone.into_iter().chain(broken) {
            assert_eq!(unquote(text), None, "{text}");
        }
    }

    #[test]
    fn what_goes_out_parses_back() {
        let text = request(RequestId(7), "tools/call", Some("{\"name\":\"a\\\"b\"}"));
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["params"]["name"], "a\"b");
        let error = RpcError { code: -1, message: "no \"x\"".into(), data: Some("[1]".into()) };
        let text = response("\"s-1\"", Err(&error));
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["error"], json!({"code": -1, "message": "no \"x\"", "data": [1]}));
    }
}
