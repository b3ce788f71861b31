use super::{Challenge, MAX_CHALLENGES, MAX_PARAMS};

fn one(value: &str) -> Challenge {
    let mut all = Challenge::parse_all(value);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

fn schemes(value: &str) -> Vec<String> {
    Challenge::parse_all(value).iter().map(|it| it.scheme().to_owned()).collect()
}

#[test]
fn a_bearer_challenge_gives_its_parameters() {
    let value = "Bearer realm=\"parts\", error=\"insufficient_scope\", \
        scope=\"parts.read parts.write\", \
        resource_metadata=\"https://h.example/.well-known/oauth-protected-resource/mcp\"";
    let challenge = one(value);
    assert_eq!(challenge.scheme(), "bearer");
    assert_eq!(challenge.token(), None);
    assert_eq!(challenge.param("error"), Some("insufficient_scope"));
    assert_eq!(challenge.param("scope"), Some("parts.read parts.write"));
    assert_eq!(
        challenge.param("resource_metadata"),
        Some("https://h.example/.well-known/oauth-protected-resource/mcp")
    );
    assert_eq!(challenge.param("error_description"), None);
}

#[test]
fn names_and_schemes_are_of_any_case() {
    let challenge = one("BEARER Resource_Metadata=\"https://h/X\", SCOPE=Read");
    assert_eq!(challenge.scheme(), "bearer");
    assert_eq!(challenge.param("resource_metadata"), Some("https://h/X"));
    assert_eq!(challenge.param("scope"), Some("Read"));
}

#[test]
fn a_scheme_may_stand_alone() {
    assert_eq!(one("Bearer").scheme(), "bearer");
    assert_eq!(schemes("Bearer, Negotiate ,Basic"), ["bearer", "negotiate", "basic"]);
}

#[test]
fn several_challenges_share_the_comma_with_their_parameters() {
    let all = Challenge::parse_all(
        "Basic realm=\"a, b\", charset=UTF-8, Negotiate abc+/==, DPoP algs=\"ES256\",Bearer scope=x",
    );
    assert_eq!(
        all.iter().map(Challenge::scheme).collect::<Vec<_>>().join(" "),
        "basic negotiate dpop bearer"
    );
    assert_eq!(all[0].param("realm"), Some("a, b"));
    assert_eq!(all[0].param("charset"), Some("UTF-8"));
    assert_eq!(all[1].token(), Some("abc+/=="));
    assert_eq!(all[2].param("algs"), Some("ES256"));
    assert_eq!(all[3].param("scope"), Some("x"));
}

#[test]
fn quoted_values_may_hold_escapes_commas_and_scheme_names() {
    let challenge = one(r#"Bearer realm="say \"hi\", Basic x=\\1\d", scope="""#);
    assert_eq!(challenge.param("realm"), Some(r#"say "hi", Basic x=\1d"#));
    assert_eq!(challenge.param("scope"), Some(""));
}

#[test]
fn a_token_is_told_from_a_parameter() {
    assert_eq!(one("Negotiate YII=").token(), Some("YII="));
    assert_eq!(one("Negotiate a.b-c_d~e ").token(), Some("a.b-c_d~e"));
    let challenge = one("Basic realm=x");
    assert_eq!((challenge.token(), challenge.param("realm")), (None, Some("x")));
    let challenge = one("Basic realm \t=\t \"x\"");
    assert_eq!((challenge.token(), challenge.param("realm")), (None, Some("x")));
}

#[test]
fn the_first_of_two_parameters_counts() {
    assert_eq!(one("Bearer scope=a, scope=b").param("scope"), Some("a"));
}

#[test]
fn what_servers_get_wrong_is_read_as_meant() {
    let challenge = one("Bearer resource_metadata=https://h.example/a?b=c, error=invalid_token");
    assert_eq!(challenge.param("resource_metadata"), Some("https://h.example/a?b=c"));
    assert_eq!(challenge.param("error"), Some("invalid_token"));
    let challenge = one("Bearer realm=\"a\" error=\"b\"");
    assert_eq!(challenge.param("error"), Some("b"));
    assert_eq!(one("Bearer realm=\"unended").param("realm"), Some("unended"));
    assert_eq!(one("Bearer realm=\"unended\\").param("realm"), Some("unended"));
    assert_eq!(one(",, ,Bearer,, realm=a,").param("realm"), Some("a"));
}

#[test]
fn what_fits_nowhere_is_skipped() {
    for value in ["", " , ,", "=", "\"Bearer", "@@@", "realm=x", "é", "realm=\"x\", =, \u{0}"] {
        assert_eq!(Challenge::parse_all(value), [], "{value:?}");
    }
    assert_eq!(one("realm=x, @@@, Bearer scope=a, é").param("scope"), Some("a"));
}

#[test]
fn what_is_kept_is_bounded() {
    assert_eq!(Challenge::parse_all(&"Basic, ".repeat(1000)).len(), MAX_CHALLENGES);
    assert_eq!(one(&format!("Bearer {}", "a=b,".repeat(1000))).params.len(), MAX_PARAMS);
    for name in ["a", "ab"] {
        let long = one(&format!("Bearer {name}=\"{}\"", "é".repeat(100_000)));
        let length = long.param(name).unwrap().len();
        assert!((16_000..=super::MAX_BYTES).contains(&length), "{length}");
    }
}
