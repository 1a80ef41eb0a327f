//! Starts VICE without a visible window, limits its time, and reads its exit code from the log.
//!
//! Every run has its own virtual X server, an empty working folder and an empty home, so that nothing is read or left behind and runs can
//! go on side by side. Both processes lead a process group of their own; the guard kills whole groups.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, PipeReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::display::Margins;
use super::interrupted::Note;
use super::{ViceError, VicePaths};

/// Lines of the log quoted in an error.
const QUOTED_LINES: usize = 6;

/// The time limit for a process that was asked to end, and for the start of the X server.
const GRACE: Duration = Duration::from_secs(20);

/// One of VICE's two C64 emulators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emulator {
    /// `x64sc`, cycle-exact, about 14 MHz.
    #[default]
    Exact,
    /// `x64`, about 180 MHz; its cycle counts differ by a few in a million.
    Fast,
}

/// The video standard of the emulated machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Video {
    /// 985,248 Hz, 312 lines of 63 cycles.
    #[default]
    Pal,
    /// 1,022,727 Hz, 263 lines of 65 cycles.
    Ntsc,
}

impl Margins {
    /// Returns the margins of VICE's normal borders, which the built-in C64 draws, too: 384 by 272 pixels with PAL, 384 by 247 with NTSC.
    pub const fn normal(video: Video) -> Margins {
        match video {
            Video::Pal => Margins { left: 32, right: 32, top: 35, bottom: 37 },
            Video::Ntsc => Margins { left: 32, right: 32, top: 23, bottom: 24 },
        }
    }
}

/// The limits of a run; the first one reached ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// CPU cycles since power-on.
    pub cycles: u64,
    /// Time on the host. A drive that follows a circular chain stops the emulated clock, so a cycle limit is not enough.
    pub wall: Duration,
}

impl Default for Limits {
    /// Returns a limit of two billion cycles (33 minutes on a PAL C64) and five minutes.
    fn default() -> Limits {
        Limits { cycles: 2_000_000_000, wall: Duration::from_secs(300) }
    }
}

/// The configuration of a run of VICE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The emulator.
    pub emulator: Emulator,
    /// The video standard.
    pub video: Video,
    /// The limits of the run.
    pub limits: Limits,
    /// The control port with a simulated joystick, 1 or 2, if any. While one is plugged into port 2, the upper three lines of CIA 1's port
    /// A read low in VICE.
    pub joystick_port: Option<u8>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            emulator: Emulator::default(),
            video: Video::default(),
            limits: Limits::default(),
            joystick_port: Some(2),
        }
    }
}

/// The result of a program that stored to `$D7FF`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The byte that the program stored.
    pub exit_code: u8,
    /// CPU cycles since power-on.
    pub cycles: u64,
}

/// The end of a run, as reported in a line of the log.
#[derive(Debug, PartialEq, Eq)]
enum LogEvent {
    Exit(Verdict),
    CycleLimit,
    Jam(String),
}

/// Parses one line of the log. Only exact phrases count, because the log always contains harmless lines with "Error".
fn log_event(line: &str) -> Option<LogEvent> {
    if line.contains("Main CPU: JAM") {
        return Some(LogEvent::Jam(line.trim().to_string()));
    }
    if line.contains("cycle limit reached") {
        return Some(LogEvent::CycleLimit);
    }
    let (code, cycles) = line.split_once("DBGCART: exit(")?.1.split_once(") cycles elapsed: ")?;
    let exit_code = code.trim().parse().ok()?;
    Some(LogEvent::Exit(Verdict { exit_code, cycles: cycles.trim().parse().ok()? }))
}

/// A child process that leads its own process group; dropping it kills the group.
struct Group {
    child: Child,
    _note: Note,
}

impl Group {
    /// Starts a command in a group of its own. If the main command is interrupted, `end` is the signal for the group.
    fn spawn(command: &mut Command, end: Signal) -> Result<Group, ViceError> {
        let action = format!("cannot start {}", command.get_program().to_string_lossy());
        let child = command.process_group(0).spawn().map_err(ViceError::io(action))?;
        let note = Note::group(&child, end)?;
        Ok(Group { child, _note: note })
    }

    fn signal(&self, signal: Signal) {
        // The child has not been waited for unless it ended, so the ID cannot belong to another process. A group that is already gone is
        // fine.
        let _ = kill_process_group(Pid::from_child(&self.child), signal);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
        let _ = self.child.wait();
    }
}

/// A virtual X server. It ends with its last client, or when dropped.
struct Display {
    server: Group,
    number: u32,
}

