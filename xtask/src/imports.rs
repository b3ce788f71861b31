//! Short names for what the module imports from its glue.
//!
//! wasm-bindgen names each import with a hash, which no compressor can shorten,
//! and writes it into both files. Nobody else reads these names.

use anyhow::{Context, Result, bail};

/// The id of a module's import section (WebAssembly core specification, 5.5.5).
const IMPORT_SECTION: u8 = 2;
/// A module begins with its magic number and its version.
const HEADER: usize = 8;

/// Renames the imports of a module and the glue's functions of the same names.
pub(crate) fn shorten(module: &[u8], glue: &str) -> Result<(Vec<u8>, String)> {
    let mut reader = Reader { bytes: module, at: HEADER };
    let (mut renamed, mut glue) = (reader.bytes[..HEADER].to_vec(), glue.to_owned());
    while reader.at < module.len() {
        let id = reader.byte()?;
        let length = reader.number()?;
        let section = reader.take(length)?;
        let body = match id {
            IMPORT_SECTION => rename(section, &mut glue)?,
            _ => section.to_vec(),
        };
        renamed.push(id);
        push_number(&mut renamed, body.len());
        renamed.extend(body);
    }
    Ok((renamed, glue))
}

fn rename(section: &[u8], glue: &mut String) -> Result<Vec<u8>> {
    let mut reader = Reader { bytes: section, at: 0 };
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
        renamed.extend(reader.description()?);
    }
    Ok(renamed)
}

/// Gives `i_0`, `i_1` …: names that stand nowhere else in the glue.
fn letters(index: usize) -> String {
    format!("i_{index}")
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at + length).context("the module is cut off")?;
        self.at += length;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    /// Reads an unsigned LEB128 number.
    fn number(&mut self) -> Result<usize> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
    }

    fn name(&mut self) -> Result<&'a [u8]> {
        let length = self.number()?;
        self.take(length)
    }

    /// Reads what kind of thing is imported: a function, which is all that the glue gives.
    fn description(&mut self) -> Result<&'a [u8]> {
        let start = self.at;
        if self.byte()? != 0 {
            bail!("the module imports something else than functions");
        }
        self.number()?;
        Ok(&self.bytes[start..self.at])
    }
}

fn push_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(u8::try_from(number & 0x7f).unwrap_or_default() | 0x80);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap_or_default());
}

fn push_name(bytes: &mut Vec<u8>, name: &[u8]) {
    push_number(bytes, name.len());
    bytes.extend(name);
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
