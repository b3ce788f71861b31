//! Whatever the host does and the server sends, a connection keeps its promises.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::fuzz::messages::{PIECES, message as write};
use crate::fuzz::{exchange, message, operations};

/// What failed is kept by hand, among the crashers, for the fuzzer and the tests alike.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn any_list_of_commands_and_inputs_keeps_the_promises(
        start in any::<[u8; 4]>(),
        steps in vec(any::<[u8; 4]>(), 0..80),
    ) {
        let input: Vec<u8> = [start].into_iter().chain(steps).flatten().collect();
        operations::check(&input);
    }

    #[test]
    fn any_response_to_any_request_means_the_same_however_it_is_cut(
        head in any::<[u8; 5]>(),
        body in vec(piece(), 0..12),
    ) {
        exchange::check(&[head.to_vec(), body.concat().into_bytes()].concat());
    }

    #[test]
    fn any_message_may_come_on_any_stream(kind in any::<u8>(), which in any::<u8>(), id in 0..8_u64) {
        message::check(write(kind, which, id).as_bytes());
    }
}

/// A piece of a body: a message with an id that may be right, or less than that.
fn piece() -> impl Strategy<Value = String> {
    let told = (any::<u8>(), any::<u8>(), 1..8_u64)
        .prop_map(|(kind, which, id)| format!("data: {}\n\n", write(kind, which, id)));
    prop_oneof![3 => told, 2 => select(PIECES).prop_map(str::to_owned)]
}
