//! Random accesses to globals, to local objects and through pointers.

use super::statements::Body;
use super::values::{ALIGNMENTS, NUMBERS, REACH, Ty};

impl Body<'_> {
    /// Creates a local object and fills it.
    pub(crate) fn local(&mut self) {
        let size = self.random.of(&[16u32, 16, 24, 32]);
        let align = self.random.of(&ALIGNMENTS);
        let name = self.emit(Ty::Ptr, format!("alloca [{size} x i8], align {align}"));
        let fill = self.value(Ty::I8);
        self.set_memory(&name, &fill, &format!("i16 {size}"));
        self.pointers.push((name.clone(), size));
        let (place, align) = match self.random.percent(70) {
            true => (name, align),
            false => self.random.of(&self.shared.alignments.clone()),
        };
        self.low_bits(&place, align);
    }

    /// Generates the bits of an address that its alignment makes zero, as a number; the other bits must not be observed.
    fn low_bits(&mut self, place: &str, align: u32) {
        let address = format!("%v{}", self.next);
        self.next += 1;
        self.push(address.clone(), Ty::I16.zero(), format!("ptrtoint ptr {place} to i16"));
        let bits = self.emit(Ty::I16, format!("and i16 {address}, {}", align - 1));
        self.keep(Ty::I16, &bits);
    }

    fn set_memory(&mut self, to: &str, fill: &str, length: &str) {
        let args = [format!("ptr {to}"), format!("i8 {fill}"), length.to_string(), "i1 false".to_string()];
        self.declared(Ty::Ptr, "void", "@llvm.memset.p0.i16", &args);
    }

    /// Returns an index below `count`.
    pub(crate) fn index(&mut self, count: u32) -> String {
        let power = 1 << count.ilog2();
        if self.random.percent(20) {
            return self.random.below(count.into()).to_string();
        }
        let byte = match self.random.below(7) {
            0 => {
                let v = self.variable(Ty::I16);
                return self.emit(Ty::I16, format!("and i16 {v}, {}", power - 1));
            }
            1 => {
                let v = self.variable(Ty::I16);
                return self.emit(Ty::I16, format!("urem i16 {v}, {count}"));
            }
            2 if count < 256 => {
                let v = self.variable(Ty::I8);
                let args = [format!("i8 {v}"), format!("i8 {}", (count - 1) as i8)];
                self.declared(Ty::I8, "i8", "@llvm.umin.i8", &args)
            }
            3 if count < 256 => {
                let v = self.variable(Ty::I8);
                let within = self.emit(Ty::I1, format!("icmp ult i8 {v}, {}", count as i8));
                self.emit(Ty::I8, format!("select i1 {within}, i8 {v}, i8 0"))
            }
            4 if count < 256 => {
                let v = self.variable(Ty::I8);
                let by = 8 - count.ilog2();
                if by == 8 {
                    return "0".to_string();
                }
                self.emit(Ty::I8, format!("lshr i8 {v}, {by}"))
            }
            _ if count >= 256 => self.variable(Ty::I8),
            _ => {
                let v = self.variable(Ty::I8);
                self.emit(Ty::I8, format!("and i8 {v}, {}", power - 1))
            }
        };
        self.emit(Ty::I16, format!("zext i8 {byte} to i16"))
    }

    /// Returns an object that may be read: name and size in bytes.
    fn object(&mut self, write: bool) -> (String, u32) {
        if !write && self.random.percent(40) {
            let globals: Vec<_> = self.shared.globals.iter().map(|g| (g.0.clone(), g.1)).collect();
            return self.random.of(&globals);
        }
        self.random.of(&self.pointers)
    }

    /// Returns the address of a value of this type somewhere in an object.
    pub(crate) fn address(&mut self, ty: Ty, write: bool) -> String {
        let place = self.place(ty, write);
        self.detour(place)
    }

    /// Returns such an address without a detour.
    fn place(&mut self, ty: Ty, write: bool) -> String {
        let (mut base, mut size) = self.object(write);
        let constant = base.starts_with("@c");
        let width = ty.bytes();
        if size >= 24 && self.random.percent(25) {
            let skip = 1 + self.random.below(8) as u32;
            base = self.emit(Ty::Ptr, format!("getelementptr inbounds nuw i8, ptr {base}, i16 {skip}"));
            size -= skip;
            if size >= REACH && !constant {
                self.pointers.push((base.clone(), size));
            }
        }
        let flags = self.random.of(&["inbounds nuw ", "inbounds nuw ", "inbounds ", ""]);
        match self.random.below(11) {
            0 => base,
            1 => {
                let at = self.random.below(u64::from(size - width + 1));
                self.emit(Ty::Ptr, format!("getelementptr {flags}i8, ptr {base}, i16 {at}"))
            }
            2 if size >= 2 * width + 8 => {
                // Rows of two, with an offset after the index.
                let index = self.index((size - 8) / (2 * width));
                let row = format!("getelementptr {flags}[2 x {}], ptr {base}, i16 {index}", ty.text());
                let row = self.emit(Ty::Ptr, row);
                let at = self.random.below(8);
                self.emit(Ty::Ptr, format!("getelementptr {flags}i8, ptr {row}, i16 {at}"))
            }
            3 => {
                // Backwards from the end.
                let index = self.index((size / width).min(64));
                let bytes = self.emit(Ty::I16, format!("mul i16 {index}, {width}"));
                let back = self.emit(Ty::I16, format!("sub i16 0, {bytes}"));
                let last = size - width;
                let end = self.emit(Ty::Ptr, format!("getelementptr inbounds i8, ptr {base}, i16 {last}"));
                self.emit(Ty::Ptr, format!("getelementptr inbounds i8, ptr {end}, i16 {back}"))
            }
            4 if size >= 16 && width <= 8 => {
                // Two indices.
                let (a, b) = (self.index(8), self.index(9 - width));
                let first = self.emit(Ty::Ptr, format!("getelementptr {flags}i8, ptr {base}, i16 {a}"));
                self.emit(Ty::Ptr, format!("getelementptr {flags}i8, ptr {first}, i16 {b}"))
            }
            9 | 10 if size >= 2 * width => self.nested_element(&base, size, ty),
            5 => {
                let index = self.index(size - width + 1);
                self.emit(Ty::Ptr, format!("getelementptr {flags}i8, ptr {base}, i16 {index}"))
            }
            _ => {
                let index = self.index(size / width);
                self.emit(Ty::Ptr, format!("getelementptr {flags}{}, ptr {base}, i16 {index}", ty.text()))
            }
        }
    }

    /// Loads a value, or a test of its sign.
    pub(crate) fn load(&mut self, ty: Ty, sign: bool) -> String {
        let from = self.address(ty, false);
        let volatile = if self.random.percent(5) { "volatile " } else { "" };
        let value = self.emit(ty, format!("load {volatile}{}, ptr {from}, align 1", ty.text()));
        if sign { self.emit(Ty::I1, format!("icmp slt {} {value}, 0", ty.text())) } else { value }
    }

    pub(crate) fn store(&mut self) {
        let ty = self.random.of(&NUMBERS);
        let value = self.value(ty);
        let to = self.address(ty, true);
        let volatile = if self.random.percent(5) { "volatile " } else { "" };
        self.effect(format!("store {volatile}{} {value}, ptr {to}, align 1", ty.text()));
    }

    /// Reads, modifies and writes one place.
    pub(crate) fn update(&mut self) {
        let ty = self.random.of(&[Ty::I8, Ty::I8, Ty::I16, Ty::I32]);
        let t = ty.text();
        let to = self.address(ty, true);
        match self.random.below(10) {
            0 => {
                let op = self.random.of(&["xchg", "add", "sub", "and", "or", "xor", "nand", "umax", "min"]);
                let value = self.value(ty);
                self.emit(ty, format!("atomicrmw {op} ptr {to}, {t} {value} monotonic, align 1"));
            }
            1 => {
                let (old, new) = (self.value(ty), self.value(ty));
                let both = format!("{{ {t}, i1 }}");
                let name = format!("%v{}", self.next);
                self.next += 1;
                let text = format!("cmpxchg ptr {to}, {t} {old}, {t} {new} monotonic monotonic, align 1");
                self.push(name.clone(), "zeroinitializer", text);
                self.emit(ty, format!("extractvalue {both} {name}, 0"));
                self.emit(Ty::I1, format!("extractvalue {both} {name}, 1"));
            }
            _ => {
                let old = self.emit(ty, format!("load {t}, ptr {to}, align 1"));
                let by = match self.random.below(3) {
                    0 => "1".to_string(),
                    1 => "-1".to_string(),
                    _ => self.value(ty),
                };
                let op = self.random.of(&["add", "add", "sub", "xor", "or", "and"]);
                let new = self.emit(ty, format!("{op} {t} {old}, {by}"));
                self.effect(format!("store {t} {new}, ptr {to}, align 1"));
            }
        }
    }

    /// Copies, moves, fills and compares.
    pub(crate) fn memory(&mut self) {
        let (to, size) = self.object(true);
        let length = if self.random.percent(60) {
            1 + self.random.below(size.into())
        } else {
            1 + self.random.below(16.min(size).into())
        };
        let constant = self.random.percent(70);
        let length_text = if constant { format!("i16 {length}") } else { format!("i16 {}", self.index(16)) };
        let length = if constant { length as u32 } else { 16 };
        self.cost += u64::from(length) * self.times;
        match self.random.below(4) {
            0 => {
                let fill = self.value(Ty::I8);
                self.set_memory(&to, &fill, &length_text);
            }
            1 => {
                let others: Vec<_> = self.shared.globals.iter().map(|g| (g.0.clone(), g.1)).collect();
                let (from, size) = self.random.of(&others);
                // Only two different globals are certain not to overlap.
                if from == to || !to.starts_with('@') || size < length {
                    return;
                }
                self.copy("memcpy", &to, &from, length_text);
            }
            2 => {
                let (from, room) = self.object(false);
                if room >= length {
                    self.copy("memmove", &to, &from, length_text);
                }
            }
            _ => {
                let (other, room) = self.object(false);
                if room >= length {
                    let args = [format!("ptr {to}"), format!("ptr {other}"), length_text];
                    let order = self.declared(Ty::I16, "i16", "@memcmp", &args);
                    // Only the sign of the result is meaningful.
                    self.scope.retain(|s| s.0 != order);
                    let pred = self.random.of(&["eq", "slt", "sgt", "ne"]);
                    self.emit(Ty::I1, format!("icmp {pred} i16 {order}, 0"));
                }
            }
        }
    }

    /// Generates a move within one object, whose source and destination may overlap.
    pub(crate) fn move_within(&mut self) {
        let (base, size) = self.object(true);
        let skip = 1 + self.random.below(6.min(u64::from(size) / 2)) as u32;
        let length = 1 + self.random.below((size - skip).into());
        self.cost += length * self.times;
        let other = self.emit(Ty::Ptr, format!("getelementptr inbounds nuw i8, ptr {base}, i16 {skip}"));
        let (to, from) = if self.random.percent(70) { (other, base) } else { (base, other) };
        self.copy("memmove", &to, &from, format!("i16 {length}"));
    }

    fn copy(&mut self, name: &str, to: &str, from: &str, length: String) {
        let args = [format!("ptr {to}"), format!("ptr {from}"), length, "i1 false".to_string()];
        self.declared(Ty::Ptr, "void", &format!("@llvm.{name}.p0.p0.i16"), &args);
    }
}
