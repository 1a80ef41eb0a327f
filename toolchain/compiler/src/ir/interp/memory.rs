//! The interpreter's 64 KiB: bytes, undefined bits, pointer provenance, and the owner of every address.

use super::value::{Bits, Pointer, Value, mask};
use crate::ir::{self, Symbol, Type};

/// Size of the address space in bytes.
const SPACE: usize = 0x1_0000;

/// The owner of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// Outside of the program: zero page, screen, hardware, ROM. Plain memory here.
    Machine,
    /// Program memory that is currently unused.
    Free,
    /// A variable.
    Data,
    /// A constant.
    Constant,
    /// A function.
    Code,
}

/// The origin of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// A global, function or extern.
    Symbol(Symbol),
    /// An `alloca` of the function with this index.
    Local(u32, ir::Value),
}

/// A range of addresses that form one object.
#[derive(Clone, Copy, Debug)]
struct Object {
    start: u32,
    size: u32,
    owner: Owner,
    origin: Option<Origin>,
}

/// Why an access is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// Outside of the object, or in memory without an owner.
    Bounds { address: u16, size: u32, write: bool, object: Option<Origin> },
    /// A store to a constant.
    Constant { address: u16, object: Option<Origin> },
}

/// Byte memory with 16-bit addresses.
pub struct Memory {
    bytes: Vec<u8>,
    undef: Vec<u8>,
    provenance: Vec<u32>,
    owners: Vec<Owner>,
    objects: Vec<Object>,
}

impl Memory {
    /// Creates memory that is all zero and outside of the program, with object 0, "unknown".
    pub(super) fn new() -> Self {
        Memory {
            bytes: vec![0; SPACE],
            undef: vec![0; SPACE],
            provenance: vec![0; SPACE],
            owners: vec![Owner::Machine; SPACE],
            objects: vec![Object { start: 0, size: 0, owner: Owner::Machine, origin: None }],
        }
    }

    /// Returns the byte at an address; undefined bits read as zero.
    pub fn read(&self, address: u16) -> u8 {
        self.bytes[usize::from(address)]
    }

    /// Sets the byte at an address, whoever owns it.
    pub fn write(&mut self, address: u16, byte: u8) {
        let at = usize::from(address);
        self.bytes[at] = byte;
        self.undef[at] = 0;
        self.provenance[at] = 0;
    }

    /// Whether every bit of the byte at an address is defined.
    pub fn is_defined(&self, address: u16) -> bool {
        self.undef[usize::from(address)] == 0
    }

    /// Gives a range of addresses an owner. The range is cut at the end of the address space.
    pub(super) fn own(&mut self, start: u32, size: u32, owner: Owner) {
        let end = start.saturating_add(size).min(SPACE as u32) as usize;
        if let Some(owners) = self.owners.get_mut(start as usize..end) {
            owners.fill(owner);
        }
    }

    /// Creates an object with undefined bytes. The range must lie in the address space.
    pub(super) fn create(&mut self, start: u32, size: u32, owner: Owner, origin: Origin) -> Pointer {
        self.own(start, size, owner);
        let range = start as usize..(start + size) as usize;
        self.bytes[range.clone()].fill(0);
        self.undef[range.clone()].fill(0xff);
        self.provenance[range].fill(0);
        self.objects.push(Object { start, size, owner, origin: Some(origin) });
        Pointer { address: start as u16, object: self.objects.len() as u32 - 1 }
    }

    /// Returns the number of objects, as a mark for [`Memory::release`].
    pub(super) fn mark(&self) -> usize {
        self.objects.len()
    }

    /// Ends the life of all objects created since the mark.
    pub(super) fn release(&mut self, mark: usize) {
        while self.objects.len() > mark {
            if let Some(object) = self.objects.pop() {
                self.own(object.start, object.size, Owner::Free);
            }
        }
    }

