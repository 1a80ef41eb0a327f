//! Builds and writes the project's own C64 programs and their disk; and the files of any build.

use std::borrow::Cow;
use std::panic;
use std::path::{Path, PathBuf};
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result, anyhow};
use serde::Serialize;

use crate::disk::manifest;
use crate::disk::{Disk, File, FileKind, NAME_BYTES, petscii};
use crate::failure::Failed;
use crate::link::Files;
use crate::rust_build::{self, Built, Choice, Prepared};
use crate::setup::Setup;
use crate::workspace::Workspace;
use crate::{output, pack, startable};

/// The files of a build and the program's place in memory.
#[derive(Debug, Serialize)]
pub struct Summary {
    /// The program with its load address.
    pub prg: PathBuf,
    /// The same as it is once unpacked, if `prg` is packed: what listing, labels and map are about.
    pub unpacked: Option<PathBuf>,
    /// The disk image; our own program has one, and crates with a `disk-name`.
    pub d64: Option<PathBuf>,
    /// The listing.
    pub list: PathBuf,
    /// The labels in VICE's format.
    pub labels: PathBuf,
    /// The map of the memory.
    pub map: PathBuf,
    /// Load address.
    pub load: u16,
    /// Address of the first instruction.
    pub entry: u16,
    /// The address after the last byte used, variables included.
    pub end: u16,
    /// Size of the PRG file.
    pub bytes: usize,
    /// Console and verification, beside our own play program only.
    pub others: Vec<Summary>,
}

/// Our own programs, by the names of their binaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// The play program.
    Play,
    /// The text console.
    Console,
    /// The verification program, which also answers requests.
    Verification,
    /// The program whose file has the places of the play program's fields; it is never run.
    Places,
}

impl Own {
    const fn binary(self) -> &'static str {
        match self {
            Own::Play => "sys2080",
            Own::Console => "console",
            Own::Verification => "verify",
            Own::Places => "places",
        }
    }
}

/// The programs of the disk, compiled.
#[derive(Clone, Debug)]
pub struct Programs {
    /// The play program.
    pub play: Built,
    /// The file of it that users get.
    pub packed: Vec<u8>,
    /// The text console.
    pub console: Built,
    /// The file of it that users get.
    pub packed_console: Vec<u8>,
    /// The verification program, which also answers requests.
    pub verification: Built,
}

/// One of our own programs, compiled.
///
/// # Errors
/// No toolchain, or the program does not compile.
pub fn program(workspace: &Workspace, own: Own, setup: Setup) -> Result<Built> {
    prepared(workspace, own, setup)?.compile()
}

/// One of our own programs as cargo has built it.
fn prepared(workspace: &Workspace, own: Own, setup: Setup) -> Result<Prepared> {
    let name = own.binary();
    eprintln!("sys2080: building the C64 program {name}");
    let choice = match own {
        Own::Play | Own::Console => Choice::bin(name).packed(),
        Own::Verification | Own::Places => Choice::bin(name),
    };
    rust_build::prepare(&setup.rust()?, &workspace.program_manifest(), &choice, workspace.target())
}

/// One of our own programs, compiled so that its blocks can be counted: see [`rust_build::counted`].
///
/// # Errors
/// As [`program`].
pub fn counted(workspace: &Workspace, own: Own, setup: Setup) -> Result<Vec<Built>> {
    let choice = Choice::bin(own.binary());
    rust_build::counted(&setup.rust()?, &workspace.program_manifest(), &choice, workspace.target())
}

/// Our own programs of the disk, compiled.
///
/// # Errors
/// As [`program`] and [`packed`].
pub fn programs(workspace: &Workspace, setup: Setup) -> Result<Programs> {
    thread::scope(|scope| {
        // cargo builds one after the other, while those before are compiled.
        let begin = |own| {
            let prepared = prepared(workspace, own, setup)?;
            anyhow::Ok(scope.spawn(|| prepared.compile()))
        };
        let end = |compiling: ScopedJoinHandle<'_, Result<Built>>| {
            compiling.join().unwrap_or_else(|payload| panic::resume_unwind(payload))
        };
        let [play, console, verification] =
            [begin(Own::Play)?, begin(Own::Console)?, begin(Own::Verification)?];
        let (play, console, verification) = (end(play)?, end(console)?, end(verification)?);
        Ok(Programs {
            packed: packed(&play)?,
            play,
            packed_console: packed(&console)?,
            console,
            verification,
        })
    })
}

