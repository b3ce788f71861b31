#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| mcp_tether_fuzz::message::check(input));
