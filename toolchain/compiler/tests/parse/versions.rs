//! What changed in LLVM's text from version to version: every entry of the table is read as it says.

use compiler::llvm::print;
use compiler::llvm::versions::{CHANGES, Reading, TESTED};

use super::{error, module};

#[test]
fn every_change_is_read_as_the_table_says() {
    for change in CHANGES {
        match change.reading {
            Reading::As(older) => {
                let [new, old] = [change.example, older].map(|text| print(&module(text)));
                assert_eq!(new, old, "LLVM {}: {}", change.llvm, change.what);
            }
            Reading::Refused(what) => {
                let error = error(change.example);
                assert!(error.ends_with(&format!("{what} is not supported")), "{}: {error}", change.what);
            }
        }
    }
}

#[test]
fn the_table_reaches_to_the_newest_tested_version() {
    assert!(CHANGES.is_sorted_by_key(|change| change.llvm));
    for llvm in TESTED {
        assert!(CHANGES.iter().any(|change| change.llvm == llvm), "LLVM {llvm} changed nothing?");
    }
}
