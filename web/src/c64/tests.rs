//! Programs and disks on the page's C64: which ones start and run, what they show and play, and which ones end with a message.

use d64::geometry::Location;

use super::*;

/// Returns `10 SYS 2061` and this code at $080D.
fn prg(code: &[u8]) -> Vec<u8> {
    let mut prg = vec![0x01, 0x08, 0x0b, 0x08, 0x0a, 0x00, 0x9e, b'2', b'0', b'6', b'1', 0, 0, 0];
    prg.extend(code);
    prg
}

fn run(code: &[u8], frames: u32) -> (C64, Result<Now, String>) {
    let mut c64 = C64::default();
    c64.start(&prg(code), false).unwrap();
    let mut last = Ok(Now::Runs);
    for _ in 0..frames {
        last = c64.run_frame();
        if last != Ok(Now::Runs) {
            break;
        }
    }
    (c64, last)
}

#[test]
fn frames_and_their_picture_are_those_of_the_standard() {
    for (ntsc, rows) in [(false, 272), (true, 247)] {
        let mut c64 = C64::default();
        c64.start(&prg(&[0xee, 0x20, 0xd0, 0x4c, 0x0d, 0x08]), ntsc).unwrap();
        assert!((0..3).all(|_| c64.run_frame() == Ok(Now::Runs)));
        assert_eq!([c64.draw(), c64.draw()], [0..rows, 0..0]);
        assert_eq!((c64.pixels().len(), c64.height()), (384 * rows * 4, rows));
        // The border has a different colour on each raster line of each frame.
        assert_eq!((c64.run_frame(), c64.draw()), (Ok(Now::Runs), 0..rows));
    }
}

#[test]
fn rows_that_stand_still_are_not_drawn_again() {
    // LDA $FB, STA in rows 1 and 3 of the text, and again.
    let code = [0xa5, 0xfb, 0x8d, 0x28, 0x04, 0x8d, 0x78, 0x04, 0x4c, 0x0d, 0x08];
    let (mut c64, _) = run(&code, 3);
    c64.draw();
    c64.machine.as_mut().unwrap().poke(0xfb, 0xa0);
    (0..2).for_each(|_| drop(c64.run_frame()));
    // The text begins in row 35 of the picture.
    assert_eq!(c64.draw(), 35 + 8..35 + 4 * 8);
    let by_rows = c64.pixels().to_vec();
    c64.drawn.clear();
    assert_eq!((c64.draw(), c64.pixels() == by_rows), (0..272, true));
}

#[test]
fn sound_is_made_only_if_it_is_asked_for() {
    // Volume, sustain, frequency, sawtooth; then a loop.
    let mut code = Vec::new();
    for (register, value) in [(0x18, 15), (6, 0xf0), (1, 0x20), (4, 0x21)] {
        code.extend([0xa9, value, 0x8d, register, 0xd4]);
    }
    code.extend([0xe6, 0x02, 0x4c, 0x21, 0x08]);
    let (mut c64, last) = run(&code, 5);
    assert_eq!(last, Ok(Now::Runs));
    assert!(c64.take_sound().is_empty());
    c64.set_sound(44_100);
    (0..5).for_each(|_| drop(c64.run_frame()));
    let loud = c64.take_sound().iter().filter(|sample| sample.abs() > 0.025).count();
    assert!(loud > 1000 && c64.sound().len() > 4000, "{loud} of {}", c64.sound().len());
}

#[test]
fn sound_is_never_louder_than_half_of_full_scale() {
    // Three voices of one frequency at full volume, with the volume switched on and off as in programs that play samples.
    let mut code = Vec::new();
    for voice in [0, 7, 14] {
        for (register, value) in [(3, 8), (6, 0xf0), (1, 0x10), (4, 0x41)] {
            code.extend([0xa9, value, 0x8d, voice + register, 0xd4]);
        }
    }
    let start = 0x080d + code.len() as u16;
    for volume in [15, 0] {
        code.extend([
            0xa9, volume, 0x8d, 0x18, 0xd4, 0xa2, 0xf0, 0xa0, 0x04, 0x88, 0xd0, 0xfd, 0xca, 0xd0, 0xf8,
        ]);
    }
    let [low, high] = start.to_le_bytes();
    code.extend([0x4c, low, high]);
    let (mut c64, _) = run(&code, 1);
    c64.set_sound(44_100);
    let mut most = 0.0_f32;
    for _ in 0..50 {
        c64.run_frame().unwrap();
        most = c64.take_sound().iter().fold(most, |most, sample| most.max(sample.abs()));
    }
    assert!((0.45..=LOUDEST).contains(&most), "{most}");
    assert!(20.0 * LOUDEST.log10() <= -6.0);
}

