//! An in-process Commodore 64, complete enough to run the compiler's programs.
//!
//! A 6502 counted to the cycle, the memory map with its banking, the chips as far as programs look at them, and the
//! KERNAL's jump table answered at its addresses. Everything a correct program never does stops the run with an
//! [`Error`] that shows the registers and the last instructions: undocumented opcodes, BRK, decimal mode, stack overflow,
//! stores into protected ranges, calls of what is not there. Registers the KERNAL documents as changed come back changed.
//!
//! ```
//! use machine::{Config, Machine, Stop};
//!
//! // LDA #"A" : JSR $FFD2 : LDA #7 : STA $D7FF
//! let prg = [0x20, 0x08, 0xa9, 0x41, 0x20, 0xd2, 0xff, 0xa9, 0x07, 0x8d, 0xff, 0xd7];
//! let mut machine = Machine::new(Config::default());
//! machine.load_prg(&prg)?;
//! assert_eq!(machine.run_from(0x0820)?, Stop::Exit { code: 7, cycles: 20 });
//! assert_eq!(machine.screen_text()[0], "A");
//! # Ok::<(), machine::Error>(())
//! ```

mod addresses;
mod bus;
mod channels;
mod cia;
mod config;
mod disk;
mod error;
mod files;
mod interrupts;
mod kernal;
mod labels;
mod machine;
pub mod opcodes;
mod petscii;
mod profile;
mod screen;
mod time_of_day;
mod trace;
mod video;

pub use bus::{EXIT_REGISTER, MARK_REGISTER, Mark, Rom};
pub use config::{Config, Line, LoadRange, Stop};
pub use disk::{Disk, DosStatus, MemoryDisk};
pub use error::{Error, Registers, Report};
pub use labels::Labels;
pub use machine::Machine;
pub use petscii::{Charset, glyph, screen_code};
pub use profile::{FunctionCycles, profile_table};
pub use screen::{COLUMNS, ROWS};
pub use video::{CYCLES_PER_LINE, LINES_PER_FRAME};
