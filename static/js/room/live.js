import { get } from "../api.js";
import { decisionPath } from "../links.js";

const LONGEST_WAIT = 15_000;
const LOOK_WITHOUT_SOCKET = 10_000;
/** A connection can die without either end noticing. */
const LOOK_WITH_SOCKET = 60_000;

/**
 * Follows a decision. The socket only says that something changed; what is true is read from the server each time.
 * A lost socket comes back by itself, and while there is none the state is read every few seconds.
 * @param {string} decision
 * @param {(state: any) => void} onState
 * @param {(error: import("../api.js").ApiError | null) => void} [onTrouble] null when the server answers again
 * @returns {{refresh: () => Promise<void>}}
 */
export function followDecision(decision, onState, onTrouble = () => {}) {
  const path = decisionPath(decision);
  /** @type {WebSocket | null} */
  let socket = null;
  let attempts = 0;
  /** The version last shown, -1 while there is none, or it may be out of date. */
  let version = -1;
  let lastLook = 0;
  /** @type {Promise<void> | null} */
  let reading = null;
  let readAgain = false;

  async function readOnce() {
    lastLook = Date.now();
    let state;
    try {
      state = await get(`${path}state`);
    } catch (error) {
      version = -1;
      onTrouble(/** @type {any} */ (error));
      return;
    }
    version = state.version;
    onTrouble(null);
    onState(state);
  }

  async function readAll() {
    try {
      do {
        readAgain = false;
        await readOnce();
      } while (readAgain);
    } finally {
      reading = null;
    }
  }

  /** One reading at a time; a wish to read during one is answered by one more after it. */
  function refresh() {
    if (reading) readAgain = true;
    else reading = readAll();
    return reading;
  }

  function connect() {
    const address = new URL(`${path}socket`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(address);
    socket.addEventListener("open", () => {
      attempts = 0;
    });
    socket.addEventListener("message", (event) => {
      if (JSON.parse(event.data).version !== version) refresh();
    });
    socket.addEventListener("close", () => {
      socket = null;
      // A server that comes back with a backup may have reached the same number by another way.
      version = -1;
      const wait = Math.min(LONGEST_WAIT, 500 * 2 ** attempts) * (0.5 + Math.random() / 2);
      attempts += 1;
      setTimeout(connect, wait);
    });
  }

  addEventListener("online", refresh);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") refresh();
  });
  setInterval(() => {
    const rest = socket?.readyState === WebSocket.OPEN && version >= 0 ? LOOK_WITH_SOCKET : LOOK_WITHOUT_SOCKET;
    if (Date.now() - lastLook >= rest - 100 && document.visibilityState === "visible") refresh();
  }, LOOK_WITHOUT_SOCKET / 2);

  refresh();
  connect();
  return { refresh };
}
