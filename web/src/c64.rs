//! The page's C64: a program, the frames it shows, its input and its disk.

use std::ops::Range;

use d64::image::Image;
use machine::{Config, Error, Frame, Machine, MemoryDisk, Stop, VideoStandard, palette};

use crate::drive::Drive;
use crate::share;
use crate::think::Think;

/// Bytes per pixel.
const PIXEL: usize = 4;
/// The number of rows of the text, and its columns in the picture, without the first and the last one, which the narrow screen hides, as it
/// does with as many rows.
const TEXT_ROWS: usize = 200;
const TEXT_COLUMN: usize = 40;
const TEXT_WIDTH: usize = 304;
/// Rows to leave out at the top and bottom: those that the 24-row screen hides, and because NTSC is off-centre.
const MARGIN: usize = 8;

/// The largest sample: -6 dBFS, as nobody expects a page to use the full volume.
pub const LOUDEST: f32 = 0.5;

/// The prefix of the names of saved games, before their number (`NAME` in `c64/src/app/files.rs`).
const SAVED_GAME: &[u8] = b"2080 GAME ";

/// Returns the number of a saved game, given the name of its file: 1 to 9 as a digit.
fn game_number(name: &[u8]) -> Option<u8> {
    match name.strip_prefix(SAVED_GAME) {
        Some(&[digit @ b'1'..=b'9']) => Some(digit),
        _ => None,
    }
}

/// How a frame ended. The page uses the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Now {
    /// The program is still running.
    Runs = 0,
    /// It waits for a line of text.
    WaitsForLine = 1,
    /// It has ended.
    Ended = 2,
    /// It did something that this C64 does not support: [`C64::run_frame`] returns an error instead.
    Failed = 3,
    /// Its search has reached a node at which it is to stop.
    AtNode = 4,
}

/// The C64.
#[derive(Default)]
pub struct C64 {
    machine: Option<Machine>,
    ended: bool,
    ntsc: bool,
    rate: u32,
    /// The colours of the picture last drawn, and their values in the browser.
    drawn: Vec<u8>,
    pixels: Vec<u8>,
    sound: Vec<f32>,
    drive: Drive,
    /// Files that every disk holds besides its own.
    kept: Vec<share::File>,
    /// The names of the programs on the inserted disk.
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
    /// The file is not a program that RUN starts.
    pub fn start(&mut self, prg: &[u8], ntsc: bool) -> Result<(), String> {
        let machine = self.loaded(prg, ntsc)?;
        self.begin(machine, ntsc, MemoryDisk::default(), Vec::new());
        Ok(())
    }

    /// Starts a program of a disk image, given its position in the directory, 0 for the first, or the first one that starts, with the disk
    /// in the drive. Returns its position.
    ///
    /// # Errors
    /// The bytes are not a disk image, it has no such program, or RUN does not start it: reports what is wrong with the first one.
    pub fn start_disk(&mut self, image: &[u8], place: Option<usize>, ntsc: bool) -> Result<usize, String> {
        let image = Image::from_bytes(image.to_vec()).map_err(|error| error.to_string())?;
        let programs = image.programs();
        let mut wrong = None;
        for (at, (_, program)) in programs.iter().enumerate() {
            if place.is_some_and(|place| place != at) {
                continue;
            }
            match self.loaded(program, ntsc) {
                Ok(machine) => {
                    let names = programs.into_iter().map(|(name, _)| name).collect();
                    self.begin(machine, ntsc, MemoryDisk::from_image(&image), names);
                    return Ok(at);
                }
                Err(error) => wrong = wrong.or(Some(error)),
            }
        }
        Err(wrong.unwrap_or_else(|| "this disk image has no such program that can be read".to_string()))
    }

    /// Creates a new C64 with a program ready to start.
    fn loaded(&self, prg: &[u8], ntsc: bool) -> Result<Machine, String> {
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
        Ok(machine)
    }

