//! A C64 as the page has it: a program, the frames it shows, what it is played with, its disk.

use std::ops::Range;

use d64::image::Image;
use machine::{Config, Error, Frame, Machine, Stop, VideoStandard, palette};

use crate::drive::Drive;
use crate::share;
use crate::think::Think;

/// Bytes of a pixel.
const PIXEL: usize = 4;
/// The rows of the text, and its columns in the picture without the first and the last, which the narrow screen hides as it hides as
/// many rows.
const TEXT_ROWS: usize = 200;
const TEXT_COLUMN: usize = 40;
const TEXT_WIDTH: usize = 304;
/// Rows that are left out above and below: those of the low screen, and where NTSC is not in the middle.
const MARGIN: usize = 8;

/// What the names of saved games begin with, before their number (`NAME` in `c64/src/app/files.rs`).
const SAVED_GAME: &[u8] = b"2080 GAME ";

/// The number of a saved game, by the name of its file: 1 to 9 as a digit.
fn game_number(name: &[u8]) -> Option<u8> {
    match name.strip_prefix(SAVED_GAME) {
        Some(&[digit @ b'1'..=b'9']) => Some(digit),
        _ => None,
    }
}

/// How a frame ended. The page has the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Now {
    /// The program goes on.
    Runs = 0,
    /// It waits for a line of text.
    WaitsForLine = 1,
    /// It has ended.
    Ended = 2,
    /// It did what this C64 cannot do: [`C64::run_frame`] gives an error instead.
    Failed = 3,
    /// Its search has come to a node, at which it is to stop.
    AtNode = 4,
}

/// The C64.
#[derive(Default)]
pub struct C64 {
    machine: Option<Machine>,
    ended: bool,
    ntsc: bool,
    rate: u32,
    /// The colours of the picture, and what they are in the browser.
    drawn: Vec<u8>,
    pixels: Vec<u8>,
    sound: Vec<f32>,
    drive: Drive,
    /// Files that every disk has besides its own.
    kept: Vec<share::File>,
    /// The names of the programs on the disk that was put in.
    programs: Vec<Vec<u8>>,
    think: Think,
}

fn standard(ntsc: bool) -> VideoStandard {
    if ntsc { VideoStandard::Ntsc } else { VideoStandard::Pal }
}

impl C64 {
    /// Starts a program on a new C64.
    ///
    /// # Errors
    /// It is no program that RUN starts.
    pub fn start(&mut self, prg: &[u8], ntsc: bool) -> Result<(), String> {
        self.start_with(prg, ntsc, Vec::new())
    }

    /// Starts a program of a disk image by its place in the directory, 0 for the first, with the disk in the drive.
    ///
    /// # Errors
    /// It is no disk image, it has no such program, or that is none that RUN starts.
    pub fn start_disk(&mut self, image: &[u8], place: usize, ntsc: bool) -> Result<(), String> {
        let files = Image::from_bytes(image.to_vec())
            .map_err(|_| format!("a disk image (D64) has 174,848 bytes, and this file has {}", image.len()))?
            .programs();
        let Some((_, program)) = files.get(place).cloned() else {
            return Err("this disk image has no such program that can be read".to_string());
        };
        self.start_with(&program, ntsc, files)
    }

    fn start_with(&mut self, prg: &[u8], ntsc: bool, files: Vec<share::File>) -> Result<(), String> {
        let mut machine = Machine::new(Config {
            cycle_limit: u64::MAX,
            strict: false,
            standard: standard(ntsc),
            display: true,
            video_stalls: true,
            line_takes_time: true,
            sound: Some(self.rate).filter(|rate| *rate > 0),
            ..Config::default()
        });
        machine.load_prg(prg).map_err(|error| first_line(&error))?;
        machine.prepare_basic_program().map_err(|error| first_line(&error))?;
        let drive = Drive::default();
        self.programs = files.iter().map(|(name, _)| name.clone()).collect();
        // What the program before has written is on the disk of this one, too.
        self.written_files();
        {
            let mut contents = drive.0.borrow_mut();
            contents.disk.files.extend(files);
            for (name, file) in &self.kept {
                contents.keep_beside(name, file);
            }
        }
        machine.insert_disk(Box::new(drive.clone()));
        // Which program that is, only the page knows: it shows the search anew.
        self.think.hide();
        (self.drive, self.machine, self.ended, self.ntsc) = (drive, Some(machine), false, ntsc);
        Ok(())
    }