impl Programs {
    /// Their files, as users get them.
    pub fn files(&self) -> manifest::Programs<'_> {
        manifest::Programs {
            play: &self.packed,
            console: &self.packed_console,
            verification: &self.verification.image.prg,
        }
    }
}

/// The file of a program that unpacks itself.
///
/// # Errors
/// It cannot be packed: see [`pack::PackError`].
pub fn packed(built: &Built) -> Result<Vec<u8>> {
    pack::pack(&built.image.prg)
        .map_err(|error| anyhow::Error::new(error).context(Failed(format!("cannot pack {}", built.name))))
}

/// Builds our own programs with their disk into the folder `out`.
///
/// # Errors
/// As [`program`], or a fault of the disk's manifest, or the folder is not writable.
pub fn own(workspace: &Workspace, out: &Path, setup: Setup) -> Result<Summary> {
    write_own(workspace, &programs(workspace, setup)?, out)
}

/// Writes our own programs into the folder `out`, with everything that belongs to them.
///
/// # Errors
/// A fault of the disk's manifest, or the folder is not writable.
pub fn write_own(workspace: &Workspace, programs: &Programs, out: &Path) -> Result<Summary> {
    let Programs { play, packed, console, packed_console, verification } = programs;
    let mut summary = write(play, Some(packed), &prg_in(out, play))?;
    summary.others = vec![
        write(console, Some(packed_console), &prg_in(out, console))?,
        write(verification, None, &prg_in(out, verification))?,
    ];
    let d64 = summary.prg.with_extension("d64");
    output::write_file(&d64, &disk(workspace, programs.files())?)?;
    summary.d64 = Some(d64);
    Ok(summary)
}

/// The program file of a build in the folder `out`.
pub fn prg_in(out: &Path, built: &Built) -> PathBuf {
    out.join(&built.name).with_extension("prg")
}

/// The image of the project's disk with these programs.
///
/// # Errors
/// A fault of the disk's manifest, or files that do not fit.
pub fn disk(workspace: &Workspace, programs: manifest::Programs) -> Result<Vec<u8>> {
    let image = manifest::pack(&workspace.disk(), programs).context("cannot make the disk image")?;
    Ok(image.bytes().to_vec())
}

/// The image of a disk with this title and one program, of the name `name` as far as a disk has room for it.
///
/// # Errors
/// A name that a disk cannot have.
pub fn disk_of(title: &str, name: &str, prg: &[u8]) -> Result<Vec<u8>> {
    let code = |text: &str| {
        petscii::encode(&text.to_uppercase().replace('_', "-"))
            .map_err(|character| anyhow!("the C64 has no character {character:?}, which {text:?} has"))
    };
    let mut name = code(name)?;
    name.truncate(NAME_BYTES);
    let files = vec![File { name, kind: FileKind::Prg, data: prg.to_vec() }];
    let disk = Disk { title: code(title)?, id: *b"64", files };
    let image = manifest::checked(&disk).context("cannot make the disk image")?;
    Ok(image.bytes().to_vec())
}

/// Writes the program as a file that RUN starts, beside its file `prg`, unless that is one. Returns the file to start.
///
/// # Errors
/// The folder is not writable.
pub fn write_startable(built: &Built, prg: &Path) -> Result<PathBuf> {
    let Cow::Owned(file) = startable::startable(&built.image) else { return Ok(prg.to_path_buf()) };
    let path = prg.with_file_name(format!("{}-run.prg", built.name));
    output::write_file(&path, &file)?;
    Ok(path)
}

/// Writes the files of a build, the program as `prg`: if there is a packed one that, and the unpacked one beside it.
///
/// # Errors
/// The folder is not writable.
pub fn write(built: &Built, packed: Option<&[u8]>, prg: &Path) -> Result<Summary> {
    let image = &built.image;
    let mut files = Files::beside(prg);
    if packed.is_some() {
        files.prg = prg.with_file_name(format!("{}-unpacked.prg", built.name));
    }
    files.write(image)?;
    if let Some(packed) = packed {
        output::write_file(prg, packed)?;
    }
    Ok(Summary {
        prg: prg.to_path_buf(),
        unpacked: packed.map(|_| files.prg),
        d64: None,
        list: files.list,
        labels: files.labels,
        map: files.map,
        load: image.load,
        entry: image.entry,
        end: image.end,
        bytes: packed.map_or(image.prg.len(), <[u8]>::len),
        others: Vec::new(),
    })
}
