//! The sections of a WebAssembly module, taken apart and put together again.

use anyhow::{Context, Result};

/// A module begins with its magic number and its version.
const HEADER: usize = 8;

/// Gives the sections of a module: their ids and what is in them.
pub(crate) fn of(module: &[u8]) -> Result<Vec<(u8, &[u8])>> {
    let mut reader = Reader::new(module);
    reader.take(HEADER)?;
    let mut sections = Vec::new();
    while !reader.is_empty() {
        sections.push((reader.byte()?, reader.name()?));
    }
    Ok(sections)
}

/// Gives the module with one kind of section written anew.
pub(crate) fn rewrite(
    module: &[u8],
    kind: u8,
    mut write: impl FnMut(&[u8]) -> Result<Vec<u8>>,
) -> Result<Vec<u8>> {
    let mut rewritten = module.get(..HEADER).context("the module has no header")?.to_vec();
    for (id, section) in of(module)? {
        rewritten.push(id);
        if id == kind {
            push_name(&mut rewritten, &write(section)?);
        } else {
            push_name(&mut rewritten, section);
        }
    }
    Ok(rewritten)
}

/// Reads the binary format's basic parts.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Gives what is not read yet.
    pub(crate) const fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(length).context("the module is cut off")?;
        self.bytes = rest;
        Ok(taken)
    }

    pub(crate) fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    /// Reads an unsigned LEB128 number.
    pub(crate) fn number(&mut self) -> Result<usize> {
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

    /// Reads bytes that their length precedes: a name, the body of a section.
    pub(crate) fn name(&mut self) -> Result<&'a [u8]> {
        let length = self.number()?;
        self.take(length)
    }
}

pub(crate) fn push_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(u8::try_from(number & 0x7f).unwrap_or_default() | 0x80);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap_or_default());
}

pub(crate) fn push_name(bytes: &mut Vec<u8>, name: &[u8]) {
    push_number(bytes, name.len());
    bytes.extend(name);
}