    /// Switches to a new C64 and this disk, which holds these programs.
    fn begin(&mut self, mut machine: Machine, ntsc: bool, disk: MemoryDisk, programs: Vec<Vec<u8>>) {
        let drive = Drive::default();
        self.programs = programs;
        // Files written by the previous program are on this disk, too.
        self.written_files();
        {
            let mut contents = drive.0.borrow_mut();
            contents.disk = disk;
            for (name, file) in &self.kept {
                contents.keep_beside(name, file);
            }
        }
        machine.insert_disk(Box::new(drive.clone()));
        // Only the page knows which program this is: it will show the search again.
        self.think.hide();
        (self.drive, self.machine, self.ended, self.ntsc) = (drive, Some(machine), false, ntsc);
    }

    /// Runs for one frame.
    ///
    /// # Errors
    /// The program did something that this C64 does not support. It is stopped in that case.
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

    /// Returns the number of rows of the picture.
    pub fn height(&self) -> usize {
        self.pixels.len() / (Frame::WIDTH * PIXEL)
    }

    /// Draws the last frame, or the present screen if time stands still. Returns the range of rows that differ from the
    /// previous picture: most of the time a board does not change, and rows not handed to the browser cost it nothing.
    pub fn draw(&mut self) -> Range<usize> {
        let Some(machine) = &self.machine else { return 0..0 };
        let still = if self.ended || machine.frame().is_none() { machine.still() } else { None };
        let Some(frame) = still.as_ref().or(machine.frame()) else { return 0..0 };
        if self.drawn.len() != frame.pixels().len() {
            // A value that is not a colour.
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

    /// Whether nothing is visible inside the border, as while a program decompresses itself.
    pub fn is_blank(&self) -> bool {
        let Some(frame) = self.machine.as_ref().and_then(Machine::frame) else { return true };
        let rows = frame.pixels().chunks_exact(Frame::WIDTH);
        let border = (rows.len().saturating_sub(TEXT_ROWS)) / 2 + MARGIN;
        let inside = rows.skip(border).take(TEXT_ROWS - 2 * MARGIN);
        let mut pixels = inside.flat_map(|row| row.iter().skip(TEXT_COLUMN).take(TEXT_WIDTH));
        let first = pixels.next();
        pixels.all(|pixel| Some(pixel) == first)
    }

    /// Whether the RAM holds these bytes from an address on.
    pub fn holds(&self, address: u16, bytes: &[u8]) -> bool {
        let start = usize::from(address);
        let Some(machine) = self.machine.as_ref().filter(|_| start + bytes.len() <= 0x10000) else {
            return false;
        };
        machine.ram(start..start + bytes.len()) == bytes
    }

    /// Returns the names of the programs on the disk, one per line; none without a disk image.
    pub fn programs(&self) -> String {
        let names: Vec<String> = self.programs.iter().map(|name| d64::petscii::decode(name)).collect();
        names.join("\n")
    }

    /// Returns the picture: red, green, blue and opacity of each pixel.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Sets the number of samples per second, 0 for none.
    pub fn set_sound(&mut self, rate: u32) {
        self.rate = rate;
        if let Some(machine) = &mut self.machine {
            machine.set_sound(Some(rate).filter(|rate| *rate > 0));
        }
    }

    /// Takes the samples made since the last call, none of them louder than [`LOUDEST`].
    pub fn take_sound(&mut self) -> &[f32] {
        self.sound = self.machine.as_mut().map(Machine::take_samples).unwrap_or_default();
        for sample in &mut self.sound {
            *sample = (*sample * LOUDEST).clamp(-LOUDEST, LOUDEST);
        }
        &self.sound
    }

    /// Returns the samples taken last.
    pub fn sound(&self) -> &[f32] {
        &self.sound
    }

    /// Types a key.
    pub fn type_key(&mut self, petscii: u8) {
        if let Some(machine) = &mut self.machine {
            machine.type_keys(&[petscii]);
        }
    }

    /// Holds or releases a key of the keyboard matrix.
    pub fn hold_key(&mut self, column: u8, row: u8, held: bool) {
        if let Some(machine) = &mut self.machine {
            machine.hold_key(column, row, held);
        }
    }

    /// Holds or releases RUN/STOP.
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

    /// Returns the byte at an address as the program would read it, or the byte of the RAM there; 0 before the first program.
    pub fn peek(&self, address: u16, ram: bool) -> u8 {
        let Some(machine) = &self.machine else { return 0 };
        let at = usize::from(address);
        if ram { machine.ram(at..at + 1)[0] } else { machine.peek(address) }
    }

    /// Follows the searches of the program, whose fields are at the described addresses.
    ///
    /// # Errors
    /// The bytes are not such a description.
    pub fn show_search(&mut self, description: &[u8]) -> Result<(), String> {
        self.think.show(description)?;
        self.watch();
        Ok(())
    }

    /// Stops following searches.
    pub fn hide_search(&mut self) {
        self.think.hide();
        self.watch();
    }

    fn watch(&mut self) {
        if let Some(machine) = &mut self.machine {
            machine.watch(&self.think.watched());
        }
    }

    /// Stops at every node of a followed search, or at none.
    pub fn stop_at_nodes(&mut self, stops: bool) {
        self.think.stops = stops;
    }

    /// Returns the state of the search in memory as JSON; empty if no search is followed.
    pub fn search(&self) -> String {
        self.machine.as_ref().map(|machine| self.think.json(machine)).unwrap_or_default()
    }

    /// Returns how often the disk was changed.
    pub fn disk_writes(&self) -> u32 {
        self.drive.0.borrow().writes
    }

    /// Returns the files that programs have written, the latest one last. They also stay on the disks of programs started later.
    pub fn written_files(&mut self) -> Vec<u8> {
        self.kept.clone_from(&self.drive.0.borrow().written);
        share::write(self.kept.iter().map(|(name, file)| (name, file)))
    }

    /// Adds files to every disk, including the present one.
    ///
    /// # Errors
    /// The bytes are not files.
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

    /// Forgets a file that was written: it is removed from every disk.
    pub fn forget_file(&mut self, name: &[u8]) {
        self.drive.0.borrow_mut().forget(name);
        self.kept.retain(|kept| kept.0 != name);
    }

    /// Adds a shared saved game to the files that are there: if its name is taken, it gets the first free of the nine numbers that
    /// end such names. Returns its number; `None` if none is free.
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
            .find(|name| self.drive.0.borrow().disk.get(name).is_none_or(|there| there == file));
        let Some(name) = free else { return Ok(None) };
        let number = name[SAVED_GAME.len()] - b'0';
        self.put_files(&share::write([(&name, &file)]))?;
        Ok(Some(number))
    }

    /// Returns the saved game that was written last, before or after a program started, in the format of [`C64::put_files`]; empty if there
    /// is none. Files of other programs are not games.
    pub fn last_game(&self) -> Vec<u8> {
        let contents = self.drive.0.borrow();
        let game = contents.written.iter().rev().find(|(name, _)| game_number(name).is_some());
        share::write(game.map(|(name, file)| (name, file)))
    }
}

/// Whether two rows of a picture are equal. Compares eight pixels at once: WebAssembly compares slices byte by byte.
fn is_equal(a: &[u8], b: &[u8]) -> bool {
    let [(a, a_rest), (b, b_rest)] = [a.as_chunks::<8>(), b.as_chunks::<8>()];
    let words = || a.iter().zip(b).all(|(a, b)| u64::from_ne_bytes(*a) == u64::from_ne_bytes(*b));
    a.len() == b.len() && a_rest == b_rest && words()
}

/// Returns the first line of an error: the rest is for programmers.
fn first_line(error: &Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests;
