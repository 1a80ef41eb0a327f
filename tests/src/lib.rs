//! End-to-end tests: host, machine and VICE must agree. The tests are in `tests/`; the code that they share is here.

pub mod album;
pub mod board;
pub mod browser;
pub mod console;
pub mod corpus;
pub mod crates;
pub mod device;
pub mod drive;
pub mod games;
pub mod local;
pub mod page;
pub mod person;
pub mod program;
pub mod sanity;
pub mod script;
pub mod seen;
pub mod shown;
pub mod twins;
pub mod wired;
