// What a screen reader says: each screen, whose turn it is, each move, each message and the result, as the C64's picture and memory have
// them.

import { ARROW, MENU, PANEL, PLAYERS, TEXT, TURN, gameNumber, language, look, messagesOf, moveText, screenOf, turns } from "./game.js";
import { $, text } from "./page.js";
import { eachFrame } from "./presses.js";
import { isOwn } from "./run.js";

const LOOKS = 10; // frames between two looks; what is seen twice is not half drawn
const MOST = 12; // announcements that are kept
const PATIENCE = 6; // looks in which the arrow of a new turn is drawn

const tidy = (line) => line.replace(/\?{2,}/g, " ").replace(/\s+/g, " ").trim();
/** The capitals of the C64 as a sentence, in which moves, X and O stay as they are. */
function sentence(capitals) {
  const words = tidy(capitals).split(" ").map((word) => (/^([A-Z]\d.*|[XO]\W?)$/.test(word) ? word : word.toLowerCase()));
  return words.join(" ").replace(/(^[¡¿]?|[.!?] [¡¿]?)(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase());
}

/** What there is to be said of a picture: what screen it is, and its parts, each said when it changes. */
function scene(picture) {
  const { code, line } = picture;
  const screen = screenOf(picture);
  if (screen === "title") return { screen, parts: [tidy(line(MENU.last, 15, PANEL + 3))] };
  if (screen === "lesson") return { screen, parts: [tidy([0, 3, 4, 5, 6, 7, 8].map((row) => line(row, PANEL)).join(" "))] };
  if (screen === "menu") {
    const rows = Array.from({ length: MENU.last - MENU.first + 1 }, (_, at) => MENU.first + at);
    const row = rows.find((row) => code(MENU.arrow, row) === ARROW) ?? MENU.first;
    const value = tidy(line(row, MENU.value, MENU.end));
    return { screen, parts: [tidy(line(row, MENU.arrow + 1, MENU.value)) + (value && `: ${value}`), tidy(line(MENU.last + 2))] };
  }
  if (screen !== "board") return null;
  // The arrow stands beside who is to move; the second player's row is nearer while the search is shown.
  const side = [[PLAYERS], [PLAYERS + 1, PLAYERS + 3]].findIndex((rows) => rows.some((row) => code(PANEL, row) === ARROW));
  return { screen, parts: [tidy(line(0, TEXT)), tidy(messagesOf(picture).join(" "))], side, game: gameNumber(), turns: turns(), at: line(TURN, TEXT, TEXT + 8) };
}
let seen = "";
let waited = 0; // looks at a turn whose arrow has not changed yet
let said = null; // what was said last

/** What is new in a scene. */
function* news(now) {
  const isNew = said?.screen !== now.screen || said.game !== now.game;
  const changed = now.parts.map((part, at) => (isNew || said.parts[at] !== part ? part : ""));
  if (now.screen !== "board") return yield* changed.filter(Boolean).map(sentence);
  const player = (side) => text("players")[now.game][side];
  if (changed[0]) yield sentence(changed[0]);
  if (!isNew && now.turns < said.turns) yield text("taken_back");
  // Of a game that was loaded, the last move.
  const from = isNew || now.turns < said.turns ? Math.max(now.turns - 1, 0) : said.turns;
  for (let turn = from; turn < now.turns; turn++) yield `${player(turn % 2)}: ${moveText(turn)}.`;
  if (now.side >= 0 && (isNew || said.side !== now.side || said.turns !== now.turns)) yield text("to_move").replace("#", player(now.side));
  if (changed[1]) yield sentence(changed[1]);
}

function say(lines, lang) {
  for (const line of lines) {
    const spoken = document.createElement("p");
    spoken.textContent = line;
    spoken.lang = lang;
    $("spoken").append(spoken);
  }
  while ($("spoken").children.length > MOST) $("spoken").firstChild.remove();
}

let frames = 0;
eachFrame(() => {
  if (++frames < LOOKS) return;
  frames = 0;
  const picture = isOwn() ? look() : null;
  const now = picture && scene(picture);
  if (!now) return;
  const text = JSON.stringify(now);
  const isSteady = text === seen;
  seen = text;
  if (!isSteady || text === JSON.stringify(said)) return;
  // The memory has a move before the picture has whose turn it is.
  const isEarly = said?.screen === "board" && now.screen === "board" && now.turns !== said.turns && now.side === said.side;
  if (isEarly && ++waited < PATIENCE) return;
  waited = 0;
  say([...news(now)], language());
  said = now;
});