#[test]
fn time_passes_while_a_line_is_awaited() {
    // JSR CHRIN, STA $02, JMP to itself by way of INC $03.
    let code = [0x20, 0xcf, 0xff, 0x85, 2, 0xe6, 3, 0x4c, 0x12, 0x08];
    let (mut c64, last) = run(&code, 1);
    assert_eq!(last, Ok(Now::WaitsForLine));
    let before = c64.peek(0xa2, true);
    assert!((0..50).all(|_| c64.run_frame() == Ok(Now::WaitsForLine)));
    assert!((58..=61).contains(&(c64.peek(0xa2, true) - before)), "a second of the clock");
    c64.type_key(b'A');
    assert_eq!(c64.run_frame(), Ok(Now::WaitsForLine));
    c64.type_key(13);
    assert_eq!((c64.run_frame(), c64.peek(2, true)), (Ok(Now::Runs), b'A'));
}

#[test]
fn hostile_programs_end_with_a_message() {
    assert!(run(&[0x02], 5).1.unwrap_err().contains("JAM ($02)"));
    // Fills all memory, its own code included.
    let filler = [
        0xa0, 0, 0x84, 2, 0xa9, 0, 0x85, 3, 0xa9, 0xff, 0x91, 2, 0xc8, 0xd0, 0xfb, 0xe6, 3, 0x4c, 0x17, 0x08,
    ];
    assert!(run(&filler, 100).1.is_err());
    assert_eq!(run(&[0x60], 5).1, Ok(Now::Ended));
    let mut c64 = C64::default();
    assert!(c64.start(&[1, 8], false).is_err() && c64.start(&[0, 0x40, 1, 2], false).is_err());
    assert!(c64.start_disk(&[0; 174_848], None, false).is_err());
    assert_eq!(c64.run_frame(), Ok(Now::Ended));
    assert!(c64.draw().is_empty() && c64.pixels().is_empty());
}

#[test]
fn a_disk_starts_with_the_first_of_its_programs_that_runs() {
    // Data, a machine code loader and a program: the type of each, its name, its position, and the bytes used in its block.
    let program = prg(&[0xe6, 2, 0x4c, 0x0d, 0x08]);
    let files: [&[u8]; 3] = [&[0, 0xc0, 1, 2, 3], &[0, 0x40, 0x60], &program];
    let mut image = Image::zeroed();
    for (at, file) in (0..).zip(files) {
        let block = image.sector_mut(Location { track: 17, sector: at }).unwrap();
        block[1] = file.len() as u8 + 1;
        block[2..2 + file.len()].copy_from_slice(file);
        let directory = image.sector_mut(Location { track: 18, sector: 1 }).unwrap();
        directory[1] = 0xff;
        let entry = &mut directory[usize::from(at) * 32 + 2..][..19];
        entry.fill(0xa0);
        entry[..4].copy_from_slice(&[0x82, 17, at, b'A' + at]);
    }
    let mut c64 = C64::default();
    assert_eq!(c64.start_disk(image.bytes(), None, false), Ok(2));
    assert_eq!((c64.run_frame(), c64.programs().as_str()), (Ok(Now::Runs), "A\nB\nC"));
    // A program chosen by position is not replaced by another one.
    assert!(c64.start_disk(image.bytes(), Some(1), false).is_err());
    assert_eq!(c64.start_disk(image.bytes(), Some(2), false), Ok(2));
}

/// The behaviour of such programs is unknown; what matters is that all of them end or go on, without a panic.
#[test]
fn random_programs_do_no_harm() {
    let mut random = 1_u32;
    let mut next = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 24) as u8
    };
    let mut failed = 0;
    for round in 0..400 {
        // Half of them store to the chips and call the KERNAL more often than random code would.
        let mut code = Vec::new();
        while code.len() < 2_000 {
            match next() % 4 {
                0 if round % 2 == 0 => code.extend([0x8d, next(), 0xd0 | next() & 15]),
                1 if round % 2 == 0 => code.extend([0x20, 0x81 + next() % 39 * 3, 0xff]),
                2 if round % 2 == 0 => code.extend([0xa9, next(), 0xa2, next(), 0xa0, next()]),
                _ => code.push(next()),
            }
        }
        let mut c64 = C64::default();
        c64.set_sound(8_000);
        c64.start(&prg(&code), round % 3 == 0).unwrap();
        for _ in 0..20 {
            failed += usize::from(c64.run_frame().is_err());
            c64.type_key(next());
            c64.hold_key(next(), next(), next() & 1 == 0);
            c64.hold_joystick(next(), next());
        }
        c64.draw();
        c64.take_sound();
        c64.written_files();
    }
    assert!(failed > 100, "{failed} of them failed: they are not as hostile as they should be");
}

