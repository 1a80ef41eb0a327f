//! The 6502 back end.

pub mod allocate;
pub mod asm;
mod branches;
pub mod classes;
pub mod code;
pub mod encode;
pub mod encoded;
mod globals;
pub mod handlers;
mod homes;
pub mod image;
pub mod improve;
pub mod isa;
mod labels;
mod layout;
pub mod listing;
pub mod outline;
mod parts;
pub mod passing;
pub mod peephole;
mod places;
pub mod program;
pub mod runtime;
pub mod select;
pub mod stack;
pub mod startup;
pub mod zero_page_check;
