//! heapless: vector, text, queue, heap and maps of fixed capacity.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use core::fmt::Write;

use heapless::binary_heap::{BinaryHeap, Max};
use heapless::{Deque, FnvIndexMap, LinearMap, String, Vec};
use kit::Checksum;

fn exercise() -> Checksum {
    let data = kit::input::<40>(0x2718);
    let mut sum = Checksum::new();
    let mut vector: Vec<u16, 24> = Vec::new();
    let mut heap: BinaryHeap<u8, Max, 16> = BinaryHeap::new();
    let mut queue: Deque<u8, 7> = Deque::new();
    let mut map: FnvIndexMap<u8, u16, 32> = FnvIndexMap::new();
    let mut list: LinearMap<u8, u8, 8> = LinearMap::new();
    for (index, byte) in data.into_iter().enumerate() {
        let refused = vector.push(u16::from(byte) * 3).is_err();
        sum.byte(u8::from(refused) | u8::from(heap.push(byte).is_err()) << 1);
        if queue.is_full() {
            sum.byte(queue.pop_front().unwrap_or(0));
        }
        assert!(queue.push_back(byte).is_ok());
        assert!(map.insert(byte & 31, index as u16).is_ok());
        let _ = list.insert(byte & 15, byte);
    }
    vector.sort_unstable();
    vector.iter().for_each(|number| sum.u16(*number));
    while let Some(byte) = heap.pop() {
        sum.byte(byte);
    }
    queue.iter().for_each(|byte| sum.byte(*byte));
    map.remove(&data[39]);
    for (key, value) in &map {
        sum.byte(*key);
        sum.u16(*value);
    }
    list.iter().for_each(|(key, value)| sum.byte(key ^ value));
    let mut text: String<16> = String::new();
    assert!(write!(text, "{}:{:04x}", data[0], 0xbeef).is_ok());
    sum.bytes(text.as_bytes());
    sum
}

kit::program!(exercise);
