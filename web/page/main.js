// Loads the page: the C64, the games, and where their search lies in memory.

import { instantiate, wasm } from "./c64.js";
import { enable, openFile } from "./controls.js";
import { placeOf, setPlaces } from "./game.js";
import { $, add, loadSettings, say, text, translate } from "./page.js";
import { forgetStates, openStates, resume } from "./kept.js";
import { follow } from "./links.js";
import { audio, counts, read, run, setGames, thinking } from "./run.js";
import { loadFiles } from "./saves.js";
import "./spoken.js";
import { isTapping } from "./tap.js";

async function fetched(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function main() {
  const hasDefaults = !loadSettings();
  translate();
  const notes = hasDefaults ? [text("defaults")] : [];
  say(text("loading"));
  // All at once: after an update, a later one would be another version's.
  const [module, games, places] = await Promise.all(["c64.wasm", "sys2080.prg", "search.txt"].map(fetched));
  await instantiate(module);
  if (!loadFiles()) notes.push(text("damaged"));
  const { said, first } = follow();
  if (said) notes.push(said);
  thinking.places = places;
  setPlaces(new TextDecoder().decode(places));
  setGames(games, placeOf("language"), placeOf("first"));
  await openStates([module, games]);
  const resumed = await resume(first);
  say([...notes, ...(notes.length && resumed === text("resumed") ? [] : [resumed])].filter(Boolean).join(" "));
  $("screen").focus({ preventScroll: true });
  // For the tests, and the curious.
  Object.assign(window, { c64: { counts, open: openFile, read, run, thinking, raw: () => wasm, audio, isTapping, forgetStates } });
  keep();
}

// Keeps the page for use without a network. A new version waits until nobody has the old one open.
async function keep() {
  const kept = await navigator.serviceWorker?.register("worker.js").catch(() => null);
  const tell = (worker) => worker?.state === "installed" && kept.active && add(text("newer"));
  tell(kept?.waiting);
  kept?.addEventListener("updatefound", () => {
    const worker = kept.installing;
    worker.addEventListener("statechange", () => tell(worker));
  });
}

const loaded = main();
enable(loaded).catch((error) => say(text("failed") + error.message, true));
