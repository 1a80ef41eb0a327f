//! The manual as a C64 program: `LOAD"MANUAL",8` and `RUN` show it page by page.
//!
//! In the text file, lines of `---` separate the pages. The reader is 43 bytes of machine code before the text; it calls
//! only the KERNAL's jump table and waits for a key after every page but the last.

use super::{DiskError, petscii};

/// The longest line: a line of 40 characters would be followed by a blank one.
pub const LINE_CHARACTERS: usize = 39;

/// The maximum number of lines on a page; the row below holds the prompt for a key.
pub const PAGE_LINES: usize = 23;

/// The separator of pages in the text file.
const PAGE_BREAK: &str = "---";

/// The prompt for a key.
const PROMPT: &[u8] = b"-- PRESS A KEY / PULSA UNA TECLA --";

/// Codes in the text that control the reader.
const END: u8 = 0;
const WAIT: u8 = 0x0c;
const CLEAR: u8 = 0x93;

/// Load address `$0801` and the line `10 SYS 2061`.
const BASIC_LINE: [u8; 14] = *b"\x01\x08\x0b\x08\x0a\x00\x9e2061\x00\x00\x00";

/// The reader at 2061 = `$080D`; the text follows it at `$0838`. `$FB` and `$FC` are free for user programs.
const READER: [u8; 43] = [
    0xa9, 0x38, 0x85, 0xfb, 0xa9, 0x08, 0x85, 0xfc, //       text = $0838
    0xa0, 0x00, 0xb1, 0xfb, 0xf0, 0x0f, //             next: LDY #0: LDA (text),Y: BEQ done
    0xc9, WAIT, 0xf0, 0x0c, //                               CMP #WAIT: BEQ wait
    0x20, 0xd2, 0xff, //                                     JSR CHROUT
    0xe6, 0xfb, 0xd0, 0xef, 0xe6, 0xfc, 0xd0, 0xeb, // step: INC text: BNE next: INC text+1: BNE next
    0x60, //                                           done: RTS
    0x20, 0xe4, 0xff, 0xf0, 0xfb, //                   wait: JSR GETIN: BEQ wait
    0xa9, CLEAR, 0x20, 0xd2, 0xff, 0x4c, 0x22, 0x08, //      LDA #CLEAR: JSR CHROUT: JMP step
];

/// Converts the text file into the program file.
///
/// # Errors
/// A line is too long, has a character that the C64 lacks, or does not fit on its page; the error names the first one.
pub fn program(text: &str) -> Result<Vec<u8>, DiskError> {
    let mut program = [&BASIC_LINE[..], &READER].concat();
    program.push(CLEAR);
    let mut lines_on_page = 0;
    for (at, line) in text.lines().enumerate() {
        let fault = |reason: String| DiskError::ManualLine { line: at + 1, reason };
        if line == PAGE_BREAK {
            program.extend_from_slice(PROMPT);
            program.push(WAIT);
            lines_on_page = 0;
            continue;
        }
        lines_on_page += 1;
        if lines_on_page > PAGE_LINES {
            return Err(fault(format!("a page has {PAGE_LINES} lines; divide it with {PAGE_BREAK}")));
        }
        let codes = petscii::encode(line)
            .map_err(|character| fault(format!("the C64's character set has no {character:?}")))?;
        if codes.len() > LINE_CHARACTERS {
            return Err(fault(format!("{} characters, but only {LINE_CHARACTERS} fit", codes.len())));
        }
        program.extend(codes);
        program.push(petscii::RETURN);
    }
    program.push(END);
    Ok(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_follows_the_reader() {
        let program = program("Hello\n---\nyou").unwrap();
        let start = 0x0838 - 0x0801 + 2;
        assert_eq!(start, BASIC_LINE.len() + READER.len());
        let text = [&b"\x93HELLO\x0d"[..], PROMPT, b"\x0cYOU\x0d\x00"].concat();
        assert_eq!(program[start..], text);
        assert!(PROMPT.len() <= LINE_CHARACTERS);
    }

    #[test]
    fn lines_that_do_not_fit_are_named() {
        let message = |text: &str| program(text).unwrap_err().to_string();
        assert_eq!(
            message(&format!("\n{}", "A".repeat(40))),
            "manual, line 2: 40 characters, but only 39 fit"
        );
        assert_eq!(message("ni\u{f1}o"), "manual, line 1: the C64's character set has no 'ñ'");
        let page = "A\n".repeat(PAGE_LINES);
        assert!(program(&page).is_ok());
        assert!(message(&format!("{page}A\n")).starts_with("manual, line 24: a page has 23 lines"));
        assert!(program(&format!("{page}---\n{page}")).is_ok());
    }
}
