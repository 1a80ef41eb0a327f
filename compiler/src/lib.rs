//! LLVM IR text in, a 6502 program image with listing, labels and map out.