#[test]
fn pictures_are_equal_if_every_pixel_is() {
    let picture: Vec<u8> = (0..100).collect();
    assert!(is_equal(&picture, &picture.clone()) && is_equal(&[], &[]));
    for at in 0..picture.len() {
        let mut other = picture.clone();
        other[at] ^= 1;
        assert!(!is_equal(&picture, &other), "{at}");
        assert!(!is_equal(&picture, &picture[..at]) && !is_equal(&picture[..at], &picture), "{at}");
    }
}

#[test]
fn a_shared_game_replaces_no_other_file() {
    let mut c64 = C64::default();
    let shared = |name: &[u8], last| share::write([(&name.to_vec(), &vec![1, 8, last])]);
    assert_eq!(c64.put_shared(&shared(b"2080 GAME 3", 0)), Ok(Some(3)));
    // The same once more, and then others with the same name.
    assert_eq!(c64.put_shared(&shared(b"2080 GAME 3", 0)), Ok(Some(3)));
    let numbers: Vec<_> = (1..10).map(|last| c64.put_shared(&shared(b"2080 GAME 3", last))).collect();
    let expected = [1, 2, 4, 5, 6, 7, 8, 9].map(|number| Ok(Some(number)));
    assert_eq!((&numbers[..8], &numbers[8]), (&expected[..], &Ok(None)));
    assert_eq!(c64.drive.0.borrow().disk.get(b"2080 GAME 3"), Some(&[1, 8, 0][..]));
    let others = [&b""[..], b"2080", b"HISCORE", b"HISCORE 1", b"2080 GAME 0", b"2080 GAME 11"];
    let others = others.map(|name| shared(name, 0));
    for bad in others.iter().map(Vec::as_slice).chain([&[9][..], &[]]) {
        assert!(c64.put_shared(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn files_outlive_the_program_that_wrote_them() {
    let mut c64 = C64::default();
    c64.start(&prg(&[0x60]), false).unwrap();
    let bytes = share::write([(&b"A".to_vec(), &vec![1, 8, 5])]);
    c64.put_files(&bytes).unwrap();
    assert_eq!(c64.written_files(), bytes);
    c64.start(&prg(&[0x60]), false).unwrap();
    assert_eq!(c64.written_files(), bytes);
    assert!(c64.put_files(&[9]).is_err());
    // The last game stays the last one, whatever its name and whatever else is written.
    let [first, second, other] = [&b"2080 GAME 2"[..], b"2080 GAME 1", b"HISCORE"].map(<[u8]>::to_vec);
    let file = vec![1, 8, 6];
    let bytes = share::write([(&first, &file), (&second, &file), (&other, &file)]);
    c64.forget_file(b"A");
    c64.put_files(&bytes).unwrap();
    for _ in 0..2 {
        assert_eq!(c64.written_files(), bytes);
        assert_eq!(c64.last_game(), share::write([(&second, &file)]));
        c64.start(&prg(&[0x60]), false).unwrap();
    }
    for name in [&first, &second, &other] {
        c64.forget_file(name);
    }
    c64.start(&prg(&[0x60]), false).unwrap();
    assert!(c64.written_files().is_empty() && c64.last_game().is_empty());
}

#[test]
fn what_is_seen_inside_the_border_is_told_from_the_border() {
    // Flickers in the border forever; then the same with a letter in the first or the last position.
    for ntsc in [false, true] {
        let mut c64 = C64::default();
        c64.start(&prg(&[0xee, 0x20, 0xd0, 0x4c, 0x0d, 0x08]), ntsc).unwrap();
        (0..3).for_each(|_| drop(c64.run_frame()));
        assert!(c64.is_blank());
        assert!(
            c64.holds(0x080d, &[0xee, 0x20])
                && !c64.holds(0x080d, &[0xee, 0x21])
                && !c64.holds(0xffff, &[0; 9])
        );
        for place in [0x0400 + 42, 0x0400 + 23 * 40 + 37] {
            let [low, high] = u16::to_le_bytes(place);
            let letter = [0xa9, 1, 0x8d, low, high, 0xa9, 1, 0x8d, low, high + 0xd4, 0xee, 0x20, 0xd0];
            c64.start(&prg(&[&letter[..], &[0x4c, 0x17, 0x08]].concat()), ntsc).unwrap();
            (0..3).for_each(|_| drop(c64.run_frame()));
            assert!(!c64.is_blank(), "{place:04x} {ntsc}");
        }
    }
}
