//! A text adventure: things are trait objects, kept in a `Vec` on the heap, and events are described by `String`s.
#![no_std]
extern crate alloc;

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};

use sys2080::prelude::*;
use sys2080::print;

/// A thing that can be taken and used.
trait Thing {
    fn name(&self) -> &str;
    fn look(&self) -> String;
    /// Uses the thing in a room; returns a description of what happens.
    fn apply(&mut self, world: &mut World) -> String;
}

struct Lamp {
    lit: bool,
}

impl Thing for Lamp {
    fn name(&self) -> &str {
        "LAMP"
    }

    fn look(&self) -> String {
        format!("A LAMP. IT IS {}.", if self.lit { "LIT" } else { "OUT" })
    }

    fn apply(&mut self, world: &mut World) -> String {
        self.lit = !self.lit;
        world.light = self.lit;
        self.look()
    }
}

struct Key;

impl Thing for Key {
    fn name(&self) -> &str {
        "KEY"
    }

    fn look(&self) -> String {
        "A RUSTY KEY.".to_string()
    }

    fn apply(&mut self, world: &mut World) -> String {
        if world.room != CELLAR {
            return "THERE IS NO LOCK HERE.".to_string();
        }
        world.rooms[CELLAR].ways.push(('E', VAULT));
        "THE DOOR IN THE EAST OPENS.".to_string()
    }
}

struct Disk;

impl Thing for Disk {
    fn name(&self) -> &str {
        "DISK"
    }

    fn look(&self) -> String {
        "THE LOST DISK, LABELLED \"10 SYS 2080\".".to_string()
    }

    fn apply(&mut self, world: &mut World) -> String {
        world.done = true;
        "READY. YOU HAVE FOUND WHAT YOU CAME FOR!".to_string()
    }
}

struct Room {
    text: &'static str,
    dark: bool,
    ways: Vec<(char, usize)>,
    things: Vec<Box<dyn Thing>>,
}

struct World {
    rooms: Vec<Room>,
    room: usize,
    light: bool,
    done: bool,
}

const HALL: usize = 0;
const CELLAR: usize = 1;
const VAULT: usize = 2;

impl World {
    fn new() -> World {
        let room = |text, dark, ways, things| Room { text, dark, ways, things };
        let hall = room(
            "A HALL. A LADDER LEADS DOWN.",
            false,
            vec![('D', CELLAR)],
            vec![Box::new(Lamp { lit: false }) as _],
        );
        let cellar =
            room("A CELLAR WITH A DOOR IN THE EAST.", true, vec![('U', HALL)], vec![Box::new(Key) as _]);
        let vault = room("A VAULT FULL OF TAPES.", true, vec![('W', CELLAR)], vec![Box::new(Disk) as _]);
        World { rooms: vec![hall, cellar, vault], room: HALL, light: false, done: false }
    }

    fn here(&mut self) -> &mut Room {
        &mut self.rooms[self.room]
    }

    fn is_dark(&self) -> bool {
        self.rooms[self.room].dark && !self.light
    }

    fn look(&self) -> String {
        if self.is_dark() {
            return "IT IS DARK.".to_string();
        }
        let room = &self.rooms[self.room];
        let mut text = room.text.to_string();
        for thing in &room.things {
            text += "\n";
            text += &thing.look();
        }
        text
    }

    fn go(&mut self, way: char) -> String {
        match self.here().ways.iter().find(|(to, _)| *to == way) {
            Some((_, room)) => {
                self.room = *room;
                self.look()
            }
            None => "YOU CANNOT GO THERE.".to_string(),
        }
    }
}

/// Removes the thing with this name from a list.
fn pick(things: &mut Vec<Box<dyn Thing>>, name: &str) -> Option<Box<dyn Thing>> {
    let at = things.iter().position(|thing| thing.name() == name)?;
    Some(things.remove(at))
}

fn obey(line: &str, world: &mut World, bag: &mut Vec<Box<dyn Thing>>) -> String {
    let (verb, noun) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    match verb {
        "LOOK" => world.look(),
        "U" | "D" | "N" | "S" | "E" | "W" => world.go(verb.chars().next().unwrap_or_default()),
        "TAKE" if world.is_dark() => "YOU CANNOT SEE A THING.".to_string(),
        "TAKE" => match pick(&mut world.here().things, noun) {
            Some(thing) => {
                bag.push(thing);
                "TAKEN.".to_string()
            }
            None => format!("THERE IS NO {noun} HERE."),
        },
        "USE" => match bag.iter_mut().find(|thing| thing.name() == noun) {
            Some(thing) => thing.apply(world),
            None => format!("YOU HAVE NO {noun}."),
        },
        "BAG" => bag.iter().map(|thing| thing.look()).collect::<Vec<_>>().join("\n"),
        _ => "LOOK, TAKE LAMP, USE LAMP, BAG, OR A WAY: U D N S E W".to_string(),
    }
}

fn main() {
    screen::border(Colour::Black);
    screen::background(Colour::Black);
    screen::clear();
    let mut world = World::new();
    let mut bag = Vec::new();
    let mut answer = format!("THE LOST DISK\n\n{}", world.look());
    loop {
        print::colour(Colour::LightGreen);
        println!("{answer}");
        if world.done {
            break;
        }
        print::colour(Colour::White);
        print!("\n> ");
        answer = obey(&input::line(), &mut world, &mut bag);
    }
}
