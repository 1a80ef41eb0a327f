//! VICE label files: `al C:0820 .main`.

use std::collections::BTreeMap;

use crate::error::Error;

/// Names of addresses, as read from a label file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    by_address: BTreeMap<u16, String>,
    by_name: BTreeMap<String, u16>,
}

impl Labels {
    /// Parses a VICE label file: lines `al C:0820 .main` or `al 0820 .main`; empty lines are skipped.
    ///
    /// If an address has several names, the first is used in reports; every name can be looked up.
    ///
    /// # Errors
    /// [`Error::Label`] with the line number for any other line.
    pub fn parse(text: &str) -> Result<Labels, Error> {
        let mut labels = Labels::default();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let (address, name) =
                parse_line(line).ok_or_else(|| Error::Label { line: index + 1, text: line.to_string() })?;
            labels.by_address.entry(address).or_insert_with(|| name.to_string());
            labels.by_name.insert(name.to_string(), address);
        }
        Ok(labels)
    }

    /// Returns the address of `name`, given without the leading dot.
    pub fn address(&self, name: &str) -> Option<u16> {
        self.by_name.get(name).copied()
    }

    /// Returns the last label at or before `address`, and the distance from it in bytes.
    pub fn nearest(&self, address: u16) -> Option<(&str, u16)> {
        let (start, name) = self.by_address.range(..=address).next_back()?;
        Some((name, address - start))
    }

    /// Returns all labelled addresses in ascending order, with the name used in reports.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &str)> {
        self.by_address.iter().map(|(address, name)| (*address, name.as_str()))
    }

    /// Returns `name+3` for an address after a label, or an empty text for one before all labels.
    pub(crate) fn describe(&self, address: u16) -> String {
        match self.nearest(address) {
            Some((name, 0)) => name.to_string(),
            Some((name, distance)) => format!("{name}+{distance}"),
            None => String::new(),
        }
    }
}

fn parse_line(line: &str) -> Option<(u16, &str)> {
    let mut words = line.split_whitespace();
    if words.next()? != "al" {
        return None;
    }
    let address = words.next()?;
    let hex = address.strip_prefix("C:").unwrap_or(address);
    let address = u16::from_str_radix(hex, 16).ok()?;
    let name = words.next()?.strip_prefix('.')?;
    (words.next().is_none() && !name.is_empty()).then_some((address, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_address_are_read() {
        let labels = Labels::parse("al C:0820 .main\n\nal 0830 .search\nal C:0830 .alias\n").unwrap();
        assert_eq!(labels.address("search"), Some(0x830));
        assert_eq!(labels.address("alias"), Some(0x830));
        assert_eq!(labels.nearest(0x835), Some(("search", 5)));
        assert_eq!(labels.nearest(0x81f), None);
        assert_eq!(labels.describe(0x82f), "main+15");
        assert_eq!(labels.iter().map(|(address, _)| address).collect::<Vec<_>>(), [0x820, 0x830]);
    }

    #[test]
    fn a_bad_line_is_named() {
        for bad in ["al C:0820 main", "al C:10000 .main", "break 0820", "al C:0820 .a b", "al"] {
            let error = Labels::parse(&format!("al C:0801 .start\n{bad}")).unwrap_err();
            assert!(error.to_string().contains("line 2"), "{error}");
        }
    }
}
