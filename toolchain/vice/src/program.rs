//! The program that VICE runs: a file in the run's folder, and its exit register.

pub use chips::EXIT_REGISTER as EXIT_ADDRESS;

use super::error::ViceError;

/// The name of the program file in a run's folder.
pub(super) const PROGRAM_FILE: &str = "program.prg";

/// Checks that the bytes are a load address and a program that ends below `$D000`, where the I/O area begins.
pub(super) fn check_program(prg: &[u8]) -> Result<(), ViceError> {
    let [low, high, program @ ..] = prg else {
        return Err(ViceError::BadProgram(format!("{} bytes are too few for a program file", prg.len())));
    };
    let load = u16::from_le_bytes([*low, *high]);
    let end = usize::from(load) + program.len();
    if program.is_empty() {
        return Err(ViceError::BadProgram("it has nothing but a load address".into()));
    }
    if end > 0xd000 {
        return Err(ViceError::BadProgram(format!(
            "it lies from ${load:04X} to ${:04X}, but must end below $D000, where the chips begin",
            end - 1
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn useless_programs_are_refused_before_the_start() {
        for bad in [&b""[..], b"\x01", b"\x01\x08"] {
            assert!(matches!(check_program(bad), Err(ViceError::BadProgram(_))), "{bad:?}");
        }
        let mut long = vec![0x01, 0x08];
        long.resize(2 + 0xd000 - 0x0801, 0);
        check_program(&long).unwrap();
        long.push(0);
        assert!(check_program(&long).is_err());
    }
}
