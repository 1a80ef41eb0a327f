//! The ways to ask which game it is, and to take all other games for one, on which the test of that is tried; and code that does
//! neither.

/// Code that asks which game it has, outside of the lists.
pub const ASKING: [&str; 44] = [
    // By a variant.
    "fn f(game: GameId) -> bool { game == GameId::FiveInARow }",
    "fn f(game: GameId) -> bool { game != GameId::FiveInARow }",
    "fn f(game: GameId) -> bool { GameId::FiveInARow == game }",
    "fn f(game: GameId) -> bool { game == engine::games::GameId::FiveInARow }",
    "fn f(game: GameId) -> bool { game.eq(&GameId::FiveInARow) }",
    "fn f(game: GameId) -> bool { matches!(game, GameId::FiveInARow) }",
    "fn f(game: GameId) -> bool { matches!(game, GameId::MouseAndCats | GameId::TicTacToe) }",
    "fn f(game: GameId) -> bool { assert_ne!(game, GameId::TicTacToe); true }",
    "fn f(game: GameId) -> bool { [GameId::MouseAndCats].contains(&game) }",
    "fn f(game: GameId) { if let GameId::FiveInARow = game {} }",
    "fn f(game: GameId) { while let GameId::FiveInARow = game {} }",
    "fn f(game: GameId) { let GameId::FiveInARow = game else { return }; }",
    "fn f(game: GameId) -> u8 { match game { GameId::FiveInARow => 1, _ => 0 } }",
    "fn f(game: GameId) -> u8 { match game { GameId::FiveInARow => 1, other => other as u8 } }",
    "fn f(game: GameId) -> u8 { match game { GameId::FiveInARow => 1, GameId::MouseAndCats | GameId::TicTacToe => 0 } }",
    "fn f(a: GameId, b: u8) -> u8 { match (a, b) { (GameId::FiveInARow, _) => 1, (_, b) => b } }",
    "fn f() -> u8 { match Some(GameId::ALL) { Some(GameId::FiveInARow) => 1, _ => 0 } }",
    "const FIVE: GameId = GameId::FiveInARow;",
    "static GAMES: [GameId; 1] = [GameId::TicTacToe];",
    "fn f(game: GameId) -> bool { game as u8 == GameId::FiveInARow as u8 }",
    "struct Row; impl Row { const GAME: GameId = GameId::FiveInARow; }",
    // Under another name.
    "use engine::games::GameId as G; fn f(game: G) -> bool { game == G::FiveInARow }",
    "use engine::games::GameId::*;",
    "use engine::games::GameId::*; fn f(game: GameId) -> bool { game == FiveInARow }",
    "use engine::games::GameId::{self, TicTacToe};",
    "use engine::games::GameId::FiveInARow as Five;",
    "type G = GameId; fn f(game: G) -> bool { game == G::FiveInARow }",
    // By its type, its module or a method that is called so.
    "use engine::games::five_in_a_row::Board19;",
    "fn f(board: engine::games::mouse_and_cats::MouseAndCats) {}",
    "fn f<G: Any>() -> bool { TypeId::of::<G>() == TypeId::of::<TicTacToe>() }",
    "fn f(engines: &mut Engines) -> bool { engines.mouse_and_cats().is_some() }",
    "fn f(engines: &Engines) -> u8 { engines.five_in_a_row.columns() }",
    // By its number.
    "fn f(game: GameId) -> bool { game as u8 == 2 }",
    "fn f(state: &State) -> bool { state.game as usize >= 2 } struct State { game: GameId }",
    "fn f(game: GameId) -> bool { matches!(game as u8, 1 | 2) }",
    "fn f(game: GameId) -> u8 { match game as u8 { 0 => 1, _ => 0 } }",
    "fn f(game: GameId) -> bool { game == GameId::ALL[2] }",
    "fn f(game: GameId) -> bool { Some(game) == GameId::from_id(2) }",
    "fn f(which: GameId) { assert_eq!(which as u8, 2); }",
    "impl GameId { const FIRST: GameId = GameId::of(); } fn f(game: GameId) -> bool { game == GameId::FIRST }",
    // By its name.
    "fn f(game: GameId) -> bool { game.name() == \"five-in-a-row\" }",
    "fn f(game: GameId) -> bool { game.name().starts_with(\"five\") }",
    "fn f(game: GameId) -> u8 { match game.name() { \"five-in-a-row\" => 1, _ => 0 } }",
    "fn f() -> Option<GameId> { GameId::from_name(\"tic-tac-toe\") }",
];

