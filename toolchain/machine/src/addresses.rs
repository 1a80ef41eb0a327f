//! Addresses of the KERNAL and its variables. Sources: Sheldon Leemon, "Mapping the Commodore 64"; KERNAL 901227-03.

/// The vector through which the KERNAL's IRQ entry continues.
pub(crate) const IRQ_VECTOR: u16 = 0x0314;
/// The KERNAL's own interrupt handler.
pub(crate) const IRQ_HANDLER: u16 = 0xea31;
/// The vector through which the KERNAL's NMI entry continues: the RESTORE key.
pub(crate) const NMI_VECTOR: u16 = 0x0318;
/// The KERNAL's handler for RESTORE and CIA 2.
pub(crate) const NMI_HANDLER: u16 = 0xfe47;
/// The buffer of up to ten keys typed and not yet read.
pub(crate) const BUFFER: usize = 0x0277;
/// The number of keys in the buffer.
pub(crate) const BUFFERED: usize = 0xc6;
/// $7F while RUN/STOP is held, as in the keyboard matrix.
pub(crate) const STOP_FLAG: usize = 0x91;
/// The interrupts of CIA 2 that RS-232 has enabled.
pub(crate) const RS_232: usize = 0x02a1;
