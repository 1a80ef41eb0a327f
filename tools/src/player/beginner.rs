//! A player who knows only the rules: the yardstick for the weakest level.

use engine::record::legal_moves;
use engine::{Lcg, Move};

use super::Playable;

/// Chooses a move that wins at once, if there is one, else a random one of the obvious moves. Leaves the position unchanged.
pub fn choose<G: Playable>(game: &mut G, random: &mut Lcg) -> Move {
    let wins = game.side().wins();
    let moves: Vec<Move> = legal_moves(game).collect();
    if let Some(mv) = moves.iter().find(|mv| game.outcome_after(**mv) == wins) {
        return *mv;
    }
    let obvious: Vec<Move> = moves.iter().copied().filter(|mv| game.is_obvious(*mv)).collect();
    let choice = if obvious.is_empty() { moves } else { obvious };
    choice.get(usize::from(random.below(choice.len() as u16))).copied().unwrap_or(Move::NONE)
}

#[cfg(test)]
mod tests {
    use engine::Game;
    use engine::games::five_in_a_row::Board19;
    use engine::games::tic_tac_toe::TicTacToe;

    use super::*;
    use crate::player::text_of;

    fn after<G: Playable>(mut game: G, moves: &str) -> G {
        game.reset();
        for text in moves.split_whitespace() {
            game.play(G::parse_move(text.as_bytes()).expect("a move"));
        }
        game
    }

    #[test]
    fn takes_a_win_and_otherwise_anything() {
        let mut game = after(TicTacToe::start(), "0 3 1 4");
        for seed in 0..50 {
            assert_eq!(choose(&mut game, &mut Lcg::new(seed)).to, 2);
        }
        let mut game = after(TicTacToe::start(), "0 3 8");
        let seen: std::collections::BTreeSet<u8> =
            (0..200).map(|seed| choose(&mut game, &mut Lcg::new(seed)).to).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [1, 2, 4, 5, 6, 7]);
    }

    #[test]
    fn puts_stones_beside_others() {
        let mut game = after(Board19::start(), "H8");
        for seed in 0..200 {
            let mv = choose(&mut game, &mut Lcg::new(seed));
            let text = text_of::<Board19>(mv);
            assert!(["G", "H", "I"].contains(&&text[..1]) && ["7", "8", "9"].contains(&&text[1..]), "{text}");
        }
    }
}
