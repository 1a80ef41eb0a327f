//! Named offsets of fields in memory, for a debugger that inspects a running program from outside without knowing its layout.
//!
//! Nothing in the engine refers to them, so they take no space in a program.

/// The name of a field and its offset in bytes from the start of the structure that contains it.
pub type Place = (&'static str, usize);

/// Joins the offsets of several parts into offsets within the whole: each group comes with the offset of its part.
///
/// # Panics
/// If the number of entries is not `N`.
pub const fn joined<const N: usize>(groups: &[(usize, &[Place])]) -> [Place; N] {
    let mut all = [("", 0); N];
    let mut count = 0;
    let mut at = 0;
    while at < groups.len() {
        let (part, places) = groups[at];
        let mut next = 0;
        while next < places.len() {
            all[count] = (places[next].0, part + places[next].1);
            count += 1;
            next += 1;
        }
        at += 1;
    }
    assert!(count == N, "the number of places");
    all
}

/// The memory layout of a `repr(u8)` enum: a C structure of its tag and the fields of the variant. Source: The Rust Reference, "Type
/// layout".
#[repr(C)]
struct Tagged<T>(u8, T);

/// The offset of a variant's fields within a `repr(u8)` enum.
pub const fn payload<T>() -> usize {
    core::mem::offset_of!(Tagged<T>, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_parts_are_counted_from_the_whole() {
        const ALL: [Place; 3] = joined(&[(10, &[("a", 1), ("b", 2)]), (20, &[("c", 3)])]);
        assert_eq!(ALL, [("a", 11), ("b", 12), ("c", 23)]);
    }

    #[test]
    fn a_payload_lies_behind_the_tag_as_it_is_aligned() {
        assert_eq!((payload::<u8>(), payload::<u32>()), (1, 4));
    }
}
