//! The files of a build: program (packed or unpacked), listing, labels, map and disk image.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use serde::Serialize;

use crate::disk::manifest;
use crate::disk::{Disk, File, FileKind, NAME_BYTES, petscii};
use crate::failure::Failed;
use crate::link::Files;
use crate::rust_build::Built;
use crate::{output, pack, startable};

/// The files of a build and the program's place in memory.
#[derive(Debug, Serialize)]
pub struct Summary {
    /// The program with its load address.
    pub prg: PathBuf,
    /// The unpacked program if `prg` is packed; listing, labels and map describe this one.
    pub unpacked: Option<PathBuf>,
    /// The disk image, if the crate has a disk.
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
    /// The address after the last byte used, including variables.
    pub end: u16,
    /// Size of the PRG file.
    pub bytes: usize,
    /// The other programs on the disk.
    pub others: Vec<Summary>,
}

/// A compiled program and the file to distribute.
#[derive(Clone, Debug)]
pub struct Artifact {
    /// The program.
    pub built: Built,
    /// The self-extracting file, if it is packed.
    pub packed: Option<Vec<u8>>,
}

impl Artifact {
    /// Packs a program if `pack` (or, without it, the crate's settings) asks for it and the result, unpacker included, is smaller.
    ///
    /// # Errors
    /// As [`packed`].
    pub fn of(built: Built, pack: Option<bool>) -> Result<Artifact> {
        let Built { name, image, .. } = &built;
        if !pack.unwrap_or_else(|| built.settings.packs(name)) {
            return Ok(Artifact { built, packed: None });
        }
        let packed = packed(&built)?;
        let (bytes, plain) = (packed.len(), image.prg.len());
        if bytes < plain {
            return Ok(Artifact { built, packed: Some(packed) });
        }
        eprintln!(
            "sys2080: {name} stays unpacked: its {plain} bytes would become {bytes}, including the unpacker"
        );
        Ok(Artifact { built, packed: None })
    }

    /// Returns the file to distribute.
    pub fn file(&self) -> &[u8] {
        self.packed.as_ref().unwrap_or(&self.built.image.prg)
    }

    /// Writes the program as `prg` and the other files next to it, including the unpacked program if it is packed.
    ///
    /// # Errors
    /// The folder is not writable.
    pub fn write(&self, prg: &Path) -> Result<Summary> {
        let Artifact { built: Built { name, image, .. }, packed } = self;
        let mut files = Files::beside(prg);
        if packed.is_some() {
            files.prg = prg.with_file_name(format!("{name}-unpacked.prg"));
        }
        files.write(image)?;
        if let Some(packed) = packed {
            output::write_file(prg, packed)?;
        }
        Ok(Summary {
            prg: prg.to_path_buf(),
            unpacked: packed.as_ref().map(|_| files.prg),
            d64: None,
            list: files.list,
            labels: files.labels,
            map: files.map,
            load: image.load,
            entry: image.entry,
            end: image.end,
            bytes: self.file().len(),
            others: Vec::new(),
        })
    }
}

/// Returns the program as a self-extracting file.
///
/// # Errors
/// It cannot be packed: see [`pack::PackError`].
pub fn packed(built: &Built) -> Result<Vec<u8>> {
    pack::pack(&built.image.prg)
        .map_err(|error| anyhow::Error::new(error).context(Failed(format!("cannot pack {}", built.name))))
}

/// Returns the path of a build's program file in the folder `out`.
pub fn prg_in(out: &Path, built: &Built) -> PathBuf {
    out.join(&built.name).with_extension("prg")
}

/// Creates a disk image with this title and one program called `name`, which is truncated to the length that a disk allows.
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

/// Writes a program as a file that RUN can start, next to `prg`, unless `prg` is one already. Returns the file to start.
///
/// # Errors
/// The folder is not writable.
pub fn write_startable(built: &Built, prg: &Path) -> Result<PathBuf> {
    let Cow::Owned(file) = startable::startable(&built.image) else { return Ok(prg.to_path_buf()) };
    let path = prg.with_file_name(format!("{}-run.prg", built.name));
    output::write_file(&path, &file)?;
    Ok(path)
}
