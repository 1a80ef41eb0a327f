//! LLVM text (in work).
