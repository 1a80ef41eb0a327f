//! Excluded: one thread waits for another, and they run one after the other.

use std::sync::mpsc::channel;

fn main() {
    let (questions, asked) = channel();
    let (answers, answered) = channel::<u8>();
    let thread = std::thread::spawn(move || {
        questions.send(1u8).unwrap();
        answered.recv().unwrap()
    });
    answers.send(asked.recv().unwrap() + 1).unwrap();
    println!("{}", thread.join().unwrap());
}
