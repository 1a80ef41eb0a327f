//! `alloc::collections`, and the hash tables that `std` has of the same crate, as far as the tests use them.

pub use alloc_crate::collections::*;

use core::hash::Hash;
use core::ops::{Deref, DerefMut};

use crate::hash::RandomState;

/// The hash table of `std`.
#[derive(Clone, Debug, Default)]
pub struct HashMap<K, V>(hashbrown::HashMap<K, V, RandomState>);

/// The set of `std`.
#[derive(Clone, Debug, Default)]
pub struct HashSet<T>(hashbrown::HashSet<T, RandomState>);

impl<K, V> HashMap<K, V> {
    /// An empty one.
    pub fn new() -> Self {
        HashMap(hashbrown::HashMap::with_hasher(RandomState))
    }
}

impl<K, V> HashMap<K, V> {
    /// Its values.
    pub fn into_values(self) -> hashbrown::hash_map::IntoValues<K, V> {
        self.0.into_values()
    }
}

impl<T> HashSet<T> {
    /// An empty one.
    pub fn new() -> Self {
        HashSet(hashbrown::HashSet::with_hasher(RandomState))
    }
}

impl<K: Eq + Hash, V> FromIterator<(K, V)> for HashMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = HashMap::new();
        map.extend(pairs);
        map
    }
}

impl<T: Eq + Hash> FromIterator<T> for HashSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut set = HashSet::new();
        set.extend(elements);
        set
    }
}

impl<K: Eq + Hash, V, const N: usize> From<[(K, V); N]> for HashMap<K, V> {
    fn from(pairs: [(K, V); N]) -> Self {
        pairs.into_iter().collect()
    }
}

impl<T: Eq + Hash, const N: usize> From<[T; N]> for HashSet<T> {
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

impl<K: Eq + Hash, V: PartialEq> PartialEq for HashMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T: Eq + Hash> PartialEq for HashSet<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<K, V> Deref for HashMap<K, V> {
    type Target = hashbrown::HashMap<K, V, RandomState>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<K, V> DerefMut for HashMap<K, V> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<T> Deref for HashSet<T> {
    type Target = hashbrown::HashSet<T, RandomState>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T> DerefMut for HashSet<T> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<T> IntoIterator for HashSet<T> {
    type Item = T;
    type IntoIter = hashbrown::hash_set::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<K, V> IntoIterator for HashMap<K, V> {
    type Item = (K, V);
    type IntoIter = hashbrown::hash_map::IntoIter<K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
