import { get } from "../api.js";
import { decisionPath } from "../links.js";

const LONGEST_WAIT = 15_000;
const LOOK_WITHOUT_SOCKET = 10_000;

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
  let version = -1;
  /** @type {Promise<void> | null} */
  let reading = null;
  let readAgain = false;

  async function readOnce() {
    try {
      const state = await get(`${path}state`);
      version = state.version;
      onTrouble(null);
      onState(state);
    } catch (error) {
      if (!(error instanceof Error) || error.name === "TypeError") console.error(error);
      onTrouble(/** @type {any} */ (error));
    }
  }

  /** One reading at a time; a wish to read during one is answered by one more after it. */
  function refresh() {
    if (reading) {
      readAgain = true;
      return reading;
    }
    reading = (async () => {
      do {
        readAgain = false;
        await readOnce();
      } while (readAgain);
      reading = null;
    })();
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
      const news = JSON.parse(event.data);
      if (news.version !== version) refresh();
    });
    socket.addEventListener("close", () => {
      socket = null;
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
    if (socket?.readyState !== WebSocket.OPEN && document.visibilityState === "visible") refresh();
  }, LOOK_WITHOUT_SOCKET);

  refresh();
  connect();
  return { refresh };
}
