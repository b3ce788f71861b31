//! Short names for what the module imports from its glue.
//!
//! wasm-bindgen names each import with a hash, which no compressor can shorten,
//! and writes it into both files. Nobody else reads these names.

use anyhow::{Result, bail};

use crate::sections::{self, Reader, push_name, push_number};

/// The id of a module's import section (WebAssembly core specification, 5.5.5).
const IMPORT_SECTION: u8 = 2;

/// Renames the imports of a module and the glue's functions of the same names.
pub(crate) fn shorten(module: &[u8], glue: &str) -> Result<(Vec<u8>, String)> {
    let mut glue = glue.to_owned();
    let rename = |section: &[u8]| rename(section, &mut glue);
    let renamed = sections::rewrite(module, IMPORT_SECTION, rename)?;
    Ok((renamed, glue))
}

fn rename(section: &[u8], glue: &mut String) -> Result<Vec<u8>> {
    let mut reader = Reader::new(section);
    let count = reader.number()?;
    let mut renamed = Vec::new();
    push_number(&mut renamed, count);
    for index in 0..count {
        let module = reader.name()?;
        let name = std::str::from_utf8(reader.name()?)?;
        let short = letters(index);
        if !glue.contains(name) {
            bail!("the glue has no function for the module's import {name}");
        }
        *glue = glue.replace(name, &short);
        push_name(&mut renamed, module);
        push_name(&mut renamed, short.as_bytes());
        renamed.extend(description(&mut reader)?);
    }
    Ok(renamed)
}

/// Gives `i_0`, `i_1` …: names that stand nowhere else in the glue.
fn letters(index: usize) -> String {
    format!("i_{index}")
}

/// Reads what kind of thing is imported: a function, which is all that the glue gives.
fn description<'a>(reader: &mut Reader<'a>) -> Result<&'a [u8]> {
    let all = reader.rest();
    if reader.byte()? != 0 {
        bail!("the module imports something else than functions");
    }
    reader.number()?;
    Ok(&all[..all.len() - reader.rest().len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(name: &str) -> Vec<u8> {
        let mut section = vec![1];
        push_name(&mut section, b"./glue.js");
        push_name(&mut section, name.as_bytes());
        section.extend([0, 5]);
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        module.extend([1, 2, 7, 7, IMPORT_SECTION]);
        push_number(&mut module, section.len());
        module.extend(section);
        module
    }

    #[test]
    fn both_files_get_the_same_short_name() {
        let glue = "const imports = { __wbg_new_ba40181b3f24ac80: f };";
        let (renamed, glue) = shorten(&module("__wbg_new_ba40181b3f24ac80"), glue).unwrap();
        assert_eq!(glue, "const imports = { i_0: f };");
        assert_eq!(renamed, module("i_0"));
    }

    #[test]
    fn what_does_not_fit_together_is_an_error() {
        assert!(shorten(&module("__wbg_new_1"), "no such function").is_err());
        let cut = module("__wbg_new_1");
        assert!(shorten(&cut[..cut.len() - 1], "__wbg_new_1").is_err());
    }
}
