//! What a `WWW-Authenticate` header asks for.
//!
//! The grammar is that of RFC 9110, section 11: several challenges, joined by the
//! same comma that joins the parameters of one. Parsing is total and forgiving:
//! what fits nowhere is skipped, and an unquoted URL is taken as the value it was
//! meant to be. It trusts nothing: a URL in a challenge is only what a server said.

use super::headers::is_token_byte;

#[cfg(test)]
mod tests;

/// How much of a header is read, in bytes.
const MAX_BYTES: usize = 16 * 1024;
/// How many challenges are kept.
const MAX_CHALLENGES: usize = 16;
/// How many parameters of one challenge are kept.
const MAX_PARAMS: usize = 32;

/// One way to authenticate that a server offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    scheme: String,
    token: Option<String>,
    params: Vec<(String, String)>,
}

impl Challenge {
    /// Reads the challenges of a header's value, in the server's order.
    ///
    /// Several headers that were joined by commas read as one.
    #[must_use]
    pub fn parse_all(value: &str) -> Vec<Self> {
        let mut challenges: Vec<Self> = Vec::new();
        let mut cursor = Cursor { rest: start_of(value) };
        while let Some(item) = cursor.item() {
            match item {
                Item::Scheme { scheme, token } if challenges.len() < MAX_CHALLENGES => {
                    challenges.push(Self { scheme, token, params: Vec::new() });
                }
                Item::Scheme { .. } => break,
                Item::Param { name, value } => {
                    let challenge = challenges.last_mut();
                    if let Some(it) = challenge.filter(|it| it.params.len() < MAX_PARAMS) {
                        it.params.push((name, value));
                    }
                }
            }
        }
        challenges
    }

    /// Gives the scheme in lower case, such as `bearer`.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// Gives the bare token that some schemes have instead of parameters.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Gives a parameter's value by its lower-case name; the first one counts.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// What stands between two commas, or nearly.
enum Item {
    Scheme { scheme: String, token: Option<String> },
    Param { name: String, value: String },
}

/// The part of a header that has not been read yet.
struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    /// Reads on to the next scheme or parameter, `None` at the end.
    fn item(&mut self) -> Option<Item> {
        let name = loop {
            self.take_while(|c| is_space(c) || c == ',');
            if self.rest.is_empty() {
                return None;
            }
            match self.take_while(is_token) {
                "" => self.take_while(|c| c != ','), // garbage
                name => break name.to_ascii_lowercase(),
            };
        };
        let after_name = self.rest;
        self.take_while(is_space);
        if let Some(rest) = self.rest.strip_prefix('=') {
            self.rest = rest;
            return Some(Item::Param { name, value: self.value() });
        }
        let spaced = after_name.len() > self.rest.len();
        let token = if spaced { self.token68() } else { None };
        Some(Item::Scheme { scheme: name, token })
    }

    /// Reads a parameter's value, quoted or not.
    fn value(&mut self) -> String {
        self.take_while(is_space);
        let Some(quoted) = self.rest.strip_prefix('"') else {
            return self.take_while(|c| !is_space(c) && c != ',').to_owned();
        };
        let mut text = String::new();
        let mut chars = quoted.chars();
        while let Some(c) = chars.next() {
            match c {
                '"' => break,
                '\\' => text.extend(chars.next()),
                plain => text.push(plain),
            }
        }
        self.rest = chars.as_str();
        text
    }

    /// Reads the token that may follow a scheme, unless a parameter follows.
    fn token68(&mut self) -> Option<String> {
        let before = self.rest;
        let body = self.take_while(is_token68);
        self.take_while(|c| c == '=');
        let length = before.len().saturating_sub(self.rest.len());
        self.take_while(is_space);
        if body.is_empty() || !(self.rest.is_empty() || self.rest.starts_with(',')) {
            self.rest = before;
            return None;
        }
        before.get(..length).map(str::to_owned)
    }

    fn take_while(&mut self, accepts: fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !accepts(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }
}

const fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

fn is_token(c: char) -> bool {
    u8::try_from(c).is_ok_and(is_token_byte)
}

const fn is_token68(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~' | '+' | '/')
}

/// Gives as much of a header as is read.
fn start_of(value: &str) -> &str {
    let mut end = value.len().min(MAX_BYTES);
    while !value.is_char_boundary(end) {
        end -= 1;
    }
    value.get(..end).unwrap_or_default()
}
