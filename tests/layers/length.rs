//! A file that cannot be read in one sitting is two files.

use crate::Source;

const MOST: usize = 400;

/// Tells of a file that is too long; the tests of a module count in their own file.
pub(crate) fn violations(source: &Source) -> Vec<String> {
    let count = source.text.lines().count();
    if count <= MOST { Vec::new() } else { vec![format!("{count} lines are more than {MOST}")] }
}

#[test]
fn long_files_are_found() {
    let file = |lines: usize| crate::verdict(violations, "a.rs", &"x\n".repeat(lines));
    assert_eq!(file(MOST), [""; 0]);
    assert_eq!(file(MOST + 1), ["401 lines are more than 400"]);
}
