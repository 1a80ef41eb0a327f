//! IR verifier (in work).
