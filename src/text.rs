//! Texts made of parts, without the weight of formatting machinery.

/// Puts texts one after the other.
pub(crate) fn concat(parts: &[&str]) -> String {
    join(parts, "")
}

/// Puts texts one after the other, with a separator between them.
pub(crate) fn join<S: AsRef<str>>(parts: &[S], separator: &str) -> String {
    let mut text = String::new();
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            text.push_str(separator);
        }
        text.push_str(part.as_ref());
    }
    text
}

/// Writes a number in decimal digits.
pub(crate) fn decimal(number: u64) -> String {
    let mut text = if number < 10 { String::new() } else { decimal(number / 10) };
    text.push(char::from(b'0' + (number % 10) as u8));
    text
}

/// Writes a number in decimal digits, with its sign if that is a minus.
pub(crate) fn signed(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    concat(&[sign, &decimal(number.unsigned_abs())])
}

#[cfg(test)]
mod tests {
    use super::{concat, decimal, join, signed};

    #[test]
    fn separators_stand_between_parts_alone() {
        assert_eq!(concat(&["a", "", "b"]), "ab");
        assert_eq!(join(&["a", "", "b"], ", "), "a, , b");
        assert_eq!(join::<String>(&[], ", "), "");
    }

    #[test]
    fn numbers_are_written_as_everywhere() {
        for number in [0, 7, 10, 909, u64::MAX] {
            assert_eq!(decimal(number), number.to_string());
        }
        for number in [0, -1, i64::MIN, i64::MAX] {
            assert_eq!(signed(number), number.to_string());
        }
    }
}
