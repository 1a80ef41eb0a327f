//! The C64's verification program: its file, and the addresses of its request and report.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use cargo_c64::link::Files;
use compiler::Image;
use machine::Labels;
use verification::task::REQUEST_LEN;
use vice::Mailbox;

/// Label of the request's bytes.
const REQUEST: &str = "REQUEST";
/// Label of the report's bytes.
const REPORT: &str = "REPORT";

/// A program file that serves requests.
#[derive(Clone, Debug)]
pub struct Program {
    /// Load address, then the bytes.
    pub prg: Vec<u8>,
    /// The addresses of the request and the report.
    pub mailbox: Mailbox,
    /// Names of addresses, for error messages.
    pub labels: Labels,
}

impl Program {
    /// Creates the program from the compiler's output.
    ///
    /// # Errors
    /// It has no memory for a request or a report.
    pub fn of_image(image: &Image) -> Result<Program> {
        Program::new(image.prg.clone(), &image.labels)
    }

    /// Reads the program from a file, with its label file next to it.
    ///
    /// # Errors
    /// One of the files cannot be read, or as [`Program::of_image`].
    pub fn read(prg: &Path) -> Result<Program> {
        let labels = Files::beside(prg).labels;
        let bytes = std::fs::read(prg).with_context(|| format!("cannot read {}", prg.display()))?;
        let text = std::fs::read_to_string(&labels)
            .with_context(|| format!("cannot read {}, the labels of {}", labels.display(), prg.display()))?;
        Program::new(bytes, &text).with_context(|| format!("{} cannot be verified", prg.display()))
    }

    fn new(prg: Vec<u8>, labels: &str) -> Result<Program> {
        let labels = Labels::parse(labels).context("cannot read the labels")?;
        let address = |name: &str| {
            labels
                .address(name)
                .ok_or_else(|| anyhow!("the program has no {name}, so it cannot serve requests"))
        };
        let mailbox = Mailbox { request: address(REQUEST)?, report: address(REPORT)? };
        let program = Program { prg, mailbox, labels };
        let [low, high, bytes @ ..] = program.prg.as_slice() else { bail!("the program is empty") };
        let load = u16::from_le_bytes([*low, *high]);
        let start = program.mailbox.request.checked_sub(load).map(usize::from);
        if start.is_none_or(|start| start + REQUEST_LEN > bytes.len()) {
            bail!("{REQUEST} at ${:04X} is not part of the program's file", program.mailbox.request);
        }
        Ok(program)
    }

    /// Describes an address by the function or table that contains it: `name+3 ($0C12)`.
    pub fn describe(&self, address: u16) -> String {
        describe(&self.labels, address)
    }
}

/// Lists where the program file `other` differs from a build's, by label: the number of bytes and the address of the first.
///
/// # Errors
/// The build's labels cannot be read.
pub fn differences(image: &Image, other: &[u8]) -> Result<Vec<String>> {
    let labels = Labels::parse(&image.labels).context("cannot read the labels")?;
    let load = image.prg.first_chunk().map_or(0, |load| u16::from_le_bytes(*load));
    let mut places: BTreeMap<&str, (u16, usize)> = BTreeMap::new();
    for (offset, (ours, theirs)) in image.prg.iter().zip(other).enumerate().skip(2) {
        if ours != theirs {
            let address = load.wrapping_add(offset as u16 - 2);
            let name = labels.nearest(address).map_or("", |(name, _)| name);
            places.entry(name).or_insert((address, 0)).1 += 1;
        }
    }
    let mut places: Vec<(u16, usize)> = places.into_values().collect();
    places.sort();
    let mut texts: Vec<String> = places
        .iter()
        .map(|(address, count)| format!("{} from {}", bytes(*count), describe(&labels, *address)))
        .collect();
    if image.prg.len() != other.len() {
        texts.push(format!("{} instead of {}", bytes(other.len()), bytes(image.prg.len())));
    }
    Ok(texts)
}

/// Describes an address by the function or table that contains it: `name+3 ($0C12)`.
fn describe(labels: &Labels, address: u16) -> String {
    match labels.nearest(address) {
        Some((name, 0)) => format!("{name} (${address:04X})"),
        Some((name, distance)) => format!("{name}+{distance} (${address:04X})"),
        None => format!("${address:04X}"),
    }
}

fn bytes(count: usize) -> String {
    match count {
        1 => "1 byte".into(),
        _ => format!("{count} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prg(length: usize) -> Vec<u8> {
        let mut bytes = vec![0x01, 0x08];
        bytes.resize(2 + length, 0);
        bytes
    }

    const LABELS: &str = "al C:0820 .main\nal C:0840 .REQUEST\nal C:0900 .REPORT\n";

    #[test]
    fn the_mailbox_is_found_by_label() {
        let program = Program::new(prg(0xc0), LABELS).unwrap();
        assert_eq!(program.mailbox, Mailbox { request: 0x0840, report: 0x0900 });
    }

    #[test]
    fn a_program_without_mailbox_is_refused() {
        let error = Program::new(prg(0xc0), "al C:0820 .main\n").unwrap_err().to_string();
        assert!(error.contains("no REQUEST"), "{error}");
        let error = Program::new(prg(0xbe), LABELS).unwrap_err().to_string();
        assert!(error.contains("not part of the program's file"), "{error}");
    }

    #[test]
    fn differences_are_named_by_label() {
        let mut image = Image::default();
        (image.load, image.entry, image.end) = (0x0801, 0x0820, 0x08c1);
        (image.prg, image.labels) = (prg(0xc0), LABELS.into());
        let mut other = image.prg.clone();
        other[2 + 0x22] = 9;
        other[2 + 0x23] = 9;
        other[2 + 0x7f] = 9;
        other.push(0);
        let expected = [
            "2 bytes from main+3 ($0823)",
            "1 byte from REQUEST+64 ($0880)",
            "195 bytes instead of 194 bytes",
        ];
        assert_eq!(differences(&image, &other).unwrap(), expected);
        assert!(differences(&image, &image.prg).unwrap().is_empty());
    }
}
