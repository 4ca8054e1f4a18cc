/**
 * The frame in which pasted rules run, seen from the page: it makes workers that can do nothing but compute.
 */
const FRAME = "/rules/frame";
const WORKER = new URL("../engine/worker.js", import.meta.url);

/** Like a Worker, as far as the engine's client uses one; its messages pass through the frame. */
class FramedWorker extends EventTarget {
  /** @param {MessagePort} port */
  constructor(port) {
    super();
    this.port = port;
    port.addEventListener("message", ({ data }) => this.dispatchEvent(new MessageEvent("message", { data })));
    port.start();
  }

  /** @param {any} message @param {Transferable[]} [transfer] */
  postMessage(message, transfer = []) {
    this.port.postMessage(message, transfer);
  }

  terminate() {
    this.port.postMessage({ kind: "terminate" });
  }
}

export class Sandbox {
  constructor() {
    /** @type {HTMLIFrameElement | null} */
    this.frame = null;
    /** @type {Promise<[Window, string]> | null} the frame's window, and the script of its workers */
    this.loading = null;
  }

  /** @returns {FramedWorker} a new one; the frame is made with the first */
  newWorker() {
    const { port1, port2 } = new MessageChannel();
    const worker = new FramedWorker(port1);
    // A failure to load counts for this one only: the next one tries again.
    this.loading ??= this.load();
    this.loading.then(
      // The origin of the frame is opaque: there is no name to send to. It holds nothing but our own script.
      ([frame, script]) => frame.postMessage(script, "*", [port2]),
      () => {
        this.remove();
        worker.dispatchEvent(new Event("error", { cancelable: true }));
      },
    );
    return worker;
  }

  /** Takes the frame away, and every worker with it. */
  remove() {
    this.frame?.remove();
    this.frame = null;
    this.loading = null;
  }

  /** @private @returns {Promise<[Window, string]>} */
  async load() {
    const frame = document.createElement("iframe");
    this.frame = frame;
    // Scripts, and nothing else: above all not this page's origin.
    frame.setAttribute("sandbox", "allow-scripts");
    frame.setAttribute("aria-hidden", "true");
    frame.hidden = true;
    frame.tabIndex = -1;
    frame.src = FRAME;
    const loaded = new Promise((resolve) => {
      frame.addEventListener("load", resolve, { once: true });
    });
    document.body.append(frame);
    const script = await fetched(WORKER);
    await loaded;
    return [/** @type {Window} */ (frame.contentWindow), script];
  }
}

/** @param {string | URL} address @returns {Promise<string>} */
async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new TypeError(`${address} answered ${response.status}`);
  return response.text();
}
