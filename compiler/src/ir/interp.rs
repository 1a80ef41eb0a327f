//! IR interpreter (in work).
