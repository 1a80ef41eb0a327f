//! Finds functions whose addresses are stored into interrupt vectors through which they cannot be entered.
//!
//! Only stores of an address, or of its bytes, to constant addresses are detected.
//!
//! Sources: Sheldon Leemon, "Mapping the Commodore 64", $0314-$0319; MOS 6500 hardware manual, $FFFA-$FFFF.

use crate::Error;
use crate::error::demangled;
use crate::ir::{BinOp, CastOp, Const, Function, Inst, Interrupt, Module, Op, Operand, Symbol, Value};
use std::collections::BTreeMap;

/// The maximum number of operations between an address and the byte of it that is stored.
const STEPS: usize = 8;

/// A pair of bytes that the processor or the KERNAL jumps through.
struct Vector {
    /// The address of its low byte.
    at: u16,
    /// Its name, for messages.
    name: &'static str,
    /// The kind of interrupt handler that it requires.
    kind: Interrupt,
}

const VECTORS: [Vector; 5] = [
    Vector { at: 0x0314, name: "the KERNAL's IRQ vector", kind: Interrupt::Kernal },
    Vector { at: 0x0316, name: "the KERNAL's BRK vector", kind: Interrupt::Kernal },
    Vector { at: 0x0318, name: "the KERNAL's NMI vector", kind: Interrupt::Hardware },
    Vector { at: 0xfffa, name: "the processor's NMI vector", kind: Interrupt::Hardware },
    Vector { at: 0xfffe, name: "the processor's IRQ vector", kind: Interrupt::Hardware },
];

/// Rejects the first function that does not fit the vector it is stored in.
///
/// # Errors
/// Names the vector, the function, and the kind that the function must have.
pub fn check(module: &Module) -> Result<(), Error> {
    for function in &module.functions {
        let definitions: BTreeMap<Value, &Inst> = function
            .blocks
            .iter()
            .flat_map(|block| &block.insts)
            .filter_map(|inst| Some((inst.result?, inst)))
            .collect();
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            let Op::Store { value, ptr, .. } = &inst.op else { continue };
            let Some(vector) = ptr.int().and_then(vector_at) else { continue };
            let stored = address_in(value, &definitions, STEPS).and_then(|symbol| module.function(symbol));
            if let Some(stored) = stored.filter(|f| f.interrupt != Some(vector.kind)) {
                return Err(module.unsupported(
                    function.symbol,
                    (inst.line, inst.source),
                    message(module, vector, stored),
                ));
            }
        }
    }
    Ok(())
}

fn vector_at(address: u128) -> Option<&'static Vector> {
    VECTORS.iter().find(|v| (u128::from(v.at)..u128::from(v.at) + 2).contains(&address))
}

fn message(module: &Module, vector: &Vector, stored: &Function) -> String {
    let abi = match vector.kind {
        Interrupt::Kernal => "avr-interrupt",
        Interrupt::Hardware => "avr-non-blocking-interrupt",
    };
    let name = demangled(module.name_of(stored.symbol));
    format!(
        "the function {name} in {} (${:04X}), where a function must be `extern \"{abi}\"`,",
        vector.name, vector.at
    )
}

/// Returns the symbol whose address, or a byte of it, is in an operand.
fn address_in(operand: &Operand, definitions: &BTreeMap<Value, &Inst>, steps: usize) -> Option<Symbol> {
    match operand {
        Operand::Const(Const::Address(symbol, _)) => Some(*symbol),
        Operand::Const(_) => None,
        Operand::Value(value) if steps > 0 => match &definitions.get(value)?.op {
            Op::Cast {
                op: CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Trunc | CastOp::Bitcast,
                value,
                ..
            }
            | Op::Freeze(value)
            | Op::Binary { op: BinOp::LShr | BinOp::And, lhs: value, .. } => {
                address_in(value, definitions, steps - 1)
            }
            _ => None,
        },
        Operand::Value(_) => None,
    }
}