/// Code that is the same for all games.
pub const PLAIN: [&str; 14] = [
    "fn f(game: GameId) -> bool { game.can(Action::Weights) }",
    "fn f(one: GameId, other: GameId) -> bool { one == other }",
    "fn f(state: &State, game: GameId) -> bool { state.game != game } struct State { game: GameId }",
    "fn f(game: GameId) -> u8 { game as u8 }",
    "fn f(game: GameId, row: u8) -> bool { row == game as u8 }",
    "fn f(id: u8) -> Option<GameId> { GameId::from_id(id) }",
    "fn f(at: usize) -> GameId { GameId::ALL[at] }",
    "fn f() { for game in GameId::ALL { println!(\"{}\", game.name()) } }",
    "const FIRST: GameId = GameId::FIRST;",
    "fn f(game: GameId) -> Option<u8> { match find(game) { Some(face) => Some(face), None => None } }",
    "fn f(board: Option<u8>) -> u8 { match board { Some(2) => 1, _ => 0 } }",
    "/// Like `GameId::FiveInARow`, or five_in_a_row.\nfn f() {}",
    "#[cfg(test)] mod tests { fn f(game: GameId) -> bool { game == GameId::FiveInARow } }",
    "#[test] fn f() { assert_eq!(game(), GameId::FiveInARow) }",
];

/// Code that takes all other games for one, in the lists.
pub const CATCHING: [&str; 13] = [
    "fn f(game: GameId) -> u8 { match game { GameId::FiveInARow => 1, _ => 0 } }",
    "fn f(game: GameId) -> u8 { match game { GameId::FiveInARow => 1, other => 0 } }",
    "fn f(game: GameId) -> u8 { match game { GameId::FiveInARow => 1, other @ _ => 0 } }",
    "fn f(game: GameId) -> u8 { match &game { &GameId::FiveInARow => 1, &_ => 0 } }",
    "fn f(game: GameId) -> u8 { match game { GameId::FiveInARow | _ => 0 } }",
    "fn f(game: GameId) -> u8 { match (game, 1) { (GameId::FiveInARow, 1) => 1, (_, _) => 0 } }",
    "fn f(game: GameId) -> u8 { match (1, game) { (1, GameId::FiveInARow) => 1, _ => 0 } }",
    "fn f(game: GameId) -> u8 { match (game, 1) { (GameId::FiveInARow, 1) => 1, (..) => 0 } }",
    "impl GameId { fn f(self) -> u8 { match self { Self::FiveInARow => 1, _ => 0 } } }",
    "fn f(game: GameId) -> bool { matches!(game, GameId::FiveInARow) }",
    "fn f(game: GameId) { if let GameId::FiveInARow = game {} }",
    "fn f(game: GameId) { let GameId::FiveInARow = game else { return }; }",
    "fn f(game: GameId) -> bool { game == GameId::FiveInARow }",
];

/// Code of lists of games.
pub const LISTING: [&str; 5] = [
    "fn f(game: GameId) -> u8 { match game { GameId::MouseAndCats => 0, GameId::TicTacToe | GameId::FiveInARow => 1 } }",
    "fn f(g: GameId, n: u8) -> u8 { match (g, n) { (GameId::TicTacToe | GameId::MouseAndCats | GameId::FiveInARow, _) => n } }",
    "const SOLVED: GameId = GameId::MouseAndCats;",
    "fn f(memory: &Memory) -> u8 { match memory { Memory::Five(_) => 1, _ => 0 } }",
    "use engine::games::tic_tac_toe::TicTacToe; fn f() -> TicTacToe { TicTacToe::start() }",
];
