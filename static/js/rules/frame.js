/**
 * Runs in the frame in which pasted rules are isolated: an origin of its own, without cookies, storage or network
 * (parleysite/rules_frame.py). The page above sends a port and the script of a worker; this starts the worker and
 * passes on what the two say to each other. What a worker says is copied field by field: only short texts and numbers
 * get through. Each worker has a port of its own, so that none speaks for another.
 */
"use strict";

const LONGEST_TEXT = 1024 * 1024;
const FIELDS = ["kind", "step", "reason", "id", "text"];

addEventListener("message", ({ data, source, ports }) => {
  if (source !== parent || parent === self) return;
  const [port] = ports;
  const address = URL.createObjectURL(new Blob([data], { type: "text/javascript" }));
  const worker = new Worker(address);
  port.onmessage = ({ data: said }) => {
    if (said.kind === "terminate") {
      worker.terminate();
      URL.revokeObjectURL(address);
      port.close();
    } else {
      worker.postMessage(said, said.bytes ? [said.bytes.buffer] : []);
    }
  };
  worker.onmessage = ({ data: said }) => port.postMessage(copied(said));
  worker.onmessageerror = () => port.postMessage({ kind: "failed" });
  worker.onerror = (event) => {
    event.preventDefault();
    port.postMessage({ kind: "failed" });
  };
});

/** @param {any} said by a worker @returns {Record<string, string | number>} */
function copied(said) {
  /** @type {Record<string, string | number>} */
  const copy = {};
  for (const name of FIELDS) {
    const value = said?.[name];
    if (typeof value === "number" || (typeof value === "string" && value.length <= LONGEST_TEXT)) copy[name] = value;
  }
  return copy;
}
