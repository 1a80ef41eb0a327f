//! Logical lines of one or two rows: what the screen editor keeps about them, and how keys move through them.

use crate::{machine_with, print, run};
use machine::Machine;

const HOME: u8 = 0x13;
const DOWN: u8 = 0x11;
const UP: u8 = 0x91;
const RIGHT: u8 = 0x1d;
const LEFT: u8 = 0x9d;
const DELETE: u8 = 0x14;
const INSERT: u8 = 0x94;
const RETURN: u8 = 0x0d;

/// Prints and checks that what the editor keeps about lines fits together.
fn screen(parts: &[&[u8]]) -> Machine {
    let machine = run(&print(&parts.concat()));
    check(&machine);
    machine
}

/// Row ($D6) and column of the cursor on the screen.
fn cursor(machine: &Machine) -> (u8, u8) {
    (machine.peek(0xd6), machine.peek(0xd3) % 40)
}

/// Whether each of the first rows begins a line: bit 7 of the table at $D9.
fn starts(machine: &Machine, rows: u16) -> Vec<bool> {
    (0..rows).map(|row| machine.peek(0xd9 + row) & 0x80 != 0).collect()
}

/// The start of the cursor's line at $D1, its last column at $D5, and the pages of all rows at $D9.
fn check(machine: &Machine) {
    let starts = starts(machine, 25);
    let row = usize::from(machine.peek(0xd6));
    let second = !starts[row];
    let first = row - usize::from(second);
    assert_eq!(machine.peek_word(0xd1), 0x0400 + 40 * first as u16, "start of the line in row {row}");
    let two_rows = second || starts.get(row + 1) == Some(&false);
    assert_eq!(machine.peek(0xd5), if two_rows { 79 } else { 39 }, "last column of the line in row {row}");
    let column = machine.peek(0xd3);
    assert!(if second { (40..80).contains(&column) } else { column < 40 }, "column {column} in row {row}");
    for row in 0..25 {
        assert_eq!(machine.peek(0xd9 + row) & 0x7f, ((0x0400 + 40 * row) >> 8) as u8, "page of row {row}");
    }
}

#[test]
fn return_leaves_a_line_of_two_rows_from_either() {
    for keys in [[HOME, RETURN], [LEFT, RETURN]] {
        let machine = screen(&[&[b'A'; 42], &keys, b"B"]);
        assert_eq!(&machine.screen_text()[1..3], ["AA", "B"]);
        assert_eq!(cursor(&machine), (2, 1));
    }
}

#[test]
fn cursor_keys_go_from_row_to_row() {
    let two_rows = [b'A'; 41];
    let to_end = [RIGHT; 39];
    let machine = screen(&[&two_rows, &[HOME], &to_end]);
    assert_eq!(cursor(&machine), (0, 39));
    let machine = screen(&[&two_rows, &[HOME], &to_end, &[RIGHT]]);
    assert_eq!(cursor(&machine), (1, 0), "within the line");
    assert_eq!(cursor(&screen(&[&to_end, &[RIGHT]])), (1, 0), "to the next line");
    assert_eq!(cursor(&screen(&[&[RETURN, LEFT]])), (0, 39));
    assert_eq!(cursor(&screen(&[&[RETURN, RIGHT, RIGHT, UP]])), (0, 2));
    assert_eq!(cursor(&screen(&[&[RIGHT, UP, HOME, LEFT]])), (0, 0), "nothing lies before the first cell");
    let machine = screen(&[b"A", &[DOWN; 24], &[LEFT], &to_end, b"B"]);
    assert_eq!(
        (machine.screen_text()[0].as_str(), cursor(&machine)),
        ("", (24, 0)),
        "a full last row scrolls"
    );
    let machine = screen(&[b"A\x0dB", &[DOWN; 23], &[RIGHT; 3], &[DOWN]]);
    assert_eq!((machine.screen_text()[0].as_str(), cursor(&machine)), ("B", (24, 4)), "down scrolls too");
    let machine = screen(&[b"A", &[DOWN; 24], &[LEFT], &to_end, &[RIGHT]]);
    assert_eq!((machine.screen_text()[0].as_str(), cursor(&machine)), ("", (24, 0)), "and so does right");
}

#[test]
fn scrolling_by_down_moves_the_whole_first_line() {
    let machine = screen(&[&[b'A'; 50], b"\x0dB", &[DOWN; 22], &[RIGHT, DOWN]]);
    assert_eq!((machine.screen_text()[0].as_str(), cursor(&machine)), ("B", (23, 2)));
}

#[test]
fn links_are_scrolled_with_their_rows() {
    let machine = screen(&[b"A\x0d", &[b'B'; 50], &[HOME], &[DOWN; 24], &[DOWN]]);
    assert_eq!(starts(&machine, 3), [true, false, true]);
    assert_eq!(&machine.screen_text()[..2], ["B".repeat(40), "B".repeat(10)]);
}