    /// Runs for a frame.
    ///
    /// # Errors
    /// The program did what this C64 cannot do. It is stopped then.
    pub fn run_frame(&mut self) -> Result<Now, String> {
        let frame = standard(self.ntsc).cycles_per_frame();
        let Some(machine) = self.machine.as_mut().filter(|_| !self.ended) else { return Ok(Now::Ended) };
        let end = machine.cycles() + frame;
        while machine.cycles() < end {
            match machine.run_for(end - machine.cycles()) {
                Ok(None | Some(Stop::WaitingForKey)) => {}
                Ok(Some(Stop::Stored { address, value })) => {
                    if self.think.stored(machine, address, value) && self.think.stops {
                        return Ok(Now::AtNode);
                    }
                }
                Ok(Some(_)) => {
                    self.ended = true;
                    return Ok(Now::Ended);
                }
                Err(error) => {
                    self.ended = true;
                    return Err(first_line(&error));
                }
            }
        }
        Ok(if machine.awaits_line() { Now::WaitsForLine } else { Now::Runs })
    }

    /// The rows of the picture.
    pub fn height(&self) -> usize {
        self.pixels.len() / (Frame::WIDTH * PIXEL)
    }

    /// Draws the last frame, or what is seen where time stands still. Returns the rows from the first to the last that differ from
    /// the picture before: most of the time a board stands still, and what is not handed to the browser costs it nothing.
    pub fn draw(&mut self) -> Range<usize> {
        let Some(machine) = &self.machine else { return 0..0 };
        let still = if self.ended || machine.frame().is_none() { machine.still() } else { None };
        let Some(frame) = still.as_ref().or(machine.frame()) else { return 0..0 };
        if self.drawn.len() != frame.pixels().len() {
            // A value that no colour has.
            self.drawn = vec![0xff; frame.pixels().len()];
            self.pixels = vec![0; frame.pixels().len() * PIXEL];
        }
        let colours = palette().map(|[red, green, blue]| [red, green, blue, 0xff]);
        let drawn = self.drawn.chunks_exact_mut(Frame::WIDTH);
        let rows = drawn.zip(frame.pixels().chunks_exact(Frame::WIDTH)).enumerate();
        let mut changed = 0..0;
        for (row, (drawn, seen)) in rows.filter(|(_, (drawn, seen))| !is_equal(drawn, seen)) {
            changed = if changed.is_empty() { row } else { changed.start }..row + 1;
            drawn.copy_from_slice(seen);
            let pixels = &mut self.pixels[row * Frame::WIDTH * PIXEL..][..Frame::WIDTH * PIXEL];
            for (pixel, colour) in pixels.chunks_exact_mut(PIXEL).zip(seen) {
                pixel.copy_from_slice(&colours[usize::from(colour & 15)]);
            }
        }
        changed
    }

    /// Whether nothing is seen inside the border, as while a program unpacks itself.
    pub fn is_blank(&self) -> bool {
        let Some(frame) = self.machine.as_ref().and_then(Machine::frame) else { return true };
        let rows = frame.pixels().chunks_exact(Frame::WIDTH);
        let border = (rows.len().saturating_sub(TEXT_ROWS)) / 2 + MARGIN;
        let inside = rows.skip(border).take(TEXT_ROWS - 2 * MARGIN);
        let mut pixels = inside.flat_map(|row| row.iter().skip(TEXT_COLUMN).take(TEXT_WIDTH));
        let first = pixels.next();
        pixels.all(|pixel| Some(pixel) == first)
    }

    /// Whether the RAM from an address on has these bytes.
    pub fn holds(&self, address: u16, bytes: &[u8]) -> bool {
        let start = usize::from(address);
        let Some(machine) = self.machine.as_ref().filter(|_| start + bytes.len() <= 0x10000) else {
            return false;
        };
        machine.ram(start..start + bytes.len()) == bytes
    }

