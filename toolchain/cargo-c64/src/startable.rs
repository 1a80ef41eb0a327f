//! Turns programs that load elsewhere or have no BASIC line into files that RUN can start.

use std::borrow::Cow;

use compiler::{Image, MemoryMap};

/// The load address of BASIC programs.
pub const LOAD: u16 = MemoryMap::C64.load;

/// Returns the program as a file that loads at $0801 and begins with a BASIC line that starts it; a program that is such a file
/// already is returned unchanged. The file has zeros between the line and a program that loads elsewhere.
pub fn startable(image: &Image) -> Cow<'_, [u8]> {
    if image.load == LOAD && image.entry != LOAD {
        return Cow::Borrowed(&image.prg);
    }
    let mut file = LOAD.to_le_bytes().to_vec();
    file.extend(line(&format!("\u{9e} {}", image.entry)));
    file.resize(2 + usize::from(image.load - LOAD), 0);
    file.extend(&image.prg[2..]);
    Cow::Owned(file)
}

/// Returns a BASIC program at $0801 with the single line `10` of these statements; characters are tokens and PETSCII codes.
pub fn line(statements: &str) -> Vec<u8> {
    // Line number 10, the statements, the end of the line.
    let line: Vec<u8> = [10, 0].into_iter().chain(statements.chars().map(|c| c as u8)).chain([0]).collect();
    let next = LOAD + 2 + line.len() as u16;
    // The end of the program follows this line.
    [&next.to_le_bytes()[..], &line, &[0, 0]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_leads_to_the_program_wherever_it_is() {
        let mut image = Image::default();
        (image.load, image.entry) = (0x0801, 0x0820);
        image.prg = [&[1, 8][..], &MemoryMap::C64.basic_line()].concat();
        assert_eq!(startable(&image), image.prg);
        assert_eq!(line("\u{9e} 2080"), MemoryMap::C64.basic_line());
        (image.load, image.entry) = (0xc000, 0xc000);
        image.prg = vec![0x00, 0xc0, 0x60];
        let file = startable(&image);
        assert_eq!(file.len(), 2 + 0xc000 - 0x0801 + 1);
        assert_eq!((&file[..2], file.last()), (&[0x01, 0x08][..], Some(&0x60)));
        assert!(
            file[2..].starts_with(&[0x0d, 0x08, 10, 0, 0x9e, b' ', b'4', b'9', b'1', b'5', b'2', 0, 0, 0, 0])
        );
    }
}
