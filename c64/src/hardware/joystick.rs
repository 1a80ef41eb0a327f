//! The joystick in control port 2, read at each interrupt of the KERNAL, so that no push is lost, however short it is and
//! whatever the program does. It shares its lines with the columns of the keyboard.

use core::arch::asm;
use core::ptr;

use sys2080_console::device::Joystick;

/// What is pressed as of the last interrupt, and what has been since the last look: bits as of [`Joystick`] in either.
#[used]
#[unsafe(no_mangle)]
static mut JOYSTICK_NOW: u8 = 0;
#[used]
#[unsafe(no_mangle)]
static mut JOYSTICK_SEEN: u8 = 0;
/// Where an interrupt goes on: the KERNAL's routine as found. Even, as a jump through the end of a page goes astray.
#[used]
#[unsafe(no_mangle)]
static mut JOYSTICK_NEXT: Even = Even(0);

#[repr(align(2))]
#[expect(dead_code, reason = "only the interrupt reads it")]
struct Even(u16);

/// Begins to look. The start-up code takes the vector back when the program ends.
///
/// $0314 is the KERNAL's vector of interrupts, $DC00 port A of CIA 1: "Mapping the Commodore 64", at these addresses.
/// While no column of the keyboard is chosen ($FF) no key can pull down a line of the joystick; $7F, the column of
/// RUN/STOP, is what the KERNAL leaves there after each scan, and looks for that key by.
#[inline(never)]
pub fn start() {
    // SAFETY: called once, with interrupts on, which they are afterwards. What it leaves behind its `jmp` is entered by
    // interrupts only, when the KERNAL has saved A, X and Y, and goes on as they would have without it.
    unsafe {
        asm!(
            "sei",
            "lda $0314",
            "sta JOYSTICK_NEXT",
            "lda $0315",
            "sta JOYSTICK_NEXT+1",
            "lda #<2f",
            "sta $0314",
            "lda #>2f",
            "sta $0315",
            "cli",
            "jmp 3f",
            "2: lda #$ff",
            "sta $dc00",
            "eor $dc00",
            "sta JOYSTICK_NOW",
            "ora JOYSTICK_SEEN",
            "sta JOYSTICK_SEEN",
            "lda #$7f",
            "sta $dc00",
            "jmp (JOYSTICK_NEXT)",
            "3:",
            out("r24") _,
        )
    }
}

/// Returns what is pressed, or was pressed at any time since the last call.
pub fn read() -> Joystick {
    // SAFETY: volatile, as the interrupt writes them. One between the two loses nothing that is held for two jiffies.
    unsafe {
        let seen = ptr::read_volatile(&raw const JOYSTICK_SEEN);
        ptr::write_volatile(&raw mut JOYSTICK_SEEN, ptr::read_volatile(&raw const JOYSTICK_NOW));
        Joystick(seen)
    }
}