    /// The names of the programs on the disk, a line each; none without a disk image.
    pub fn programs(&self) -> String {
        let names: Vec<String> = self.programs.iter().map(|name| d64::petscii::decode(name)).collect();
        names.join("\n")
    }

    /// The picture: red, green, blue and opacity of each pixel.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Makes so many samples a second, or none for 0.
    pub fn set_sound(&mut self, rate: u32) {
        self.rate = rate;
        if let Some(machine) = &mut self.machine {
            machine.set_sound(Some(rate).filter(|rate| *rate > 0));
        }
    }

    /// Takes the samples made since the last time.
    pub fn take_sound(&mut self) -> &[f32] {
        self.sound = self.machine.as_mut().map(Machine::take_samples).unwrap_or_default();
        &self.sound
    }

    /// The samples taken last.
    pub fn sound(&self) -> &[f32] {
        &self.sound
    }

    /// Types a key.
    pub fn type_key(&mut self, petscii: u8) {
        if let Some(machine) = &mut self.machine {
            machine.type_keys(&[petscii]);
        }
    }

    /// Holds a key of the matrix, or lets it go.
    pub fn hold_key(&mut self, column: u8, row: u8, held: bool) {
        if let Some(machine) = &mut self.machine {
            machine.hold_key(column, row, held);
        }
    }

    /// Holds RUN/STOP, or lets it go.
    pub fn hold_stop(&mut self, held: bool) {
        if let Some(machine) = &mut self.machine {
            machine.press_stop(held);
        }
    }

    /// Sets the joystick of a port.
    pub fn hold_joystick(&mut self, port: u8, held: u8) {
        if let Some(machine) = &mut self.machine {
            machine.hold_joystick(port, held);
        }
    }

    /// The byte at an address as the program would read it, or of the RAM there; 0 before the first program.
    pub fn peek(&self, address: u16, ram: bool) -> u8 {
        let Some(machine) = &self.machine else { return 0 };
        let at = usize::from(address);
        if ram { machine.ram(at..at + 1)[0] } else { machine.peek(address) }
    }

    /// Follows the searches of the program, whose fields lie as described.
    ///
    /// # Errors
    /// This is no such description.
    pub fn show_search(&mut self, description: &[u8]) -> Result<(), String> {
        self.think.show(description)?;
        self.watch();
        Ok(())
    }

    /// Follows no search any more.
    pub fn hide_search(&mut self) {
        self.think.hide();
        self.watch();
    }

    fn watch(&mut self) {
        if let Some(machine) = &mut self.machine {
            machine.watch(&self.think.watched());
        }
    }

    /// Stops at every node of a search that is followed, or at none.
    pub fn stop_at_nodes(&mut self, stops: bool) {
        self.think.stops = stops;
    }

    /// What the search has in memory, as JSON; empty if none is followed.
    pub fn search(&self) -> String {
        self.machine.as_ref().map(|machine| self.think.json(machine)).unwrap_or_default()
    }

    /// How often the disk was changed.
    pub fn disk_writes(&self) -> u32 {
        self.drive.0.borrow().writes
    }

    /// The files that programs have written, the last one last. They stay on the disks of programs started later, too.
    pub fn written_files(&mut self) -> Vec<u8> {
        self.kept.clone_from(&self.drive.0.borrow().written);
        share::write(self.kept.iter().map(|(name, file)| (name, file)))
    }

    /// Keeps files for every disk, and puts them onto the present one.
    ///
    /// # Errors
    /// The bytes are no files.
    pub fn put_files(&mut self, bytes: &[u8]) -> Result<(), String> {
        let files = share::read(bytes).ok_or("these saved files are damaged")?;
        let mut contents = self.drive.0.borrow_mut();
        for (name, file) in files {
            contents.keep(&name, &file);
            self.kept.retain(|kept| kept.0 != name);
            self.kept.push((name, file));
        }
        Ok(())
    }

    /// Forgets a file that was written: it is on no disk any more.
    pub fn forget_file(&mut self, name: &[u8]) {
        self.drive.0.borrow_mut().forget(name);
        self.kept.retain(|kept| kept.0 != name);
    }

