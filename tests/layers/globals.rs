//! State lives in objects, and time comes from the caller.

use crate::Source;
use crate::lexer::{Token, tokens};

/// Macros and types whose only use is state that no object owns.
const GLOBALS: &[&str] = &["LazyLock", "OnceLock", "lazy_static", "once_cell", "thread_local"];

/// Types that make a `static` changeable, beside the atomics.
const CELLS: &[&str] =
    &["Cell", "LazyCell", "Mutex", "OnceCell", "RefCell", "RwLock", "SyncUnsafeCell", "UnsafeCell"];

/// Calls that read a clock, which the `web` layer alone may.
const CLOCKS: &[&str] = &["Date", "Instant", "SystemTime"];

/// Finds changeable statics, other global state, and clocks outside `web`.
pub(crate) fn violations(source: &Source) -> Vec<String> {
    let tokens = tokens(&source.text);
    let may_read_clocks = source.path.starts_with("web/");
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let rest = tokens.get(at..).unwrap_or_default();
        if GLOBALS.contains(&token.text.as_str()) {
            found.push(format!("line {}: {} is global state", token.line, token.text));
        }
        if token.is("static") && is_changeable(rest) {
            found.push(format!("line {}: a static that can change", token.line));
        }
        if !may_read_clocks && reads_clock(rest) {
            found.push(format!("line {}: {}::now reads a clock", token.line, token.text));
        }
    }
    found
}

/// Tells whether the item that begins with `static` can change.
fn is_changeable(item: &[Token]) -> bool {
    let declared = item.iter().take_while(|token| !token.is("=") && !token.is(";"));
    declared.skip(1).any(|token| {
        token.is("mut") || token.text.starts_with("Atomic") || CELLS.contains(&token.text.as_str())
    })
}

fn reads_clock(tokens: &[Token]) -> bool {
    let [clock, path, call, ..] = tokens else {
        return false;
    };
    CLOCKS.contains(&clock.text.as_str()) && path.is("::") && call.is("now")
}

#[cfg(test)]
mod tests {
    use super::violations;
    use crate::verdict;

    #[test]
    fn global_state_is_found() {
        for text in [
            "static COUNT: AtomicU64 = AtomicU64::new(0);",
            "static mut COUNT: u64 = 0;",
            "pub(crate) static A: std::sync::Mutex<Vec<u8>> = Mutex::new(Vec::new());",
            "fn f() { static A: Wrapper<RefCell<u8>> = g(); }",
            "thread_local! { static A: u8 = 0; }",
            "fn f() { std::thread_local!(static A: u8 = 0) }",
            "struct A(std::sync::OnceLock<u8>);",
            "use std::sync::LazyLock;",
        ] {
            assert_eq!(verdict(violations, "js/mod.rs", text).len(), 1, "{text}");
        }
    }

    #[test]
    fn clocks_are_found_outside_web() {
        for text in ["std::time::Instant::now()", "SystemTime::now()", "js_sys::Date::now()"] {
            assert_eq!(verdict(violations, "proto/timers.rs", text).len(), 1, "{text}");
            assert_eq!(verdict(violations, "js/session.rs", text).len(), 1, "{text}");
            assert_eq!(verdict(violations, "web/clock.rs", text), [""; 0], "{text}");
        }
    }

    #[test]
    fn constants_lifetimes_and_owned_cells_are_fine() {
        let text = "static NAMES: &[&'static str] = &[\"Cell\"]; struct A { a: RefCell<u8> }
            fn f(it: &'static str) -> Instant { Instant::from_millis(now) } // thread_local!";
        assert_eq!(verdict(violations, "proto/mod.rs", text), [""; 0]);
    }
}
