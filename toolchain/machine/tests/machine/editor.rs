//! The text screen as CHROUT leaves it.

use crate::{machine_with, print, run};

fn screen(bytes: &[u8]) -> machine::Machine {
    run(&print(bytes))
}

#[test]
fn text_colour_and_transcript() {
    let machine = screen(b"\x93HELLO\x0d\x05WHITE");
    assert_eq!(&machine.screen_text()[..3], ["HELLO", "WHITE", ""]);
    assert_eq!(machine.transcript(), "HELLO\nWHITE");
    assert_eq!(machine.printed(), b"\x93HELLO\x0d\x05WHITE");
    assert_eq!(machine.peek(0x0400), 8, "screen code of H");
    assert_eq!(machine.peek(0xd800) & 15, 14, "light blue by default");
    assert_eq!(machine.peek(0xd828) & 15, 1);
    assert_eq!((machine.peek(0xd6), machine.peek(0xd3)), (1, 5), "the cursor, where the KERNAL keeps it");
}

#[test]
fn cursor_keys_home_delete_and_insert() {
    assert_eq!(screen(b"ABC\x9d\x9dX").screen_text()[0], "AXC");
    assert_eq!(screen(b"ABC\x13X").screen_text()[0], "XBC");
    assert_eq!(screen(b"A\x11B\x91C").screen_text()[..2], ["A C", " B"]);
    assert_eq!(screen(b"A\x1d\x1dB").screen_text()[0], "A  B");
    assert_eq!(screen(b"ABCD\x9d\x9d\x14").screen_text()[0], "ACD");
    assert_eq!(screen(b"ABC\x14\x14").screen_text()[0], "A");
    assert_eq!(screen(b"ABC\x9d\x9d\x94").screen_text()[0], "A BC");
    assert_eq!(screen(b"\x0d\x14X").screen_text()[0], format!("{:39}X", ""), "DEL at the start of a line");
}

#[test]
fn reverse_ends_at_the_end_of_the_line() {
    let machine = screen(b"\x12AB\x92C\x0d\x12D\x0dE");
    assert_eq!([machine.peek(0x400), machine.peek(0x401), machine.peek(0x402)], [0x81, 0x82, 0x03]);
    assert_eq!((machine.peek(0x428), machine.peek(0x450)), (0x84, 0x05));
}

#[test]
fn lower_case_is_a_matter_of_the_character_set() {
    let machine = screen(b"\x0eabc\xc1ABC");
    assert_eq!(machine.screen_text()[0], "ABCAabc");
    assert_eq!(machine.peek(0xd018) & 2, 2);
    assert_eq!(machine.transcript(), "ABCAabc");
    assert_eq!(screen(b"\x0e\x8eABC").screen_text()[0], "ABC");
}

#[test]
fn control_codes_are_shown_within_quotes() {
    let machine = screen(b"\"\x93\x12\"\x0d");
    assert_eq!([0x400, 0x401, 0x402, 0x403].map(|at| machine.peek(at)), [0x22, 0xd3, 0x92, 0x22]);
    assert_eq!(machine.peek(0xd6), 1, "the return was obeyed");
}

#[test]
fn a_full_row_joins_the_next_to_its_line() {
    let machine = screen(&[[b'A'; 41].as_slice(), b"\x0dB"].concat());
    assert_eq!(&machine.screen_text()[..3], ["A".repeat(40).as_str(), "A", "B"]);
    // Forty characters fill a row, the cursor stands in the next one, and a return leaves that one blank.
    let machine = screen(&[[b'A'; 40].as_slice(), b"\x0dB"].concat());
    assert_eq!(&machine.screen_text()[..3], ["A".repeat(40).as_str(), "", "B"]);
    // Two rows are the most: the 81st character begins a new line.
    let machine = screen(&[b'A'; 81]);
    assert_eq!(machine.screen_text()[2], "A");
    assert_eq!((machine.peek(0xd6), machine.peek(0xd3)), (2, 1));
    // Deleting pulls the second row along.
    let machine = screen(&[[b'A'; 41].as_slice(), b"B\x13\x1d\x14"].concat());
    assert_eq!(&machine.screen_text()[..2], ["A".repeat(40).as_str(), "B"]);
}

#[test]
fn the_screen_scrolls_by_lines_not_by_rows() {
    let mut text = Vec::new();
    for row in 0..26 {
        text.extend([b'A' + row, 0x0d]);
    }
    let rows = screen(&text).screen_text();
    assert_eq!((rows[0].as_str(), rows[23].as_str(), rows[24].as_str()), ("C", "Z", ""));

    let mut text = vec![b'X'; 50];
    for row in 0..24 {
        text.extend([0x0d, b'A' + row]);
    }
    let rows = screen(&text).screen_text();
    assert_eq!((rows[0].as_str(), rows[23].as_str()), ("A", "X"), "both rows of the first line left at once");
    assert_eq!(rows[24], "");
}

#[test]
fn plot_moves_and_tells_the_cursor() {
    // LDX #3, LDY #7, CLC, JSR PLOT, LDA #"*", JSR CHROUT, SEC, JSR PLOT, STX $3000, STY $3001
    let machine = run(&[
        0xa2, 3, 0xa0, 7, 0x18, 0x20, 0xf0, 0xff, 0xa9, 0x2a, 0x20, 0xd2, 0xff, 0x38, 0x20, 0xf0, 0xff, 0x8e,
        0x00, 0x30, 0x8c, 0x01, 0x30,
    ]);
    assert_eq!(machine.screen_text()[3], "       *");
    assert_eq!((machine.peek(0x3000), machine.peek(0x3001)), (3, 8));
}

#[test]
fn a_spoilt_line_table_does_no_harm() {
    // Programs may overwrite $D1-$F2; whatever stands there, printing stays within memory.
    for spoil in [0x00, 0x7f, 0xff] {
        let mut machine = machine_with(
            &[print(b"AB\x14\x94\x11\x9d\x0d"), print(&[b'C'; 90]), crate::EXIT.to_vec()].concat(),
        );
        for address in 0xd1..=0xf2 {
            machine.poke(address, spoil);
        }
        machine.run_from(crate::ORG).expect("the program ends");
        assert_eq!(machine.screen_text().len(), 25);
    }
}
