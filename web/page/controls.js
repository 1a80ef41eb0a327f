// The page's buttons, and files that are opened or dropped.

import { $, all, isTouched, saveSettings, say, settings, text, translate } from "./page.js";
import { ANY, chooseSound, hasSound, isFast, isOver, restart, setFast, settled, start, startPlace, thinking, wakeSound } from "./run.js";
import { backToGames, isPlaying, keepNow } from "./kept.js";
import { setLanguage } from "./language.js";
import { isLink, share } from "./links.js";
import { forgetFiles } from "./saves.js";

const screen = $("screen");
const MOST_BYTES = 1_000_000; // far more than a disk has
let ready; // the promise of main.js that the C64 is there

/** Opens a program or a disk. */
export async function openFile(file) {
  await ready;
  await settled();
  if (file.size > MOST_BYTES) return say(text("nofile") + file.name, true);
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    // A folder, or a file that is gone.
    return say(text("unread") + file.name, true);
  }
  const isDisk = /\.d64$/i.test(file.name);
  await keepNow();
  const started = start({ bytes, isDisk, place: ANY, name: file.name });
  if (!started && !/\.(prg|d64)$/i.test(file.name)) say(text("nofile") + file.name, true);
  screen.focus({ preventScroll: true });
}
$("open").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", (event) => {
  const [file] = event.target.files;
  if (file) openFile(file);
  event.target.value = "";
});
addEventListener("dragover", (event) => {
  event.preventDefault();
  $("stage").classList.add("dropping");
});
addEventListener("dragleave", () => $("stage").classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  $("stage").classList.remove("dropping");
  const [file] = event.dataTransfer.files;
  if (file) openFile(file);
});

// A click leaves the focus on the C64, whose keys come next; the keyboard's own clicks leave it on the button.
function on(id, action) {
  $(id).addEventListener("click", async (event) => {
    await action();
    if (event.detail > 0) screen.focus({ preventScroll: true });
  });
}
// What loses more than its name says is done only if its button is pressed again within some seconds.
const MEANT = 10_000;
let asked = { id: "", at: 0 };
function isMeant(id, question) {
  const again = asked.id === id && performance.now() - asked.at < MEANT;
  asked = { id: again ? "" : id, at: performance.now() };
  if (!again) say(question);
  return again;
}

on("sound", () => chooseSound(!hasSound()));
on("fast", () => setFast(!isFast()));
$("full").hidden = !document.fullscreenEnabled;
on("full", () => (document.fullscreenElement ? document.exitFullscreen() : $("stage").requestFullscreen().catch(() => {})));
on("pads", () => showPads($("touch").hidden));
on("standard", () => {
  if (!isOver() && !isMeant("standard", text("anew").replace("#", settings.ntsc ? "PAL" : "NTSC"))) return;
  settings.ntsc = !settings.ntsc;
  saveSettings();
  translate();
  return restart();
});
on("restart", () => {
  if (!isPlaying() || isMeant("restart", text("restarts"))) return restart();
});
on("share", share);
on("language", () => setLanguage(settings.language === "en" ? "es" : "en"));
on("games", async () => {
  await settled();
  await backToGames();
  say("");
});
$("programs").addEventListener("change", async (event) => {
  await settled();
  startPlace(Number(event.target.value));
  // By keys, each choice on the way to another one is made.
  if (!event.target.matches(":focus-visible")) screen.focus({ preventScroll: true });
});
on("forget", () => {
  if (!isMeant("forget", text("forgets"))) return;
  forgetFiles();
  say(text("forgotten"));
});

// The search.
on("think", () => {
  if (thinking.open) thinking.hide();
  else thinking.show();
  $("thinking").hidden = !thinking.open;
  $("think").setAttribute("aria-expanded", String(thinking.open));
});
function closeThinking(event) {
  $("think").click();
  if (event.detail > 0) screen.focus({ preventScroll: true });
  else $("think").focus();
}
$("close").addEventListener("click", closeThinking);
$("thinking").addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeThinking(event);
});
on("pause", () => thinking.pause(!thinking.paused));
on("step", () => thinking.step());
$("speed").addEventListener("input", () => thinking.setPace());
$("speed").addEventListener("pointerup", () => screen.focus({ preventScroll: true }));

function showPads(shown) {
  $("touch").hidden = !shown;
  $("pads").setAttribute("aria-pressed", String(shown));
}
showPads(isTouched);

addEventListener("click", wakeSound);
addEventListener("keydown", wakeSound);
addEventListener("hashchange", () => isLink() && location.reload());

/** Has the controls wait for the C64, without which they do nothing. */
export async function enable(whenReady) {
  ready = whenReady;
  await ready;
  for (const element of all("fieldset")) element.disabled = false;
}