    /// Returns the first address and the end of an object, `None` if it is unknown or dead.
    pub(super) fn extent(&self, object: u32) -> Option<(u32, u32)> {
        let found = self.objects.get(object as usize)?;
        found.origin.map(|_| (found.start, found.start + found.size))
    }

    /// Checks whether `size` bytes may be accessed through a pointer.
    pub(super) fn check(&self, pointer: Pointer, size: u32, write: bool) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        let Pointer { address, object } = pointer;
        let start = u32::from(address);
        if object != 0 {
            return match self.objects.get(object as usize) {
                Some(o)
                    if start >= o.start
                        && u64::from(start) + u64::from(size) <= u64::from(o.start + o.size)
                        && o.owner != Owner::Code =>
                {
                    if write && o.owner == Owner::Constant {
                        return Err(Fault::Constant { address, object: o.origin });
                    }
                    Ok(())
                }
                o => Err(Fault::Bounds { address, size, write, object: o.and_then(|o| o.origin) }),
            };
        }
        let outside = Fault::Bounds { address, size, write, object: None };
        let owners = self.owners.get(start as usize..start as usize + size as usize).ok_or(outside)?;
        if owners.iter().any(|o| matches!(o, Owner::Free | Owner::Code)) {
            return Err(outside);
        }
        if write && owners.contains(&Owner::Constant) {
            return Err(Fault::Constant { address, object: None });
        }
        Ok(())
    }

    /// Reads a value of a type.
    pub(super) fn load(&self, ty: &Type, pointer: Pointer) -> Result<Value, Fault> {
        self.check(pointer, ty.size(), false)?;
        Ok(self.get(ty, usize::from(pointer.address)))
    }

    /// Writes a value of a type.
    pub(super) fn store(&mut self, ty: &Type, value: &Value, pointer: Pointer) -> Result<(), Fault> {
        self.check(pointer, ty.size(), true)?;
        self.put(ty, value, usize::from(pointer.address));
        Ok(())
    }

    /// Reads a value at an address; all its bytes must lie in the address space.
    fn get(&self, ty: &Type, at: usize) -> Value {
        let size = ty.size() as usize;
        match ty {
            Type::Int(width) => {
                let bits = self.get_bits(at, size);
                let unused = !mask(*width);
                // A byte that is not a valid `i1` makes the load poison.
                if (bits.bits | bits.undef) & unused != 0 {
                    return Value::Undef;
                }
                bits.into_int(*width)
            }
            Type::Ptr => match self.get_bits(at, 2).into_int(16) {
                Value::Int(n) => {
                    let object = self.provenance[at];
                    let object = if self.provenance[at + 1] == object { object } else { 0 };
                    Value::Ptr(Pointer { address: n as u16, object })
                }
                other => other,
            },
            Type::Float => self.get_bits(at, 4).get().map_or(Value::Undef, |n| Value::Float(n as u32)),
            Type::Double => self.get_bits(at, 8).get().map_or(Value::Undef, |n| Value::Double(n as u64)),
            Type::Void => Value::void(),
            Type::Array(element, count) => {
                let step = element.size() as usize;
                Value::Aggregate((0..*count as usize).map(|i| self.get(element, at + i * step)).collect())
            }
            Type::Struct(fields) => {
                let mut offset = at;
                let mut parts = Vec::with_capacity(fields.len());
                for field in fields {
                    parts.push(self.get(field, offset));
                    offset += field.size() as usize;
                }
                Value::Aggregate(parts)
            }
        }
    }

    /// Writes a value at an address; all its bytes must lie in the address space.
    pub(super) fn put(&mut self, ty: &Type, value: &Value, at: usize) {
        let size = ty.size() as usize;
        match value {
            Value::Int(n) => self.put_bits(at, size, Bits::known(*n), 0),
            Value::Ptr(p) => self.put_bits(at, size, Bits::known(p.address.into()), p.object),
            Value::Partial(bits) => self.put_bits(at, size, **bits, 0),
            Value::Float(n) => self.put_bits(at, size, Bits::known((*n).into()), 0),
            Value::Double(n) => self.put_bits(at, size, Bits::known((*n).into()), 0),
            Value::Undef => {
                self.bytes[at..at + size].fill(0);
                self.undef[at..at + size].fill(0xff);
                self.provenance[at..at + size].fill(0);
            }
            Value::Aggregate(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    if let Some((offset, ty)) = ty.part(index as u32) {
                        self.put(ty, part, at + offset as usize);
                    }
                }
            }
        }
    }

    fn get_bits(&self, at: usize, size: usize) -> Bits {
        let mut result = Bits::known(0);
        for i in (0..size).rev() {
            result.bits = result.bits << 8 | u128::from(self.bytes[at + i]);
            result.undef = result.undef << 8 | u128::from(self.undef[at + i]);
        }
        result
    }

    fn put_bits(&mut self, at: usize, size: usize, bits: Bits, object: u32) {
        let (mut n, mut undef) = (bits.bits, bits.undef);
        for i in at..at + size {
            self.bytes[i] = n as u8;
            self.undef[i] = undef as u8;
            self.provenance[i] = object;
            (n, undef) = (n >> 8, undef >> 8);
        }
    }

    /// Reads one byte, checked, as `memcmp` does.
    pub(super) fn byte(&self, pointer: Pointer) -> Result<Bits, Fault> {
        self.check(pointer, 1, false)?;
        Ok(self.get_bits(usize::from(pointer.address), 1))
    }

    /// Copies bytes with their undefined bits and pointer origins; the regions may overlap.
    pub(super) fn copy(&mut self, to: Pointer, from: Pointer, size: u32) -> Result<(), Fault> {
        self.check(from, size, false)?;
        self.check(to, size, true)?;
        if size > 0 {
            let start = usize::from(from.address);
            let (range, at) = (start..start + size as usize, usize::from(to.address));
            self.bytes.copy_within(range.clone(), at);
            self.undef.copy_within(range.clone(), at);
            self.provenance.copy_within(range, at);
        }
        Ok(())
    }

    /// Sets bytes to one value.
    pub(super) fn fill(&mut self, to: Pointer, byte: Bits, size: u32) -> Result<(), Fault> {
        self.check(to, size, true)?;
        if size > 0 {
            let start = usize::from(to.address);
            let range = start..start + size as usize;
            self.bytes[range.clone()].fill(byte.bits as u8);
            self.undef[range.clone()].fill(byte.undef as u8);
            self.provenance[range].fill(0);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: Origin = Origin::Symbol(Symbol(7));

    fn object(memory: &mut Memory, start: u32, size: u32, owner: Owner) -> Pointer {
        memory.create(start, size, owner, ORIGIN)
    }

    fn at(pointer: Pointer, offset: i32) -> Pointer {
        Pointer { address: pointer.address.wrapping_add(offset as u16), ..pointer }
    }

    #[test]
    fn values_round_trip_little_endian() {
        let mut memory = Memory::new();
        let p = object(&mut memory, 0x1000, 32, Owner::Data);
        memory.store(&Type::Int(32), &Value::Int(0x1234_5678), p).unwrap();
        assert_eq!((memory.read(0x1000), memory.read(0x1003)), (0x78, 0x12));
        assert_eq!(memory.load(&Type::Int(16), at(p, 1)), Ok(Value::Int(0x3456)));
        let pair = Type::Struct(vec![Type::Int(8), Type::Ptr]);
        let value = Value::Aggregate(vec![Value::Int(3), Value::Ptr(at(p, 9))]);
        memory.store(&pair, &value, at(p, 4)).unwrap();
        assert_eq!(memory.load(&pair, at(p, 4)), Ok(value));
        assert_eq!(memory.load(&Type::Int(16), at(p, 5)), Ok(Value::Int(0x1009)));
    }

    #[test]
    fn fresh_objects_are_undefined_and_half_written_words_partly() {
        let mut memory = Memory::new();
        let p = object(&mut memory, 0x1000, 4, Owner::Data);
        assert_eq!(memory.load(&Type::Int(16), p), Ok(Value::Undef));
        memory.store(&Type::Int(8), &Value::Int(9), p).unwrap();
        let half = Value::Partial(Box::new(Bits { bits: 9, undef: 0xff00 }));
        assert_eq!(memory.load(&Type::Int(16), p), Ok(half.clone()));
        assert_eq!(memory.load(&Type::Ptr, p), Ok(half.clone()));
        memory.store(&Type::Int(16), &half, at(p, 2)).unwrap();
        assert_eq!(memory.byte(at(p, 2)).map(Bits::get), Ok(Some(9)));
        assert_eq!(memory.byte(at(p, 3)).map(Bits::get), Ok(None));
        assert!(memory.is_defined(0x1002) && !memory.is_defined(0x1003));
    }

    #[test]
    fn a_byte_other_than_0_and_1_is_no_bool() {
        let mut memory = Memory::new();
        memory.write(0x400, 2);
        assert_eq!(memory.load(&Type::Int(1), Pointer::wild(0x400)), Ok(Value::Undef));
        memory.write(0x400, 1);
        assert_eq!(memory.load(&Type::Int(1), Pointer::wild(0x400)), Ok(Value::Int(1)));
    }

    #[test]
    fn objects_have_bounds_and_constants_are_read_only() {
        let mut memory = Memory::new();
        let data = object(&mut memory, 0x1000, 4, Owner::Data);
        let constant = object(&mut memory, 0x1004, 4, Owner::Constant);
        let code = object(&mut memory, 0x1008, 1, Owner::Code);
        assert_eq!(memory.check(at(data, 2), 2, true), Ok(()));
        let fault = Fault::Bounds { address: 0x1003, size: 2, write: false, object: Some(ORIGIN) };
        assert_eq!(memory.check(at(data, 3), 2, false), Err(fault));
        assert!(memory.check(at(data, -1), 1, false).is_err());
        assert_eq!(memory.check(constant, 4, false), Ok(()));
        let fault = Fault::Constant { address: 0x1004, object: Some(ORIGIN) };
        assert_eq!(memory.check(constant, 1, true), Err(fault));
        assert!(memory.check(code, 1, false).is_err());
        let wild = Pointer::wild(0x1003);
        assert_eq!(memory.check(wild, 2, false), Ok(()));
        assert_eq!(memory.check(wild, 2, true), Err(Fault::Constant { address: 0x1003, object: None }));
        assert!(memory.check(Pointer::wild(0xffff), 2, false).is_err());
        assert_eq!(memory.check(Pointer::wild(0xd020), 1, true), Ok(()));
    }

    #[test]
    fn released_objects_are_gone() {
        let mut memory = Memory::new();
        let mark = memory.mark();
        let p = object(&mut memory, 0x1000, 4, Owner::Data);
        memory.release(mark);
        assert!(memory.check(p, 1, false).is_err());
        assert!(memory.check(Pointer::wild(0x1000), 1, false).is_err());
        assert_eq!(memory.extent(p.object), None);
    }

    #[test]
    fn copies_keep_pointers_and_holes() {
        let mut memory = Memory::new();
        let p = object(&mut memory, 0x1000, 8, Owner::Data);
        memory.store(&Type::Ptr, &Value::Ptr(at(p, 1)), p).unwrap();
        memory.copy(at(p, 4), p, 3).unwrap();
        assert_eq!(memory.load(&Type::Ptr, at(p, 4)), Ok(Value::Ptr(at(p, 1))));
        assert!(!memory.is_defined(0x1006));
        memory.fill(p, Bits::known(0x2a), 8).unwrap();
        assert_eq!(memory.load(&Type::Ptr, p), Ok(Value::Ptr(Pointer::wild(0x2a2a))));
        assert!(memory.copy(at(p, 6), p, 3).is_err());
        assert_eq!(memory.copy(at(p, 100), p, 0), Ok(()));
    }
}
