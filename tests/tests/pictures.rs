//! The documents show exactly the pictures that `cargo c64 pictures` takes, and it can take them. Needs VICE and never skips.

use std::collections::BTreeSet;

use e2e::program;
use tools::pictures;

/// The most bytes of a picture: the README is to load at once.
const LARGEST: u64 = 300_000;

#[test]
fn the_documents_show_what_the_tools_take() {
    let workspace = program::workspace();
    let root = workspace.root();
    let taken: BTreeSet<String> = pictures::names().map(str::to_string).collect();
    let mut shown = BTreeSet::new();
    for (document, folder) in [("README.md", "docs/"), ("docs/PLAYING.md", "")] {
        let text = std::fs::read_to_string(root.join(document)).unwrap();
        for name in text.split(['"', '(', ')']).filter(|name| name.ends_with(".png")) {
            shown.insert(name.strip_prefix(folder).expect("beside the documents").to_string());
        }
    }
    assert_eq!(shown, taken);
    for name in taken {
        let picture = root.join("docs").join(&name);
        let bytes = std::fs::metadata(&picture).unwrap_or_else(|error| panic!("{name}: {error}")).len();
        assert!((1000..LARGEST).contains(&bytes), "{name}: {bytes} bytes");
    }
}

/// Width and height of a PNG, as its first chunk has them. Source: the PNG specification, 5.2 and 11.2.1.
fn size(png: &[u8]) -> [u8; 8] {
    assert_eq!((&png[..8], &png[12..16]), (&b"\x89PNG\r\n\x1a\n"[..], &b"IHDR"[..]));
    png[16..24].try_into().unwrap()
}

#[test]
fn all_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let output = program::sys2080(&["pictures", "--json", "--out", folder.path().to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for name in pictures::names() {
        let [taken, kept] = [folder.path().join(name), program::workspace().root().join("docs").join(name)]
            .map(|file| std::fs::read(file).unwrap_or_else(|error| panic!("{name}: {error}")));
        assert_eq!(size(&taken), size(&kept), "{name}");
        // The same picture at another moment is packed as well.
        assert!(taken.len().abs_diff(kept.len()) < 200 + kept.len() / 8, "{name}: {} bytes", taken.len());
    }
}