    /// Keeps a saved game that somebody shares beside the files that are there: if its name is another file's, it takes the first free
    /// number of the nine that end such names. Its number; `None` if none is free.
    ///
    /// # Errors
    /// The bytes are not one such file.
    pub fn put_shared(&mut self, bytes: &[u8]) -> Result<Option<u8>, String> {
        let Some([(name, file)]) =
            share::read(bytes).as_deref().map(<&[share::File; 1]>::try_from).and_then(Result::ok).cloned()
        else {
            return Err("this saved game is damaged".into());
        };
        let own = game_number(&name).ok_or("this is no saved game")?;
        let free = std::iter::once(own)
            .chain(b'1'..=b'9')
            .map(|digit| [SAVED_GAME, &[digit]].concat())
            .find(|name| self.drive.0.borrow().disk.files.get(name).is_none_or(|there| *there == file));
        let Some(name) = free else { return Ok(None) };
        let number = name[SAVED_GAME.len()] - b'0';
        self.put_files(&share::write([(&name, &file)]))?;
        Ok(Some(number))
    }

    /// The saved game that was written last, before a program started or after that, as [`C64::put_files`] takes it; empty if there is
    /// none. Files of other programs are no games.
    pub fn last_game(&self) -> Vec<u8> {
        let contents = self.drive.0.borrow();
        let game = contents.written.iter().rev().find(|(name, _)| game_number(name).is_some());
        share::write(game.map(|(name, file)| (name, file)))
    }
}

/// Whether two rows of a picture are equal. Compares eight pixels at once: on WebAssembly, slices are compared byte by byte.
fn is_equal(a: &[u8], b: &[u8]) -> bool {
    let [(a, a_rest), (b, b_rest)] = [a.as_chunks::<8>(), b.as_chunks::<8>()];
    let words = || a.iter().zip(b).all(|(a, b)| u64::from_ne_bytes(*a) == u64::from_ne_bytes(*b));
    a.len() == b.len() && a_rest == b_rest && words()
}

/// The first line of an error: the rest is for programmers.
fn first_line(error: &Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `10 SYS 2061` and this code at $080D.
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
            // The border has another colour at each line of each frame.
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
        let loud = c64.take_sound().iter().filter(|sample| sample.abs() > 0.05).count();
        assert!(loud > 1000 && c64.sound().len() > 4000, "{loud} of {}", c64.sound().len());
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
        assert!(run(&[0x02], 5).1.unwrap_err().contains("illegal opcode $02"));
        // Fills all memory, its own code included.
        let filler = [
            0xa0, 0, 0x84, 2, 0xa9, 0, 0x85, 3, 0xa9, 0xff, 0x91, 2, 0xc8, 0xd0, 0xfb, 0xe6, 3, 0x4c, 0x17,
            0x08,
        ];
        assert!(run(&filler, 100).1.is_err());
        assert_eq!(run(&[0x60], 5).1, Ok(Now::Ended));
        let mut c64 = C64::default();
        assert!(c64.start(&[1, 8], false).is_err() && c64.start(&[0, 0x40, 1, 2], false).is_err());
        assert!(c64.start_disk(&[0; 174_848], 0, false).is_err());
        assert_eq!(c64.run_frame(), Ok(Now::Ended));
        assert!(c64.draw().is_empty() && c64.pixels().is_empty());
    }

    /// What such programs do nobody knows; that all of them end or go on, without a panic, is the point.
    #[test]
    fn random_programs_do_no_harm() {
        let mut random = 1_u32;
        let mut next = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 24) as u8
        };
        let mut failed = 0;
        for round in 0..400 {
            // Half of them store to the chips and call the KERNAL more often than chance would have it.
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
        // The same again, and then others of the same name.
        assert_eq!(c64.put_shared(&shared(b"2080 GAME 3", 0)), Ok(Some(3)));
        let numbers: Vec<_> = (1..10).map(|last| c64.put_shared(&shared(b"2080 GAME 3", last))).collect();
        let expected = [1, 2, 4, 5, 6, 7, 8, 9].map(|number| Ok(Some(number)));
        assert_eq!((&numbers[..8], &numbers[8]), (&expected[..], &Ok(None)));
        assert!(c64.drive.0.borrow().disk.files[&b"2080 GAME 3"[..]] == [1, 8, 0]);
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
        // Flickers in the border for ever; then the same with a letter in the first or the last place.
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
}
