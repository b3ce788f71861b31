//! Which ports the servers of one run take.
//!
//! The browser tests are compiled with the servers' addresses, so another port
//! means another build. Each run therefore takes the first free block out of a
//! fixed row of blocks. Holding a block's first port keeps other runs off it.

use std::net::{Ipv4Addr, TcpListener};

use anyhow::{Result, bail};

/// How far apart blocks are.
const STRIDE: u16 = 20;
/// How many blocks there are: the last one ends before the ports that browsers refuse.
const BLOCKS: u16 = 35;
/// How many ports of a block are used.
const USED: u16 = 7;

/// Where the row of blocks for a purpose starts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Row {
    Demo = 4200,
    Tests = 4300,
}

/// A block of ports that belongs to this run.
#[derive(Debug)]
pub(crate) struct Ports {
    first: TcpListener,
    base: u16,
}

impl Ports {
    /// Takes the first block whose ports are all free.
    pub(crate) fn claim(row: Row) -> Result<Self> {
        let start = row as u16;
        for base in (0..BLOCKS).map(|block| start + block * STRIDE) {
            let Ok(first) = listen(base) else { continue };
            if (1..USED).all(|offset| listen(base + offset).is_ok()) {
                return Ok(Self { first, base });
            }
        }
        bail!("no {USED} ports in a row are free from {start} on: stop other servers")
    }

    /// The first port, already bound.
    pub(crate) fn page(&self) -> Result<TcpListener> {
        Ok(self.first.try_clone()?)
    }

    /// The first of three ports in a row for the scripted test server.
    pub(crate) fn test_server(&self) -> u16 {
        self.base + 1
    }

    pub(crate) fn everything(&self) -> u16 {
        self.base + 4
    }

    pub(crate) fn staging(&self) -> u16 {
        self.base + 5
    }

    pub(crate) fn production(&self) -> u16 {
        self.base + 6
    }
}

fn listen(port: u16) -> std::io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_run_takes_another_block() {
        let first = Ports::claim(Row::Tests).unwrap();
        let second = Ports::claim(Row::Tests).unwrap();
        assert_ne!(first.base, second.base);
    }

    #[test]
    fn no_block_reaches_a_port_that_browsers_refuse() {
        // https://fetch.spec.whatwg.org/#port-blocking
        let refused = [4045, 4190, 5060, 5061, 6000];
        for start in [Row::Demo as u16, Row::Tests as u16] {
            let all = start..=start + BLOCKS * STRIDE;
            assert!(refused.iter().all(|port| !all.contains(port)));
        }
    }
}
