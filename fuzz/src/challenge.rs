//! Any header reads without harm, and what was read survives being written again.

use mcp_tether::wire::challenge::Challenge;

/// Reads `input` as a header and holds it to what the parser promises.
pub fn check(input: &[u8]) {
    let value = String::from_utf8_lossy(input);
    let challenges = Challenge::parse_all(&value);
    assert!(challenges.len() <= 16, "more challenges than are kept");
    for challenge in &challenges {
        assert!(!challenge.scheme().is_empty());
        assert!(!challenge.scheme().bytes().any(|byte| byte.is_ascii_uppercase()));
        assert!(challenge.token().is_none_or(|token| !token.is_empty()));
        let written = write(challenge);
        let [again] =
            <[Challenge; 1]>::try_from(Challenge::parse_all(&written)).expect("one challenge");
        assert_eq!((again.scheme(), again.token()), (challenge.scheme(), challenge.token()));
    }
}

/// Writes a challenge without its parameters.
fn write(challenge: &Challenge) -> String {
    match challenge.token() {
        Some(token) => format!("{} {token}", challenge.scheme()),
        None => challenge.scheme().to_owned(),
    }
}
