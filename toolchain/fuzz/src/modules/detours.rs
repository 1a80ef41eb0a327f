//! Addresses computed in ways that rustc may never use: around the address space, or as an integer of another width.
//!
//! They have a separate random stream, so that they do not affect the other random choices of a module.

use super::module::Inst;
use super::statements::Body;
use super::values::{Detours, Ty, plain};

/// The variable that holds [`TURN`]; no pass can know its value, because it is read as volatile.
pub const AROUND: &str = "@around";

/// The number of three-byte steps that lead to the preceding byte: 3 · 21,845 = 65,535.
pub const TURN: u32 = 21_845;

impl Body<'_> {
    /// Returns the same address, sometimes by a detour.
    pub(crate) fn detour(&mut self, place: String) -> String {
        let detours = &mut self.shared.detours;
        if !detours.random.percent(detours.taken) {
            return place;
        }
        let (insts, end) = match detours.random.below(4) {
            0 => there_and_back(detours, &place),
            1 => around(detours, &place),
            2 => wide(detours, &place),
            _ => in_halves(detours, &place),
        };
        self.blocks.last_mut().expect("an open block").insts.extend(insts);
        end
    }
}

/// Goes away by any distance, and back.
fn there_and_back(detours: &mut Detours, place: &str) -> (Vec<Inst>, String) {
    let [there, back] = detours.names();
    let distance = Ty::I16.constant(&mut detours.random).parse::<i32>().expect("a number");
    let insts = vec![
        address(&there, format!("getelementptr i8, ptr {place}, i16 {distance}")),
        address(
            &back,
            format!("getelementptr i8, ptr {there}, i16 {}", Ty::I16.literal(-i128::from(distance))),
        ),
    ];
    (insts, back)
}

/// Goes one byte forward, then one back in steps of three bytes, whose number is constant or read from a variable.
fn around(detours: &mut Detours, place: &str) -> (Vec<Inst>, String) {
    let [read, times, on, back] = detours.names();
    let mut insts = Vec::new();
    let steps = if detours.random.percent(30) {
        TURN.to_string()
    } else {
        insts.push(number(&read, format!("load volatile i16, ptr {AROUND}, align 1")));
        insts.push(number(&times, format!("and i16 {read}, 32767")));
        times
    };
    insts.push(address(&on, format!("getelementptr i8, ptr {place}, i16 1")));
    insts.push(address(&back, format!("getelementptr [3 x i8], ptr {on}, i16 {steps}")));
    (insts, back)
}

/// Uses a 32-bit integer, of which a pointer keeps 16 bits.
fn wide(detours: &mut Detours, place: &str) -> (Vec<Inst>, String) {
    let [integer, more, back] = detours.names();
    let high = detours.random.below(0x8000) << 16;
    let insts = vec![
        number(&integer, format!("ptrtoint ptr {place} to i32")),
        number(&more, format!("or i32 {integer}, {high}")),
        address(&back, format!("inttoptr i32 {more} to ptr")),
    ];
    (insts, back)
}

/// Splits the address into its low and high byte. The result is one byte off if a comparison of the low byte disagrees with the same
/// comparison of the truncated address.
fn in_halves(detours: &mut Detours, place: &str) -> (Vec<Inst>, String) {
    let [low, whole, high, wide, both, cut, a, b, differ, beside, at] = detours.names();
    let of = Ty::I8.constant(&mut detours.random);
    let comparison = detours.random.of(&["eq", "ne", "ult", "ugt", "slt"]);
    let insts = vec![
        number(&low, format!("ptrtoint ptr {place} to i8")),
        number(&whole, format!("ptrtoint ptr {place} to i16")),
        number(&high, format!("and i16 {whole}, -256")),
        number(&wide, format!("zext i8 {low} to i16")),
        number(&cut, format!("trunc i16 {whole} to i8")),
        plain(&a, "false", format!("icmp {comparison} i8 {low}, {of}")),
        plain(&b, "false", format!("icmp {comparison} i8 {cut}, {of}")),
        plain(&differ, "false", format!("xor i1 {a}, {b}")),
        number(&beside, format!("zext i1 {differ} to i16")),
        number(&both, format!("or i16 {high}, {wide}")),
        number(&at, format!("add i16 {both}, {beside}")),
    ];
    let [back] = detours.names();
    (insts.into_iter().chain([address(&back, format!("inttoptr i16 {at} to ptr"))]).collect(), back)
}

fn number(def: &str, text: String) -> Inst {
    plain(def, "0", text)
}

fn address(def: &str, text: String) -> Inst {
    plain(def, "@g0", text)
}
