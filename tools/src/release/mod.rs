//! The contents of a release: programs, disk, cartridge, page, manuals, checksums, and an archive of them.
//!
//! Builds are reproducible because no file contains the time. A build in another folder may differ: rustc orders functions by a hash of
//! its path.

mod cartridge;
mod manual;

use std::io::{Cursor, Write};
use std::path::Path;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::web::Page;

pub use cartridge::cartridge;

/// The list of checksums, in the format of `sha256sum --check`.
const CHECKSUMS: &str = "SHA256SUMS";
/// Explains what the files are and how to start them.
const README: &str = "README.txt";
const README_TEXT: &str = include_str!("README.txt");

/// The files of a release by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Release {
    /// Path and contents, sorted by path.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Release {
    /// Collects a release: the build's files, the packed program also as a cartridge, the page, and the manuals.
    ///
    /// # Errors
    /// The program does not fit on a cartridge, or a manual cannot be read.
    pub fn gather(root: &Path, built: Vec<(String, Vec<u8>)>, packed: &[u8], page: Page) -> Result<Release> {
        let mut files = built;
        files.push(("sys2080.crt".to_string(), cartridge("sys2080", packed)?));
        files.extend(page.files.into_iter().map(|(name, contents)| (format!("web/{name}"), contents)));
        files.extend(
            manual::pages(root)?.into_iter().map(|(name, contents)| (format!("manual/{name}"), contents)),
        );
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let text = std::fs::read(root.join(licence)).with_context(|| format!("cannot read {licence}"))?;
            files.push((licence.to_string(), text));
        }
        files.push((README.to_string(), README_TEXT.into()));
        files.sort();
        let sums = checksums(&files);
        files.push((CHECKSUMS.to_string(), sums.into_bytes()));
        files.sort();
        Ok(Release { files })
    }

    /// Packs all files into one archive, below a folder with this name. All time stamps in it are the same.
    ///
    /// # Errors
    /// The archive cannot be created.
    pub fn archive(&self, folder: &str) -> Result<Vec<u8>> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(0o644);
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, contents) in &self.files {
            archive.start_file(format!("{folder}/{name}"), options).context("cannot make the archive")?;
            archive.write_all(contents).context("cannot make the archive")?;
        }
        Ok(archive.finish().context("cannot make the archive")?.into_inner())
    }
}

/// Returns the list of checksums next to an archive: the release's list and a line for the archive itself.
pub fn checksums_with(release: &Release, archive: &str, bytes: &[u8]) -> (String, Vec<u8>) {
    let files: Vec<_> = release.files.iter().filter(|(name, _)| name != CHECKSUMS).cloned().collect();
    let sums = checksums(&files) + &checksums(&[(archive.to_string(), bytes.to_vec())]);
    (CHECKSUMS.to_string(), sums.into_bytes())
}

/// Returns a line for each file with its SHA-256 and its path.
fn checksums(files: &[(String, Vec<u8>)]) -> String {
    files.iter().map(|(name, contents)| format!("{}  {name}\n", sha256(contents))).collect()
}

/// Returns the SHA-256 of some bytes as hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_sha256sum() {
        // FIPS 180-2, appendix B.1.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(checksums(&[("a/b".to_string(), b"abc".to_vec())]), format!("{abc}  a/b\n"));
    }

    #[test]
    fn what_comes_with_the_files_names_each_of_them() {
        let programs = ["sys2080.prg", "sys2080.d64", "sys2080.crt", "console.prg", "verify.prg"];
        let named = programs.into_iter().chain(["web/", "manual/", CHECKSUMS]);
        named.for_each(|name| assert!(README_TEXT.contains(name), "{name}"));
        let release =
            Release { files: vec![(CHECKSUMS.into(), b"old".to_vec()), ("a".into(), b"abc".to_vec())] };
        let (name, sums) = checksums_with(&release, "b.zip", b"abc");
        let sums = String::from_utf8(sums).unwrap();
        let names: Vec<&str> = sums.lines().map(|line| line.split("  ").nth(1).unwrap()).collect();
        assert_eq!((name.as_str(), names), (CHECKSUMS, vec!["a", "b.zip"]));
    }

    #[test]
    fn archives_are_the_same_each_time_and_read_back() {
        let files = vec![("a.prg".to_string(), vec![1; 1000]), ("web/b".to_string(), b"b".to_vec())];
        let release = Release { files };
        let archive = release.archive("sys2080-1").unwrap();
        assert_eq!(archive, release.archive("sys2080-1").unwrap());
        let mut back = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
        let mut contents = Vec::new();
        std::io::copy(&mut back.by_name("sys2080-1/a.prg").unwrap(), &mut contents).unwrap();
        assert_eq!((back.len(), contents), (2, vec![1; 1000]));
    }
}
