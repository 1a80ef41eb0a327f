//! Places of fields in memory, by name: for a debugger that looks at a running program from outside and must not know its layout.
//!
//! Nothing in the engine mentions them, so they take no byte of a program.

/// The name of a field, and how many bytes it lies behind the beginning of what it is a part of.
pub type Place = (&'static str, usize);

/// The places of parts within a whole: each group with the part that it is about.
///
/// # Panics
/// There are not `N` of them.
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

/// How an enum `repr(u8)` lies in memory: as a C structure of its tag and of what the variant holds. Source: The Rust Reference, "Type
/// layout".
#[repr(C)]
struct Tagged<T>(u8, T);

/// Where what a variant of an enum `repr(u8)` holds begins, behind the beginning of the enum.
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
