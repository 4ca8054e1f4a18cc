/** A seat moves to another device by a file that a passphrase seals: key, sheet, answers, and what was seen and given. */
import { post } from "../api.js";
import { announce, byId, showIf } from "../dom.js";
import { decisionPath } from "../links.js";
import { keepReturnSecret, keptReturnSecret } from "../room/join.js";
import { saveText } from "../room/receipt-download.js";
import { keep, keepLinks, linksKey, recall, sentKey, sheetKey } from "../storage.js";
import { fill, gettext } from "../text.js";
import { SigningMemory } from "./memory.js";
import { canSeal, seal, unseal } from "./sealed.js";
import { keepSeed, keptSeed, watchSeed } from "./seat-key.js";

const SHORTEST = 10;
const LARGEST = 4 * 1024 * 1024;
const HEX = /^[0-9a-f]{64}$/;

export class Moving {
  /** @param {string} decision @param {() => void} moved called when the seat has left */
  constructor(decision, moved) {
    this.decision = decision;
    this.moved = moved;
    /** @type {any} */
    this.state = null;
    byId("move-out").addEventListener("submit", (event) => this.during(event, () => this.out()));
    byId("move-stop").addEventListener("click", (event) => this.during(event, () => this.stop()));
    byId("move-in").addEventListener("submit", (event) => this.during(event, () => this.in()));
  }

  /** @param {any} state */
  show(state) {
    if (state.me && !this.state?.me) watchSeed(this.decision, state.me.seat, this.moved);
    this.state = state;
    const canMove = Boolean(state.signed_agenda && state.me);
    const here = canMove && keptSeed(this.decision, state.me.seat) !== null;
    showIf(canMove, byId("moving"));
    showIf(here, byId("move-out"));
    showIf(canMove && !here && state.me.key !== null, byId("move-in"));
    showIf(canMove && !here && state.me.key === null, byId("move-nothing"));
  }

  /** @param {Event} event @param {() => Promise<string>} work gives a sentence on what was done */
  async during(event, work) {
    event.preventDefault();
    const answer = byId("moving-answer");
    answer.textContent = gettext("Working…");
    answer.className = "";
    try {
      if (!canSeal()) throw new Error(gettext("This browser seals files only on pages that come over https."));
      answer.textContent = await work();
      announce(answer.textContent);
    } catch (error) {
      answer.className = "error";
      answer.textContent = /** @type {Error} */ (error).message;
    }
  }

  async out() {
    const field = /** @type {HTMLInputElement} */ (byId("move-out-passphrase"));
    if (field.value.length < SHORTEST) throw new Error(fill(gettext("Take a passphrase of at least %(shortest)s characters: several words are easy to keep in mind."), { shortest: SHORTEST }));
    const { seat, owner } = this.state.me;
    const content = await seal(JSON.stringify({
      decision: this.decision, seat, owner, seed: keptSeed(this.decision, seat), secret: keptReturnSecret(this.decision, seat),
      sheet: recall(sheetKey(this.decision, seat)), round: this.state.round, sent: recall(sentKey(this.decision, seat, this.state.round)),
      remembered: new SigningMemory(this.decision, seat).all(), links: recall(linksKey(this.decision)),
    }), field.value);
    saveText(content, "parley-seat.json");
    field.value = "";
    showIf(true, byId("move-done"));
    return "";
  }

  /** A seat moves and is never copied: two places could sign two different answers. */
  async stop() {
    keepSeed(this.decision, this.state.me.seat, null);
    showIf(false, byId("move-done"));
    this.moved();
    return gettext("This browser signs no more for your seat. Open your return link on the other device and bring the file there.");
  }

  async in() {
    const input = /** @type {HTMLInputElement} */ (byId("move-in-file"));
    const [file] = input.files ?? [];
    if (!file) throw new Error(gettext("Choose the file of your seat first."));
    if (file.size > LARGEST) throw new Error(gettext("This is not the file of a seat."));
    const moved = readMoved(await unseal(await file.text(), /** @type {HTMLInputElement} */ (byId("move-in-passphrase")).value));
    const { seat } = this.state.me;
    if (moved.decision !== this.decision || moved.seat !== seat) throw new Error(gettext("This is the file of another seat or another decision."));
    keepSeed(this.decision, seat, moved.seed);
    if (moved.secret) {
      await post(`${decisionPath(this.decision)}enter`, { kind: "seat", secret: moved.secret });
      keepReturnSecret(this.decision, seat, moved.secret);
    }
    if (moved.sheet) keep(sheetKey(this.decision, seat), moved.sheet);
    // What was sent from here later than the file was made stays.
    if (moved.sent && !recall(sentKey(this.decision, seat, moved.round))) keep(sentKey(this.decision, seat, moved.round), moved.sent);
    const { codes = [], ...secrets } = moved.links ?? {};
    keepLinks(this.decision, secrets, codes[0]);
    new SigningMemory(this.decision, seat).takeOver(moved.remembered ?? {});
    location.reload();
    return gettext("Your seat is here now.");
  }
}

/** @param {string} text @returns {any} */
function readMoved(text) {
  const moved = JSON.parse(text);
  if (typeof moved?.seed !== "string" || !HEX.test(moved.seed)) throw new Error(gettext("This file holds no key: it was saved where the seat was no more."));
  return moved;
}
