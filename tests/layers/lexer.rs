//! Rust's tokens, as far as the checks need them: comments and texts fall away.

/// One token and the line it begins on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

impl Token {
    pub(crate) fn is(&self, text: &str) -> bool {
        self.text == text
    }
}

/// Splits a source into names, numbers, lifetimes, `::` and single marks.
///
/// A string or character literal becomes the one token `""`.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let mut rest = source;
    let mut line = 1;
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        let length = token_length(rest, first);
        let (text, after) = rest.split_at(length);
        if let Some(text) = shown(text, first) {
            tokens.push(Token { text: text.to_owned(), line });
        }
        line += text.matches('\n').count();
        rest = after;
    }
    tokens
}

/// Gives the length of what stands first: a comment, a literal, a name, a mark.
fn token_length(rest: &str, first: char) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return block_comment(rest);
    }
    if let Some(length) = string(rest).or_else(|| character(rest)) {
        return length;
    }
    if rest.starts_with("::") {
        return 2;
    }
    if first == '\'' {
        return 1 + name_length(&rest[1..]);
    }
    name_length(rest).max(first.len_utf8())
}

/// Gives how a token is handed on, `None` for blanks and comments.
fn shown(text: &str, first: char) -> Option<&str> {
    let is_blank = first.is_whitespace() || text.starts_with("//") || text.starts_with("/*");
    let is_literal = text.len() > 1 && text.ends_with(['"', '\'', '#']);
    match (is_blank, is_literal) {
        (true, _) => None,
        (false, true) => Some("\"\""),
        (false, false) => Some(text),
    }
}

fn name_length(rest: &str) -> usize {
    rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
}

/// Block comments nest.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(tail) = rest.get(at..).filter(|tail| !tail.is_empty()) {
        if tail.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if tail.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += tail.chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// Gives the length of a string literal of any kind, raw or not.
fn string(rest: &str) -> Option<usize> {
    let prefix = ["br", "cr", "r", "b", "c", ""].into_iter().find(|prefix| {
        let after = rest.strip_prefix(prefix).map(|rest| rest.trim_start_matches('#'));
        after.is_some_and(|after| after.starts_with('"'))
    })?;
    let body = &rest[prefix.len()..];
    let hashes = body.len() - body.trim_start_matches('#').len();
    let start = prefix.len() + hashes + 1;
    if prefix.ends_with('r') {
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(rest[start..].find(&end).map_or(rest.len(), |at| start + at + end.len()));
    }
    (hashes == 0).then(|| start + closing(&rest[start..], '"').unwrap_or(rest.len() - start))
}

/// Gives the length of a character literal; a lifetime is none.
fn character(rest: &str) -> Option<usize> {
    let start = if rest.starts_with('b') { 2 } else { 1 };
    let body = rest.strip_prefix('b').unwrap_or(rest).strip_prefix('\'')?;
    let length = closing(body, '\'')?;
    let is_one = body.starts_with('\\')
        || body.chars().count() > 1 && {
            let mut chars = body.chars();
            chars.next();
            chars.next() == Some('\'')
        };
    is_one.then_some(start + length)
}

/// Gives the length up to and with the closing quote, escapes minded.
fn closing(body: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in body.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::tokens;

    fn texts(source: &str) -> Vec<String> {
        tokens(source).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn names_marks_and_paths_are_tokens() {
        assert_eq!(texts("use crate::a_1::{B, c};").join(" "), "use crate :: a_1 :: { B , c } ;");
    }

    #[test]
    fn comments_and_literals_fall_away() {
        for source in
            ["a // b \" ' \n c", "a /* b /* c */ \" d */ c", "a /// b's\n c", "a\n//! 'x \"\n c"]
        {
            assert_eq!(texts(source), ["a", "c"], "{source}");
        }
        for source in [
            r#"a "b \" c" d"#,
            r##"a r"b \" d"##,
            r###"a r#"b " c"# d"###,
            r#"a b"\"" d"#,
            r"a '\'' d",
            "a 'x' d",
            "a '\"' d",
            r"a b'\\' d",
            "a '\u{65E5}' d",
        ] {
            assert_eq!(texts(source), ["a", "\"\"", "d"], "{source}");
        }
    }

    #[test]
    fn lifetimes_are_no_literals() {
        assert_eq!(texts("&'static str, &'a T<'_>").join(" "), "& 'static str , & 'a T < '_ >");
        assert_eq!(texts("'a: 'b").join(" "), "'a : 'b");
    }

    #[test]
    fn lines_are_counted_through_everything() {
        let lines: Vec<_> =
            tokens("a\n/*\n*/ b \"\n\"\nc").into_iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 3, 3, 5]);
    }
}
