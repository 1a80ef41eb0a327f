//! Finds VICE, its ROMs and the virtual X server on this computer.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::ViceError;

/// The environment variable that names a folder with the ROM files `kernal`, `basic` and `chargen`.
pub const ROMS_VARIABLE: &str = "SYS2080_ROMS";

/// Folders in which systems keep C64 ROMs: first VICE's own (empty in Debian's package), then those of open-roms.
const ROM_FOLDERS: [&str; 4] =
    ["/usr/share/vice/C64", "/usr/local/share/vice/C64", "/usr/lib/vice/C64", "/usr/share/open-roms/C64"];

/// Folders searched after those in `PATH`.
const PROGRAM_FOLDERS: [&str; 3] = ["/usr/bin", "/usr/local/bin", "/usr/games"];

/// File names of the ROMs (open-roms and old VICE, then VICE since 3.7) and the size of the chip in bytes.
const KERNAL: ([&str; 2], u64) = (["kernal", "kernal-901227-03.bin"], 8192);
const BASIC: ([&str; 2], u64) = (["basic", "basic-901226-01.bin"], 8192);
const CHARGEN: ([&str; 2], u64) = (["chargen", "chargen-901225-01.bin"], 4096);

/// Everything that a run of VICE needs, found and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VicePaths {
    /// The cycle-exact emulator, which decides.
    pub x64sc: PathBuf,
    /// The fast emulator: more than ten times faster, with cycle counts that are off by a few in a million.
    pub x64: PathBuf,
    /// The disk image tool.
    pub c1541: PathBuf,
    /// KERNAL ROM, 8,192 bytes.
    pub kernal: PathBuf,
    /// BASIC ROM, 8,192 bytes.
    pub basic: PathBuf,
    /// Character ROM, 4,096 bytes.
    pub chargen: PathBuf,
    /// The virtual X server.
    pub xvfb: PathBuf,
}

impl VicePaths {
    /// Searches `PATH` and the usual folders; for ROMs, first the folder that [`ROMS_VARIABLE`] names.
    ///
    /// # Errors
    /// A program is missing (the first one is reported), there is no complete set of ROMs, or a ROM has the wrong size.
    pub fn find() -> Result<VicePaths, ViceError> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let programs: Vec<PathBuf> =
            std::env::split_paths(&path).chain(PROGRAM_FOLDERS.iter().map(PathBuf::from)).collect();
        VicePaths::find_in(&programs, &rom_folders(std::env::var_os(ROMS_VARIABLE).as_deref()))
    }

    /// Searches like [`VicePaths::find`] in the given folders.
    fn find_in(program_folders: &[PathBuf], rom_folders: &[PathBuf]) -> Result<VicePaths, ViceError> {
        let program = |name: &'static str| {
            let found = program_folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file());
            found.ok_or(ViceError::MissingProgram { name })
        };
        let (x64sc, x64, c1541, xvfb) =
            (program("x64sc")?, program("x64")?, program("c1541")?, program("Xvfb")?);
        let [kernal, basic, chargen] = roms_in(rom_folders)?;
        let paths = VicePaths { x64sc, x64, c1541, kernal, basic, chargen, xvfb };
        paths.check_roms()?;
        Ok(paths)
    }

    /// Checks that the ROM files exist and have the right size; done again before every start.
    ///
    /// # Errors
    /// [`ViceError::BadRom`].
    pub fn check_roms(&self) -> Result<(), ViceError> {
        check_roms([&self.kernal, &self.basic, &self.chargen])
    }
}

/// The ROM images, for a machine in this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roms {
    /// KERNAL ROM, 8,192 bytes.
    pub kernal: Vec<u8>,
    /// BASIC ROM, 8,192 bytes.
    pub basic: Vec<u8>,
    /// Character ROM, 4,096 bytes.
    pub characters: Vec<u8>,
}

