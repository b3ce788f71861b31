//! Frees what the module's function table holds without need.
//!
//! wasm-bindgen has a shim for each type of closure that its crates mention. To
//! say which is which while it builds, it takes their addresses, so that each is
//! in the table and no optimizer may drop it; but the glue calls those it needs
//! by their exported names, and the module calls none.

use std::collections::HashSet;

use anyhow::{Result, bail};

use crate::sections::{self, Reader, push_number};

/// The id of the section that fills the table (WebAssembly core specification, 5.5.12).
const ELEMENT_SECTION: u8 = 9;
/// The id of the sections that are no part of a module's meaning.
const CUSTOM_SECTION: u8 = 0;
/// The subsection of the name section that has the functions' names.
const FUNCTION_NAMES: u8 = 1;
/// How wasm-bindgen calls the function that JavaScript calls a closure by.
const SHIM: &str = "wasm_bindgen::convert::closures::_::invoke";
/// Ends the expression that says where a segment begins.
const END: u8 = 0x0b;

/// Puts another function in each shim's place; what is not exported can then go.
pub(crate) fn unlink(module: &[u8]) -> Result<Vec<u8>> {
    let shims = find(module)?;
    sections::rewrite(module, ELEMENT_SECTION, |section| replace(section, &shims))
}

fn find(module: &[u8]) -> Result<HashSet<usize>> {
    for (id, section) in sections::of(module)? {
        let mut names = Reader::new(section);
        if id == CUSTOM_SECTION && names.name()? == b"name" {
            return find_in(names);
        }
    }
    bail!("the module does not name its functions")
}

fn find_in(mut names: Reader<'_>) -> Result<HashSet<usize>> {
    let mut shims = HashSet::new();
    while !names.is_empty() {
        let kind = names.byte()?;
        let mut functions = Reader::new(names.name()?);
        if kind != FUNCTION_NAMES {
            continue;
        }
        for _ in 0..functions.number()? {
            let index = functions.number()?;
            if std::str::from_utf8(functions.name()?)?.starts_with(SHIM) {
                shims.insert(index);
            }
        }
    }
    Ok(shims)
}

/// Rewrites the one segment that there is; its places stay what they are.
fn replace(section: &[u8], shims: &HashSet<usize>) -> Result<Vec<u8>> {
    let mut reader = Reader::new(section);
    if reader.take(2)? != [1, 0] {
        bail!("the module fills its table in another way than expected");
    }
    reader.byte()?; // where the segment begins: a constant
    reader.number()?;
    if reader.byte()? != END {
        bail!("the module computes where its table begins");
    }
    let mut rewritten = section[..section.len() - reader.rest().len()].to_vec();
    let count = reader.number()?;
    let functions: Vec<_> = (0..count).map(|_| reader.number()).collect::<Result<_>>()?;
    let Some(other) = functions.iter().copied().find(|index| !shims.contains(index)) else {
        return Ok(section.to_vec());
    };
    push_number(&mut rewritten, count);
    for index in functions {
        push_number(&mut rewritten, if shims.contains(&index) { other } else { index });
    }
    Ok(rewritten)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sections::push_name;

    /// A module that names its functions and has them in its table.
    fn module(functions: &[(u8, &str)], table: &[u8]) -> Vec<u8> {
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        let mut elements = vec![1, 0, 0x41, 1, END];
        push_name(&mut elements, table);
        module.push(ELEMENT_SECTION);
        push_name(&mut module, &elements);
        let mut names = vec![];
        push_number(&mut names, functions.len());
        for (index, name) in functions {
            names.push(*index);
            push_name(&mut names, name.as_bytes());
        }
        let mut custom = vec![];
        push_name(&mut custom, b"name");
        custom.push(FUNCTION_NAMES);
        push_name(&mut custom, &names);
        module.push(CUSTOM_SECTION);
        push_name(&mut module, &custom);
        module
    }

    #[test]
    fn a_shim_leaves_the_table_and_all_others_keep_their_places() {
        let functions = [(3, "closure"), (4, "wasm_bindgen::convert::closures::_::invoke::h1")];
        let unlinked = unlink(&module(&functions, &[4, 3, 5, 4])).unwrap();
        assert_eq!(unlinked, module(&functions, &[3, 3, 5, 3]));
    }

    #[test]
    fn a_module_without_names_is_an_error() {
        assert!(unlink(b"\0asm\x01\0\0\0").is_err());
    }
}
