//! Whatever the host does and the server sends, a connection keeps its promises.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::fuzz::operations;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn any_list_of_commands_and_inputs_keeps_the_promises(
        start in any::<[u8; 4]>(),
        steps in vec(any::<[u8; 4]>(), 0..80),
    ) {
        let input: Vec<u8> = [start].into_iter().chain(steps).flatten().collect();
        operations::check(&input);
    }
}