impl Roms {
    /// Searches the same folders as [`VicePaths::find`], but for ROMs only.
    ///
    /// # Errors
    /// There is no complete set of ROMs, or a ROM has the wrong size.
    pub fn find() -> Result<Roms, ViceError> {
        let paths = roms_in(&rom_folders(std::env::var_os(ROMS_VARIABLE).as_deref()))?;
        check_roms([&paths[0], &paths[1], &paths[2]])?;
        // A file that has disappeared since then is treated as empty.
        let [kernal, basic, characters] = paths.map(|path| std::fs::read(path).unwrap_or_default());
        Ok(Roms { kernal, basic, characters })
    }
}

/// Returns the KERNAL, BASIC and character ROMs in the first folder that has all of them.
fn roms_in(folders: &[PathBuf]) -> Result<[PathBuf; 3], ViceError> {
    let rom = |folder: &Path, names: [&str; 2]| {
        names.map(|name| folder.join(name)).into_iter().find(|path| path.is_file())
    };
    let roms = folders
        .iter()
        .find_map(|folder| Some([rom(folder, KERNAL.0)?, rom(folder, BASIC.0)?, rom(folder, CHARGEN.0)?]));
    roms.ok_or(ViceError::MissingRoms { looked_in: folders.to_vec() })
}

fn check_roms(paths: [&PathBuf; 3]) -> Result<(), ViceError> {
    for (path, expected) in paths.into_iter().zip([KERNAL.1, BASIC.1, CHARGEN.1]) {
        let size = std::fs::metadata(path).map_or(0, |data| data.len());
        if size != expected {
            return Err(ViceError::BadRom { path: path.clone(), size, expected });
        }
    }
    Ok(())
}

/// Returns the folders to search for ROMs. A folder named by the user is the only one, because a fallback would hide a typing error.
fn rom_folders(named: Option<&OsStr>) -> Vec<PathBuf> {
    match named {
        Some(folder) => vec![PathBuf::from(folder)],
        None => ROM_FOLDERS.iter().map(PathBuf::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_with(files: &[(&str, usize)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, size) in files {
            std::fs::write(folder.path().join(name), vec![0; *size]).unwrap();
        }
        folder
    }

    fn programs() -> tempfile::TempDir {
        folder_with(&[("x64sc", 1), ("x64", 1), ("c1541", 1), ("Xvfb", 1)])
    }

    #[test]
    fn the_first_complete_set_of_roms_is_taken() {
        let half = folder_with(&[("kernal", 8192)]);
        let new = folder_with(&[
            ("kernal-901227-03.bin", 8192),
            ("basic-901226-01.bin", 8192),
            ("chargen-901225-01.bin", 4096),
        ]);
        let programs = programs();
        let folders = [half.path().to_path_buf(), new.path().to_path_buf()];
        let paths = VicePaths::find_in(&[programs.path().to_path_buf()], &folders).unwrap();
        assert_eq!(paths.kernal, new.path().join("kernal-901227-03.bin"));
        assert_eq!(paths.xvfb, programs.path().join("Xvfb"));
    }

    #[test]
    fn what_is_missing_is_named() {
        let programs = programs();
        let programs = [programs.path().to_path_buf()];
        let empty = folder_with(&[]);
        let error = VicePaths::find_in(&[empty.path().to_path_buf()], &[]).unwrap_err();
        assert_eq!(error.to_string(), "x64sc not found");
        let error = VicePaths::find_in(&programs, &[PathBuf::from("/no/roms")]).unwrap_err();
        assert_eq!(error.to_string(), "no KERNAL, BASIC and character ROM found in /no/roms");
        let cut = folder_with(&[("kernal", 8192), ("basic", 8191), ("chargen", 4096)]);
        let error = VicePaths::find_in(&programs, &[cut.path().to_path_buf()]).unwrap_err();
        assert!(error.to_string().ends_with("basic has 8191 bytes, not 8192"), "{error}");
    }

    #[test]
    fn a_named_folder_is_the_only_one() {
        assert_eq!(rom_folders(Some(OsStr::new("/my/roms"))), [PathBuf::from("/my/roms")]);
        assert_eq!(rom_folders(None).len(), ROM_FOLDERS.len());
    }
}
