//! Command-line options for a program's input and limits.

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use machine::{Disk, MemoryDisk};
use vice::joystick::Script;

use super::Execution;
use crate::backtrace::Source;
use crate::disk::d64::Image;
use crate::disk::petscii;
use crate::input;

/// The number of cycles after which an unattended program is stopped: half an hour of C64 time.
const UNWATCHED: u64 = 2_000_000_000;

/// A program's input and limits.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    /// Type this text; \n is RETURN
    ///
    /// The text consists of characters: the cursor keys, RUN/STOP and the function keys cannot be written. On the built-in C64, the
    /// program is ended when it waits for a key, none is left, and the joystick's script is over.
    #[arg(long = "type", value_name = "TEXT")]
    pub typed: Option<String>,
    /// Move the joystick: steps between commas, such as "right*20,-*5,fire"
    ///
    /// A step is up, down, left, right or fire, several of them joined by +, or - for rest. It lasts four frames (a frame is a
    /// fiftieth of a second), or as many as follow an asterisk. The steps begin with the program, or, after the step "wait", when it
    /// reads the joystick for the first time. The joystick is in port 2, or in port 1 if the text begins with "1:".
    #[arg(long, value_name = "SCRIPT", allow_hyphen_values = true)]
    pub joystick: Option<Script>,
    /// Stop the program after this many cycles [default: 2000000000, half an hour on a C64; no limit for `run` in a terminal]
    #[arg(long, value_name = "CYCLES")]
    pub limit: Option<u64>,
    /// Count the cycles for which the VIC-II stops the processor, as VICE does: up to 43 in every eighth line of the window, and those of
    /// sprites
    #[arg(long)]
    pub vic_ii: bool,
    /// Disk image to put into drive 8
    #[arg(long, value_name = "FILE.d64")]
    pub disk: Option<PathBuf>,
}

impl Options {
    /// Returns whether the program's input is scripted, so that nobody is asked for input.
    pub fn is_scripted(&self) -> bool {
        self.typed.is_some() || self.joystick.is_some()
    }

    /// Returns the number of cycles after which an unattended program is stopped.
    pub fn limit(&self) -> u64 {
        self.limit.unwrap_or(UNWATCHED)
    }

    /// Returns the keys to type, as PETSCII codes.
    ///
    /// # Errors
    /// The text has a character that no key produces.
    pub fn keys(&self) -> Result<Vec<u8>> {
        let text = self.typed.as_deref().unwrap_or("").replace("\\n", "\n");
        let keys = text.chars().map(|character| {
            petscii::encode(&character.to_uppercase().to_string())
                .map_err(|_| anyhow!("--type: the C64 has no key for {character:?}"))
        });
        Ok(keys.collect::<Result<Vec<_>>>()?.concat())
    }

    /// Returns the execution of a program with these options, with its labels in VICE's format and its source map.
    ///
    /// # Errors
    /// The text to type has a character that no key produces, or the disk cannot be read.
    pub fn execution<'a>(
        &'a self,
        prg: &'a [u8],
        labels: &'a str,
        source: &'a Source,
    ) -> Result<Execution<'a>> {
        // The program may load and save files; the image file itself is not changed.
        let disk = self.image()?.map(|image| Box::new(MemoryDisk::from_image(&image)) as Box<dyn Disk>);
        let (keys, limit) = (self.keys()?, self.limit());
        let joystick = self.joystick.as_ref();
        Ok(Execution { prg, labels, source, keys, joystick, limit, disk, vic_ii: self.vic_ii })
    }

    /// Reads the disk image to put into the drive.
    ///
    /// # Errors
    /// The image cannot be read or does not have a valid size.
    pub fn image(&self) -> Result<Option<Image>> {
        self.disk.as_deref().map(input::disk_image).transpose()
    }
}