impl Display {
    fn start(xvfb: &Path) -> Result<Display, ViceError> {
        let mut command = Command::new(xvfb);
        command.args(["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-terminate"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = Group::spawn(&mut command, Signal::TERM)?;
        let output = server.child.stdout.take().ok_or_else(|| ViceError::NoDisplay("no output".into()))?;
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            // A failed read leaves the line empty, so that it does not parse as a number.
            let _ = BufReader::new(output).read_line(&mut line);
            let _ = sender.send(line);
        });
        let line =
            receiver.recv_timeout(GRACE).map_err(|_| ViceError::NoDisplay("it does not answer".into()))?;
        let number = line.trim().parse().map_err(|_| ViceError::NoDisplay("it ended at once".into()))?;
        Ok(Display { server, number })
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // When terminated by signal, the server removes its lock file and its socket.
        self.server.signal(Signal::TERM);
        let asked = Instant::now();
        while asked.elapsed() < GRACE && matches!(self.server.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// A running VICE.
pub(super) struct Process {
    // The order is that of dropping: VICE first, then its display, and its folder last.
    vice: Group,
    _display: Display,
    folder: tempfile::TempDir,
    _folder_note: Note,
    log: Receiver<String>,
    lines: Vec<String>,
    limits: Limits,
    deadline: Instant,
}

impl Process {
    /// Starts VICE with the given files in its folder and the given arguments after the usual ones.
    pub(super) fn start(
        paths: &VicePaths,
        config: &Config,
        files: &[(&str, &[u8])],
        arguments: &[OsString],
    ) -> Result<Process, ViceError> {
        paths.check_roms()?;
        let folder = tempfile::Builder::new()
            .prefix("sys2080-vice-")
            .tempdir()
            .map_err(ViceError::io("cannot make a temporary folder"))?;
        let note = Note::folder(folder.path().to_path_buf())?;
        for (name, bytes) in files {
            std::fs::write(folder.path().join(name), bytes)
                .map_err(ViceError::io(format!("cannot write {name} into a temporary folder")))?;
        }
        let home = folder.path().join("home");
        // Device 8 without an image is the host's working folder, so give it an empty one.
        let work = folder.path().join("work");
        for new in [&home, &work] {
            std::fs::create_dir(new).map_err(ViceError::io("cannot make a temporary folder"))?;
        }
        let deadline = Instant::now() + config.limits.wall;
        let display = Display::start(&paths.xvfb)?;
        let (reader, writer) = std::io::pipe().map_err(ViceError::io("cannot make a pipe"))?;
        let errors = writer.try_clone().map_err(ViceError::io("cannot make a pipe"))?;
        let mut command = Command::new(match config.emulator {
            Emulator::Exact => &paths.x64sc,
            Emulator::Fast => &paths.x64,
        });
        command.args(usual_arguments(paths, config)).args(arguments);
        command.current_dir(&work).stdin(Stdio::null()).stdout(writer).stderr(errors);
        private_environment(&mut command, &home, display.number);
        let vice = Group::spawn(&mut command, Signal::KILL)?;
        // The command holds the write ends of the pipe; without them, the log ends when VICE does.
        drop(command);
        let log = follow(reader);
        Ok(Process {
            vice,
            _display: display,
            folder,
            _folder_note: note,
            log,
            lines: Vec::new(),
            limits: config.limits,
            deadline,
        })
    }

    /// Returns the path of a file in the run's folder that was there at the start or that VICE will write.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the time at which the guard ends the run.
    pub(super) fn deadline(&self) -> Instant {
        self.deadline
    }

    /// Returns whether VICE has ended.
    pub(super) fn has_ended(&mut self) -> bool {
        !matches!(self.vice.child.try_wait(), Ok(None))
    }

    /// Restarts the run's time limit.
    pub(super) fn renew_deadline(&mut self) {
        self.deadline = Instant::now() + self.limits.wall;
    }

    /// Waits for the end of the run: the program's store to `$D7FF`, a limit or a failure.
    pub(super) fn verdict(&mut self) -> Result<Verdict, ViceError> {
        loop {
            match self.log.recv_timeout(self.deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    let event = log_event(&line);
                    self.lines.push(line);
                    match event {
                        Some(LogEvent::Exit(verdict)) => return Ok(verdict),
                        Some(LogEvent::CycleLimit) => {
                            return Err(ViceError::CycleLimit { cycles: self.limits.cycles });
                        }
                        Some(LogEvent::Jam(line)) => return Err(ViceError::Jam(line)),
                        None => {}
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(self.overdue()),
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.vice.child.wait().map_err(ViceError::io("cannot wait for VICE"))?;
                    return Err(ViceError::Ended { status: status.to_string(), log: self.log_end() });
                }
            }
        }
    }

    /// Returns the error for a run that has exceeded its time limit.
    pub(super) fn overdue(&mut self) -> ViceError {
        self.lines.extend(self.log.try_iter());
        ViceError::WallClock { limit: self.limits.wall, log: self.log_end() }
    }

    /// Returns why the monitor's connection was lost: VICE has ended or is about to.
    pub(super) fn autopsy(&mut self) -> ViceError {
        match self.verdict() {
            Ok(verdict) => {
                ViceError::Monitor(format!("the program left VICE with exit code {}", verdict.exit_code))
            }
            Err(error) => error,
        }
    }

    /// Returns the error found in the log so far, if any; the run may still be going on.
    pub(super) fn trouble(&mut self) -> Option<ViceError> {
        while let Ok(line) = self.log.try_recv() {
            let event = log_event(&line);
            self.lines.push(line);
            match event {
                Some(LogEvent::CycleLimit) => {
                    return Some(ViceError::CycleLimit { cycles: self.limits.cycles });
                }
                Some(LogEvent::Jam(line)) => return Some(ViceError::Jam(line)),
                Some(LogEvent::Exit(_)) | None => {}
            }
        }
        None
    }

    fn log_end(&self) -> String {
        let end = self.lines.len().saturating_sub(QUOTED_LINES);
        self.lines[end..].join(" | ")
    }
}

/// Returns the arguments of every run: nothing random, no sound, no prompts, and the VIC-II model of the built-in C64, because VICE's
/// default one shows a grey dot where a colour changes.
fn usual_arguments(paths: &VicePaths, config: &Config) -> Vec<OsString> {
    let cycles = config.limits.cycles.to_string();
    let (video, model) = match config.video {
        Video::Pal => ("-pal", "6569"),
        Video::Ntsc => ("-ntsc", "6567"),
    };
    let arguments: [&OsStr; 16] = [
        "-default".as_ref(),
        // No window, because nobody would see it and drawing takes a sixth of the time. The VIC-II still renders its picture.
        "-console".as_ref(),
        "-kernal".as_ref(),
        paths.kernal.as_ref(),
        "-basic".as_ref(),
        paths.basic.as_ref(),
        "-chargen".as_ref(),
        paths.chargen.as_ref(),
        video.as_ref(),
        "-sounddev".as_ref(),
        "dummy".as_ref(),
        "-warp".as_ref(),
        // Without this, the cycle count differs from run to run.
        "+autostart-delay-random".as_ref(),
        "+confirmonexit".as_ref(),
        "-limitcycles".as_ref(),
        cycles.as_ref(),
    ];
    // The fast emulator does not offer a choice.
    let models = if config.emulator == Emulator::Exact { vec!["-VICIImodel", model] } else { Vec::new() };
    arguments.into_iter().chain(models.into_iter().map(OsStr::new)).map(OsString::from).collect()
}

/// Keeps the run from reading or writing any of the user's files.
fn private_environment(command: &mut Command, home: &Path, display: u32) {
    let folders = [
        "HOME",
        "XDG_CONFIG_HOME",
        "XDG_CACHE_HOME",
        "XDG_DATA_HOME",
        "XDG_STATE_HOME",
        "XDG_RUNTIME_DIR",
        "TMPDIR",
    ];
    for variable in folders {
        command.env(variable, home);
    }
    command.env_remove("WAYLAND_DISPLAY").env_remove("XAUTHORITY").env("DISPLAY", format!(":{display}"));
    command.env("GDK_BACKEND", "x11").env("LC_ALL", "C");
    // Disables desktop services that GTK would otherwise start.
    command
        .env("NO_AT_BRIDGE", "1")
        .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
        .env("GSETTINGS_BACKEND", "memory");
}

/// Forwards the log line by line while VICE runs. Bytes that are not UTF-8 are replaced.
fn follow(pipe: PipeReader) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut reader = BufReader::new(pipe);
        let mut line = Vec::new();
        // The end of the pipe, an error and a dropped receiver all mean that nobody reads on.
        while matches!(reader.read_until(b'\n', &mut line), Ok(1..)) {
            if sender.send(String::from_utf8_lossy(&line).trim_end().to_string()).is_err() {
                return;
            }
            line.clear();
        }
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_is_read_from_exact_phrases() {
        assert_eq!(
            log_event("DBGCART: exit(7) cycles elapsed: 2997949"),
            Some(LogEvent::Exit(Verdict { exit_code: 7, cycles: 2_997_949 }))
        );
        assert_eq!(log_event("Error - cycle limit reached."), Some(LogEvent::CycleLimit));
        let jam = "   *** Main CPU: JAM at $0820   ";
        assert_eq!(log_event(jam), Some(LogEvent::Jam(jam.trim().into())));
    }

    #[test]
    fn harmless_lines_say_nothing() {
        for line in ["", "Error - VTE: not found", "DBGCART: exit(x)", "DBGCART: exit(300) cycles elapsed: 1"]
        {
            assert_eq!(log_event(line), None, "{line}");
        }
    }

    #[test]
    fn a_missing_program_is_named() {
        let Err(error) = Group::spawn(&mut Command::new("/no/such/x64sc"), Signal::KILL) else {
            panic!("it started")
        };
        assert_eq!(error.to_string(), "cannot start /no/such/x64sc");
    }

    #[test]
    fn a_server_that_is_none_gives_no_display() {
        let Err(error) = Display::start(Path::new("/bin/true")) else { panic!("it started") };
        assert!(matches!(error, ViceError::NoDisplay(_)), "{error}");
    }
}
