use super::is_known;
use crate::wire::version::{Era, ProtocolVersion};

#[test]
fn each_version_is_found_by_its_own_name_and_no_other() {
    for version in ProtocolVersion::ALL {
        assert_eq!(ProtocolVersion::parse(version.as_str()), Some(version));
    }
    assert_eq!(ProtocolVersion::parse("2025-11-26"), None);
    assert_eq!(ProtocolVersion::parse(""), None);
}

#[test]
fn only_the_modern_era_lacks_ping_and_the_handshake() {
    for version in ProtocolVersion::ALL {
        let legacy = version.era() == Era::Legacy;
        for method in ["ping", "initialize", "logging/setLevel", "resources/subscribe"] {
            assert_eq!(version.revision().method(method).is_some(), legacy, "{method}");
        }
        assert_eq!(version.revision().method("server/discover").is_some(), !legacy);
    }
}

#[test]
fn a_method_of_no_version_belongs_to_an_extension() {
    assert!(is_known("tools/call"));
    assert!(!is_known("acme/forecast"));
}

#[test]
fn calling_a_tool_is_the_request_that_acts() {
    for version in ProtocolVersion::ALL {
        assert!(!version.revision().method("tools/call").unwrap().reads);
        assert!(version.revision().method("resources/read").unwrap().reads);
    }
}