#[test]
fn a_line_that_grows_takes_the_next_row_from_its_line() {
    // Rows 1 and 2 are a line; the one in row 0 grows over row 1.
    let machine = screen(&[&[RETURN], &[b'B'; 50], &[HOME], &[b'A'; 40]]);
    assert_eq!(starts(&machine, 4), [true, false, true, true]);
    assert_eq!(cursor(&machine), (1, 0));
    let machine = screen(&[&[RETURN, RETURN], &[b'B'; 50], &[HOME], &[b'A'; 40]]);
    assert_eq!(starts(&machine, 5), [true, false, true, false, true]);
    // In the last row the screen scrolls first.
    let machine = screen(&[b"X", &[DOWN; 24], &[LEFT], &[b'A'; 41]]);
    assert_eq!(&machine.screen_text()[22..], ["", "A".repeat(40).as_str(), "A"]);
    assert_eq!(starts(&machine, 25)[22..], [true, true, false]);
}

#[test]
fn delete_pulls_the_rest_of_the_line_along() {
    let machine = screen(&[&[b'A'; 40], b"BCD", &[LEFT, DELETE]]);
    assert_eq!((machine.screen_text()[1].as_str(), cursor(&machine)), ("BD", (1, 1)));
    let machine = screen(&[&[b'A'; 40], b"B", &[LEFT, DELETE]]);
    assert_eq!(
        machine.screen_text()[0],
        format!("{}B", "A".repeat(39)),
        "from the second row into the first"
    );
    assert_eq!(cursor(&machine), (0, 39));
    // Colours move with the characters: the white one comes one to the left.
    let machine = screen(&[b"AB\x05C", &[LEFT, DELETE]]);
    assert_eq!([0xd800, 0xd801, 0xd802].map(|at| machine.peek(at) & 15), [14, 1, 14]);
    assert_eq!((machine.screen_text()[0].as_str(), machine.peek(0x0427)), ("AC", 0x20));
    // At the start of a row that begins a line, the last cell of the row above goes.
    let machine = screen(&[&[b'A'; 39], b"\x0dB", &[LEFT, DELETE]]);
    assert_eq!((machine.screen_text()[1].as_str(), cursor(&machine)), ("B", (0, 39)));
    let mut machine = machine_with(&[print(&[RETURN, b'B', LEFT, DELETE]), crate::EXIT.to_vec()].concat());
    machine.poke(0x0427, 1);
    machine.run_from(crate::ORG).expect("the program ends");
    assert_eq!((machine.peek(0x0427), machine.peek(0x0428)), (0x20, 2));
    let machine = screen(&[b"A", &[HOME, DELETE]]);
    assert_eq!((machine.screen_text()[0].as_str(), cursor(&machine)), ("A", (0, 0)));
}

#[test]
fn insert_pushes_the_rest_and_opens_a_second_row_when_full() {
    let machine = screen(&[b"A\x05BC", &[HOME, RIGHT, INSERT], b"X"]);
    assert_eq!((machine.screen_text()[0].as_str(), cursor(&machine)), ("AXBC", (0, 2)));
    assert_eq!([0xd801, 0xd802, 0xd804].map(|at| machine.peek(at) & 15), [1, 1, 14]);
    // 39 letters leave room for one more, 40 do not.
    let machine = screen(&[&[b'A'; 39], &[HOME, INSERT]]);
    assert_eq!(starts(&machine, 2), [true, true]);
    assert_eq!(machine.screen_text()[0], format!(" {}", "A".repeat(39)));
    let full =
        |rest: &[u8]| screen(&[&[b'A'; 39], &[HOME], &[RIGHT; 39], b"E\x0dNEXT\x0d\x0dLAST", &[HOME], rest]);
    // The E joined row 1 to row 0's line; RETURN leaves that blank.
    let machine = full(&[]);
    assert_eq!(starts(&machine, 3), [true, false, true]);
    let machine = full(&[RIGHT, RIGHT, INSERT]);
    assert_eq!(machine.screen_text()[0], format!("AA {}", "A".repeat(37)));
    assert_eq!((machine.screen_text()[1].as_str(), cursor(&machine)), ("E", (0, 2)));
    assert_eq!(&machine.screen_text()[2..5], ["NEXT", "", "LAST"]);
}

/// A line of one full row is only to be had by filling it without the key that joins the next row: by stores.
#[test]
fn a_full_row_pushes_the_rows_below_down() {
    let code = print(&[RIGHT, RIGHT, RIGHT, INSERT]);
    let mut machine = machine_with(&[code.as_slice(), &crate::EXIT].concat());
    for column in 0..40 {
        machine.poke(0x0400 + column, 1 + column as u8 % 26);
        machine.poke(0xd800 + column, 1);
    }
    for (row, code) in [(1, 2), (2, 3), (23, 4), (24, 5)] {
        machine.poke(0x0400 + 40 * row, code);
        machine.poke(0xd800 + 40 * row, code);
    }
    machine.poke(0xd9 + 3, 0x04);
    machine.run_from(crate::ORG).expect("the program ends");
    let rows = machine.screen_text();
    assert_eq!((rows[0].as_str(), rows[1].as_str()), ("ABC DEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLM", "N"));
    assert_eq!(
        (rows[2].as_str(), rows[3].as_str(), rows[23].as_str(), rows[24].as_str()),
        ("B", "C", "", "D")
    );
    assert_eq!(machine.peek(0xd800 + 80) & 15, 2, "with their colours");
    assert_eq!(starts(&machine, 6), [true, false, true, true, false, true], "and with their links");
    assert_eq!((cursor(&machine), machine.peek(0xd8)), ((0, 3), 1));
    check(&machine);
}

