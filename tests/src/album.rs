//! Compares screens with stored ones.

use std::fmt::Write;

use crate::program;

/// The environment variable that has the pictures kept rather than compared.
const BLESS: &str = "BLESS";

/// Pictures with their names, in the order in which they were seen.
#[derive(Debug, Default)]
pub struct Album {
    pictures: Vec<(String, String)>,
}

impl Album {
    /// No pictures.
    pub fn new() -> Album {
        Album::default()
    }

    /// Adds a picture.
    pub fn add(&mut self, name: &str, picture: impl ToString) {
        self.pictures.push((name.to_string(), picture.to_string()));
    }

    /// Compares with the file of that name in `tests/golden`, or writes it if `BLESS` is 1.
    ///
    /// # Panics
    /// There is a difference, or no such file.
    pub fn compare(&self, file: &str) {
        let mut text = String::new();
        for (name, picture) in &self.pictures {
            // Writing to a string does not fail.
            let _ = writeln!(text, "=== {name} ===\n{}\n", picture.trim_end());
        }
        let text = format!("{}\n", text.trim_end());
        let path = program::workspace().root().join("tests/golden").join(file);
        if std::env::var_os(BLESS).is_some_and(|value| value == "1") {
            std::fs::write(&path, &text).unwrap_or_else(|error| panic!("cannot write {file}: {error}"));
            return;
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        if kept == text {
            return;
        }
        let sections = |text: &str| text.split("\n=== ").map(str::to_string).collect::<Vec<_>>();
        let (kept, seen) = (sections(&kept), sections(&text));
        let at = kept.iter().zip(&seen).position(|(kept, seen)| kept != seen);
        let at = at.unwrap_or(kept.len().min(seen.len()));
        let none = "nothing".to_string();
        let [kept, seen] = [&kept, &seen].map(|sections| sections.get(at).unwrap_or(&none));
        panic!("{file}: kept\n{kept}\nseen\n{seen}");
    }
}
