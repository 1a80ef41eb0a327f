//! Matches: the seed alone decides them, and the engine never loses a game that it can draw or win.

use e2e::program::sys2080;
use serde_json::Value;

/// The score of a match, as a script gets it.
fn score(arguments: &str) -> Value {
    let arguments: Vec<&str> = ["match", "--json"].into_iter().chain(arguments.split_whitespace()).collect();
    let output = sys2080(&arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn count(score: &Value, what: &str) -> u64 {
    score[what].as_u64().unwrap_or_else(|| panic!("no {what} in {score}"))
}

#[test]
fn the_seed_decides_and_the_threads_do_not() {
    for game in
        ["mouse-and-cats --a engine:3", "tic-tac-toe --a engine:2", "five-in-a-row --a random --size 7"]
    {
        let one = score(&format!("{game} --games 24 --seed 7 --threads 1"));
        assert_eq!(score(&format!("{game} --games 24 --seed 7 --threads 2")), one);
        let other = score(&format!("{game} --games 24 --seed 8 --threads 2"));
        assert_ne!(other["plies"], one["plies"], "another seed, other games: {one} {other}");
        assert_eq!(count(&one, "wins") + count(&one, "draws") + count(&one, "losses"), 24);
        assert_eq!((count(&one, "games"), count(&one, "seed")), (24, 7));
        for side in ["as_first", "as_second"] {
            let sum: u64 = ["wins", "draws", "losses"].map(|what| count(&one[side], what)).iter().sum();
            assert_eq!(sum, 12, "colours alternate: {one}");
        }
    }
}

#[test]
fn the_players_can_be_named_either_way_round() {
    let one = score("mouse-and-cats --a engine:2 --b random --games 40 --seed 3");
    let other = score("mouse-and-cats --a random --b engine:2 --games 40 --seed 3");
    assert!(count(&one, "wins") > 25 && count(&other, "losses") > 25, "{one} {other}");
}

#[test]
fn tic_tac_toe_is_never_lost_on_the_best_level() {
    for player in ["random", "seed", "engine:1", "engine:6"] {
        for ties in ["first", "last"] {
            let score = score(&format!("tic-tac-toe --b {player} --games 200 --ties {ties}"));
            assert_eq!(count(&score, "losses"), 0, "{score}");
        }
    }
}

#[test]
fn every_level_clearly_beats_the_one_below() {
    for game in ["mouse-and-cats", "tic-tac-toe", "five-in-a-row"] {
        for level in 2..=6 {
            let score = score(&format!("{game} --a engine:{level} --b engine:{} --games 100", level - 1));
            // Clearly: half as many wins again as losses.
            assert!(2 * count(&score, "wins") >= 3 * count(&score, "losses"), "{score}");
        }
    }
}

#[test]
fn who_knows_only_the_rules_wins_every_third_game_against_the_weakest_level_or_more() {
    for game in ["mouse-and-cats", "tic-tac-toe", "five-in-a-row", "five-in-a-row --size 9"] {
        let score = score(&format!("{game} --a engine:1 --b beginner --games 200"));
        assert!(count(&score, "wins") <= 120 && count(&score, "losses") >= 67, "{score}");
    }
}

#[test]
fn the_best_level_beats_the_seed_at_mouse_and_cats() {
    let score = score("mouse-and-cats --games 100");
    assert_eq!((&score["a"], &score["b"]), (&"engine:6".into(), &"seed".into()));
    assert!(count(&score, "wins") >= 85, "{score}");
    assert_eq!(count(&score["as_first"], "losses") + count(&score["as_first"], "draws"), 0, "{score}");
}

#[test]
fn the_best_level_beats_the_seed_at_five_in_a_row() {
    let score = score("five-in-a-row --games 100 --seed 1");
    assert_eq!((&score["a"], &score["b"]), (&"engine:6".into(), &"seed".into()));
    assert!(count(&score, "wins") >= 95, "{score}");
}

#[test]
fn people_play_no_matches() {
    let output = sys2080(&["match", "tic-tac-toe", "--a", "human"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}
