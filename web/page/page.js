// What all parts of the page share: its elements, settings, texts, status line and storage.

import { TEXTS } from "./texts.js";

const SETTINGS = "sys2080.settings";

/** @type {(id: string) => any} */
export const $ = (id) => document.getElementById(id);
/** @type {(selector: string) => any[]} */
export const all = (selector) => [...document.querySelectorAll(selector)];
export const isTouched = matchMedia("(pointer: coarse)").matches;
// A phone is silent until somebody wants to hear it.
export const settings = { language: navigator.language?.startsWith("es") ? "es" : "en", ntsc: false, sound: !isTouched };
/** @type {(key: keyof typeof TEXTS.en) => any} */
export const text = (key) => TEXTS[settings.language][key];

export function say(message, isError = false) {
  $("status").textContent = message;
  $("status").classList.toggle("error", isError);
}

/** Says something besides what is said already. */
export function add(message) {
  const said = $("status").textContent;
  if (!said.includes(message)) $("status").textContent = `${said} ${message}`.trim();
}

export function store(key, value) {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export const saveSettings = () => store(SETTINGS, JSON.stringify(settings));

/** Takes the settings of last time. Whether they could be read; if not, the usual ones stay. */
export function loadSettings() {
  const kept = stored(SETTINGS);
  if (kept === null) return true;
  try {
    const { language, ntsc, sound = settings.sound } = JSON.parse(kept);
    if (!Object.hasOwn(TEXTS, language) || typeof ntsc !== "boolean" || typeof sound !== "boolean") return false;
    Object.assign(settings, { language, ntsc, sound });
    return true;
  } catch {
    return false;
  }
}

/** Writes every text in the language of the settings. */
export function translate() {
  document.documentElement.lang = settings.language;
  for (const element of all("[data-text]")) {
    const own = text(element.dataset.text);
    if (own) element.textContent = own;
  }
  for (const element of all("[data-label]")) element.setAttribute("aria-label", text(element.dataset.label));
  // Both buttons name what they change to.
  const other = settings.language === "en" ? "es" : "en";
  $("language").textContent = other === "es" ? "Español" : "English";
  $("language").lang = other;
  $("standard").textContent = text("switch").replace("#", settings.ntsc ? "PAL" : "NTSC");
}
