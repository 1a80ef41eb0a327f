//! Assembles the project's own assembly sources, which the tools embed in their output: unpacker, cartridge start-up, fast loader.

use compiler::mos::encode::piece;

/// Assembles a source at `origin` with the symbols that the caller defines; `name` is its file name.
///
/// # Panics
/// The source has an error; all sources are part of this project.
pub fn assemble(text: &str, name: &str, origin: u16, known: &[(&str, u16)]) -> Vec<u8> {
    let known: String = known.iter().map(|(name, value)| format!("{name} = {value}\n")).collect();
    piece::assemble(&format!("{known}{text}"), name, origin).unwrap_or_else(|error| panic!("{error}"))
}
