// Links that lead to a position or a puzzle: the button makes them, and the page follows the one in its address.

import { take, wasm } from "./c64.js";
import { gameFile, puzzle } from "./game.js";
import { say, text } from "./page.js";
import { isOwn } from "./run.js";
import { FULL, fromBase64, putShared, toBase64 } from "./saves.js";

const GAMES = ["mouse-and-cats", "tic-tac-toe", "five-in-a-row"]; // by their numbers, named as on the command line
const PUZZLES = 12; // of each game: `engine/src/puzzles`

export const isLink = () => /^#(game|puzzle)=/.test(location.hash);

/**
 * Does what the link in the address says. What the page says about it, and what the games begin with, if they can: the number of a saved
 * game, the game of a puzzle, and the number of that.
 */
export function follow() {
  const [, kind, rest] = location.hash.match(/^#(game|puzzle)=(.+)$/) ?? [];
  if (!kind) return { said: "", first: null };
  const opened = kind === "game" ? openGame(rest) : openPuzzle(rest);
  // The link has done what it can: a reload is not to do it again.
  if (opened.first) history.replaceState(null, "", location.pathname + location.search);
  return opened;
}
function openGame(letters) {
  let bytes = new Uint8Array();
  try {
    bytes = fromBase64(letters);
  } catch {
    // No such letters: as damaged as others.
  }
  const { number, isKept } = putShared(bytes);
  if (number === FULL) return { said: text("noplace"), first: null };
  if (!number) return { said: text("badlink"), first: null };
  return { said: text("shared").replace("#", number) + (isKept ? "" : ` ${text("unsaved")}`), first: [number, 0, 0] };
}
function openPuzzle(rest) {
  const [game, number] = rest.split("/");
  const at = GAMES.indexOf(game);
  if (at < 0 || !/^\d+$/.test(number) || Number(number) < 1 || Number(number) > PUZZLES) return { said: text("badpuzzle"), first: null };
  return { said: "", first: [0, at, Number(number)] };
}

/** Copies a link to the puzzle or the position on the board; without any, to the game saved last. */
export async function share() {
  const asked = isOwn() ? puzzle() : null;
  const onBoard = isOwn() ? gameFile() : null;
  const game = onBoard ?? take(wasm.last_game());
  if (!asked && !game.length) return say(text("nothing"));
  const url = new URL(location.href);
  url.hash = asked ? `puzzle=${GAMES[asked.game]}/${asked.number}` : `game=${toBase64(game)}`;
  // A file begins with the length of its name, whose last letter is its number.
  const what = asked ? text("to_puzzle").replace("#", asked.number) : onBoard ? text("to_position") : text("to_saved").replace("#", String.fromCharCode(game[game[0]]));
  try {
    await navigator.clipboard.writeText(url.href);
    say(text("copied").replace("#", what));
  } catch {
    say(text("copy").replace("#", what) + url.href);
  }
}
