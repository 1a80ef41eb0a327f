//! The game engine of sys2080: rules, evaluation, search and notation, for host and C64 alike.
#![no_std]
#![forbid(unsafe_code)]
