//! The project's own texts of assembly that become part of what the tools write: the unpacker, the cartridge's start, the fast loader.

use compiler::mos::encode::piece;

/// The bytes of a text at `origin`, behind names that it has from its user; `name` is that of its file.
///
/// # Panics
/// The text has a fault: all of them are our own.
pub fn assemble(text: &str, name: &str, origin: u16, known: &[(&str, u16)]) -> Vec<u8> {
    let known: String = known.iter().map(|(name, value)| format!("{name} = {value}\n")).collect();
    piece::assemble(&format!("{known}{text}"), name, origin).unwrap_or_else(|error| panic!("{error}"))
}
