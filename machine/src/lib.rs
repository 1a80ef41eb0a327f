//! An in-process Commodore 64, good enough to run what the compiler makes.