#[test]
fn a_full_last_row_scrolls_for_the_row_that_insert_opens() {
    let code = print(&[INSERT]);
    let mut machine = machine_with(&[print(&[DOWN; 24]).as_slice(), &code, &crate::EXIT].concat());
    for column in 0..40 {
        machine.poke(0x0400 + 24 * 40 + column, 1);
    }
    machine.run_from(crate::ORG).expect("the program ends");
    assert_eq!(&machine.screen_text()[22..], ["", format!(" {}", "A".repeat(39)).as_str(), "A"]);
    assert_eq!(starts(&machine, 25)[22..], [true, true, false]);
    assert_eq!(machine.peek(0xf2), 0, "behind the table");
    check(&machine);
}

#[test]
fn a_line_of_two_full_rows_takes_no_insertion() {
    let machine = screen(&[&[b'A'; 79], &[HOME], &[DOWN], &[RIGHT; 39], b"E", &[HOME, INSERT], b"X"]);
    assert_eq!(machine.screen_text()[0], format!("X{}", "A".repeat(39)));
    assert_eq!(machine.screen_text()[1], format!("{}E", "A".repeat(39)));
}

#[test]
fn insertions_outstanding_show_control_codes() {
    let machine = screen(&[&[INSERT, INSERT, RIGHT, LEFT, RIGHT], b"X"]);
    assert_eq!([0x400, 0x401, 0x402].map(|at| machine.peek(at)), [0x9d, 0xdd, 0x20]);
    assert_eq!((machine.peek(0x403), cursor(&machine)), (0x18, (0, 4)));
    assert_eq!(screen(&[&[INSERT, INSERT, RETURN, RIGHT]]).peek(0xd8), 0, "a return ends it");
}

#[test]
fn a_cursor_out_of_range_is_taken_for_the_nearest() {
    let mut machine = machine_with(&[print(b"X"), crate::EXIT.to_vec()].concat());
    machine.poke(0xd3, 200);
    machine.poke(0xd6, 99);
    machine.run_from(crate::ORG).expect("the program ends");
    assert_eq!(machine.screen_text()[23], format!("{:39}X", ""), "the last cell, and a new row below");
}

#[test]
fn the_first_column_beyond_a_row_is_taken_for_the_last() {
    let mut machine =
        machine_with(&[[0x18, 0xa2, 3, 0xa0, 40, 0x20, 0xf0, 0xff].as_slice(), &crate::EXIT].concat());
    machine.run_from(crate::ORG).expect("the program ends");
    assert_eq!((cursor(&machine), machine.peek(0xd3)), ((3, 39), 39));
}

#[test]
fn the_first_row_below_the_screen_is_taken_for_the_last() {
    // CLC, LDX #25, LDY #3, JSR PLOT.
    let machine = run(&[0x18, 0xa2, 25, 0xa0, 3, 0x20, 0xf0, 0xff]);
    assert_eq!(cursor(&machine), (24, 3));
    assert_eq!(machine.peek_word(0xd1), 0x0400 + 40 * 24);
}

#[test]
fn writing_over_a_line_of_two_rows_joins_nothing() {
    let long = [b'A'; 41];
    let machine = screen(&[&[DOWN], &long, &[UP, LEFT], &long[..40]]);
    assert_eq!(starts(&machine, 4), [true, true, false, true]);
    assert_eq!(cursor(&machine), (2, 0));
}

#[test]
fn shift_with_commodore_can_be_locked() {
    assert_eq!(screen(&[b"\x08"]).peek(0x0291), 0x80);
    assert_eq!(screen(&[b"\x08\x09"]).peek(0x0291), 0);
}

#[test]
fn all_colours_have_their_codes() {
    // Source: Programmer's Reference Guide, appendix C.
    let codes = b"\x90\x05\x1c\x9f\x9c\x1e\x1f\x9e\x81\x95\x96\x97\x98\x99\x9a\x9b";
    for (colour, code) in (0..).zip(codes) {
        let machine = screen(&[&[*code], b"X"]);
        assert_eq!((machine.peek(0xd800) & 15, machine.peek(0x0286)), (colour, colour));
    }
    assert_eq!(screen(&[b"\x05\x02X"]).peek(0x0286), 1, "other codes change nothing");
}
