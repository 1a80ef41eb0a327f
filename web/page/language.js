// One language for the page and the games: a choice in either is that of the other, while a game is played, too.

import { wasm } from "./c64.js";
import { LANGUAGES, downAt, isBusy, language, look, messagesOf, screenOf } from "./game.js";
import { saveSettings, settings, translate } from "./page.js";
import { eachFrame } from "./presses.js";
import { isOwn, thinking } from "./run.js";

const KEY = "I".charCodeAt(0); // changes it at the title, in the menu and at the board: `c64/src/app/input.rs`
const LOOKS = 10; // frames between two looks
const PATIENCE = 100; // frames in which the program has obeyed the key, unless it thinks

let wanted = null; // the language that the games are still to have, empty for none; at first that of the page
let typed = 0; // frames until the key may be typed again

/** Has the page speak a language, and the games as soon as they can. */
export function setLanguage(chosen) {
  wanted = chosen;
  typed = 0;
  show(chosen);
}
function show(chosen) {
  settings.language = chosen;
  saveSettings();
  translate();
  thinking.setPace();
}

/** Whether the program takes the key: not while it thinks or asks something, which any key would answer. */
function isFree(picture) {
  const screen = screenOf(picture);
  const told = screen === "menu" ? picture.line(24) : messagesOf(picture).join(" ");
  return screen !== "lesson" && screen !== "" && !isBusy(told) && downAt(told) < 0;
}

let frames = 0;
eachFrame(() => {
  if (++frames < LOOKS) return;
  frames = 0;
  typed = Math.max(typed - LOOKS, 0);
  const picture = isOwn() ? look() : null;
  const now = picture && language();
  wanted ??= settings.language;
  if (!LANGUAGES.includes(now)) return;
  if (now === settings.language) wanted = "";
  else if (!wanted) show(now);
  else if (!typed && isFree(picture)) {
    wasm.type_key(KEY);
    typed = PATIENCE;
  }
});
