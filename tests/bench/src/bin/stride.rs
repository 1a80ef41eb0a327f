//! Arrays with a step: running sums down the columns of a table of bytes and of words, and Shell sort of words.
#![no_std]
#![no_main]

use kit::{hex16, input, mark};

kit::main!(run, Tables, Tables { bytes: [0; 4096], words: [0; 1024] });

struct Tables {
    bytes: [u8; 4096],
    words: [u16; 1024],
}

fn byte_columns(bytes: &mut [u8], width: usize) {
    for column in 0..width {
        for i in (column + width..bytes.len()).step_by(width) {
            bytes[i] = bytes[i].wrapping_add(bytes[i - width]);
        }
    }
}

fn word_columns(words: &mut [u16], width: usize) {
    for column in 0..width {
        for i in (column + width..words.len()).step_by(width) {
            words[i] = words[i].wrapping_add(words[i - width]);
        }
    }
}

fn shell_sort(words: &mut [u16]) {
    let mut gap = words.len() / 2;
    while gap > 0 {
        for i in gap..words.len() {
            let word = words[i];
            let mut j = i;
            while j >= gap && words[j - gap] > word {
                words[j] = words[j - gap];
                j -= gap;
            }
            words[j] = word;
        }
        gap /= 2;
    }
}

fn sum(words: &[u16]) -> u16 {
    words.iter().fold(0, |sum: u16, &word| sum.rotate_left(1).wrapping_add(word))
}

fn run(tables: &mut Tables) {
    let Tables { bytes, words } = tables;
    let mut x = input(0xace1u16);
    for i in 0..bytes.len() {
        x = (x >> 1) ^ if x & 1 != 0 { 0xb400 } else { 0 };
        bytes[i] = x as u8;
        if i < words.len() {
            words[i] = x;
        }
    }
    let width = input(24);
    mark();
    byte_columns(bytes, width);
    mark();
    hex16(bytes.iter().fold(0, |sum: u16, &byte| sum.rotate_left(1).wrapping_add(byte.into())));
    mark();
    word_columns(words, width);
    mark();
    hex16(sum(words));
    mark();
    shell_sort(words);
    mark();
    hex16(sum(words));
}
