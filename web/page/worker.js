// Keeps the page, so that it works without a network: from the cache at once. The name has the version, which the build puts in, and the
// place, as another page of ours may have caches at the same host.

/** @type {any} */
const worker = self;
const HERE = ` ${worker.registration.scope}`;
const CACHE = "sys2080-VERSION" + HERE;
const FILES = ["./", "index.html", "style.css", "main.js", "page.js", "texts.js", "c64.js", "run.js", "saves.js", "input.js", "presses.js", "keys.js", "controls.js", "tap.js", "kept.js", "game.js", "language.js", "links.js", "spoken.js", "sound.js", "think.js", "c64.wasm", "sys2080.prg", "search.txt", "icon.svg", "icon.png", "manifest.webmanifest"];

worker.addEventListener("install", (event) => {
  // It waits until nobody has the version before open: one page has the files of one version.
  // Past the browser's own cache, which may still have files of the version before where a server lets it keep them for a while.
  const files = FILES.map((name) => new Request(name, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
});

worker.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("sys2080-") && name.endsWith(HERE) && name !== CACHE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
