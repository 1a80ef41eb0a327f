//! Encodes files for the browser's storage and for links: the length of the name, the name, the length (two bytes), the contents.

/// A name in PETSCII, and the contents with their load address.
pub type File = (Vec<u8>, Vec<u8>);

/// Encodes files one after the other. Leaves out files too long for the format: no program writes one, as its memory has no room for it.
pub fn write<'a>(files: impl IntoIterator<Item = (&'a Vec<u8>, &'a Vec<u8>)>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, contents) in files {
        let (Ok(name_length), Ok(length)) = (u8::try_from(name.len()), u16::try_from(contents.len())) else {
            continue;
        };
        bytes.push(name_length);
        bytes.extend(name);
        bytes.extend(length.to_le_bytes());
        bytes.extend(contents);
    }
    bytes
}

/// Decodes them; returns `None` if the bytes are not such files.
pub fn read(mut bytes: &[u8]) -> Option<Vec<File>> {
    let mut files = Vec::new();
    while let Some((length, rest)) = bytes.split_first() {
        let (name, rest) = rest.split_at_checked(usize::from(*length))?;
        let (length, rest) = rest.split_first_chunk::<2>()?;
        let (contents, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
        files.push((name.to_vec(), contents.to_vec()));
        bytes = rest;
    }
    Some(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_back_and_damaged_ones_are_refused() {
        let files = vec![(b"2080 GAME 1".to_vec(), vec![1, 8, 3]), (b"B".to_vec(), Vec::new())];
        let bytes = write(files.iter().map(|(name, contents)| (name, contents)));
        assert_eq!(read(&bytes), Some(files));
        assert_eq!(read(&[]), Some(Vec::new()));
        for cut in [1, 5, 12, 13, 15] {
            assert_eq!(read(&bytes[..cut]), None, "{cut}");
        }
    }
}
