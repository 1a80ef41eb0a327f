//! No environment: no variable is set.

use alloc_crate::string::String;

/// The variable is not set.
#[derive(Clone, Copy, Debug)]
pub struct VarError;

/// The value of a variable.
///
/// # Errors
/// Always: none is set.
pub fn var(_: &str) -> Result<String, VarError> {
    Err(VarError)
}
