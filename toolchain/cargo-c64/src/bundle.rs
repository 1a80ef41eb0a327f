//! A crate's program together with its disk: the result of `build`, which `run` starts in VICE.

use std::panic;
use std::path::{Path, PathBuf};
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result};

use crate::artifacts::{self, Artifact, Summary};
use crate::disk::manifest::{self, Manifest};
use crate::output;
use crate::rust_build::{self, Built, Choice};
use crate::setup::Setup;

/// A program with the other programs on its disk, all compiled.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The program, then the others on its disk in the order of the directory.
    pub programs: Vec<Artifact>,
    /// The disk, if there is one.
    disk: Option<DiskOf>,
}

/// The description of a program's disk.
#[derive(Clone, Debug)]
enum DiskOf {
    /// The disk that this manifest describes.
    Manifest(PathBuf),
    /// A disk with this title that holds only the program.
    Title(String),
}

impl Bundle {
    /// Compiles the chosen program of the crate at `manifest`. If it is the first program on the crate's disk, the disk's other programs
    /// are compiled as well.
    ///
    /// # Errors
    /// As [`rust_build::build`], or a program cannot be packed, or the manifest of the disk cannot be read.
    pub fn build(manifest: &Path, choice: &Choice, setup: Setup) -> Result<Bundle> {
        let toolchain = setup.rust_for(manifest)?;
        let (choice, folders) = rust_build::of_user(&toolchain, manifest, choice)?;
        let prepare = |choice: &Choice| rust_build::prepare(&toolchain, manifest, choice, folders.clone());
        thread::scope(|scope| {
            let first = prepare(&choice)?;
            let (name, settings) = (first.name.clone(), first.settings.clone());
            // cargo builds the programs one after another; each is compiled for the 6502 while cargo builds the next.
            let mut compiling = vec![scope.spawn(|| first.compile())];
            let title = settings.disk_name.map(DiskOf::Title);
            let mut disk = None;
            if let Some(path) = settings.disk {
                let manifest = Manifest::read(&path).context("cannot make the disk image")?;
                if manifest.programs().next() == Some(&name) {
                    for bin in manifest.programs().skip(1).filter(|bin| **bin != name) {
                        let other =
                            prepare(&Choice { example: None, bin: Some(bin.into()), ..choice.clone() })?;
                        compiling.push(scope.spawn(|| other.compile()));
                    }
                    disk = Some(DiskOf::Manifest(path));
                }
            }
            let end = |compiling: ScopedJoinHandle<'_, Result<Built>>| {
                let built = compiling.join().unwrap_or_else(|payload| panic::resume_unwind(payload))?;
                Artifact::of(built, choice.pack)
            };
            let programs = compiling.into_iter().map(end).collect::<Result<_>>()?;
            Ok(Bundle { programs, disk: disk.or(title) })
        })
    }

    /// The program that was chosen.
    pub fn program(&self) -> &Artifact {
        &self.programs[0]
    }

    /// Writes all programs and the disk image.
    ///
    /// # Errors
    /// The disk's manifest has an error, the files do not fit on the disk, or the folder is not writable.
    pub fn write(&self, out: &Path) -> Result<Summary> {
        let write = |artifact: &Artifact| artifact.write(&artifacts::prg_in(out, &artifact.built));
        let (first, others) = self.programs.split_first().context("a bundle has a program")?;
        let mut summary = write(first)?;
        summary.others = others.iter().map(write).collect::<Result<_>>()?;
        if let Some(image) = self.image(&[])? {
            let d64 = summary.prg.with_extension("d64");
            output::write_file(&d64, &image)?;
            summary.d64 = Some(d64);
        }
        Ok(summary)
    }

    /// Creates the disk image, if there is a disk, with the files in `replaced` in place of the programs with these names.
    ///
    /// # Errors
    /// The disk's manifest has an error, or the files do not fit.
    pub fn image(&self, replaced: &[(&str, &[u8])]) -> Result<Option<Vec<u8>>> {
        let own = self.programs.iter().map(|artifact| (&*artifact.built.name, artifact.file()));
        let files: Vec<(&str, &[u8])> = replaced.iter().copied().chain(own).collect();
        match &self.disk {
            None => Ok(None),
            Some(DiskOf::Title(title)) => {
                let (name, file) = files[0];
                artifacts::disk_of(title, name, file).map(Some)
            }
            Some(DiskOf::Manifest(path)) => {
                let image = manifest::pack(path, &files).context("cannot make the disk image")?;
                Ok(Some(image.bytes().to_vec()))
            }
        }
    }
}
