import { element } from "./dom.js";

/** Where set-up puts the library; the version is the one in package.json. */
const LIBRARY = "../vendor/lean-qr-2.7.4/index.mjs";

/**
 * Draws a text as a QR code.
 * @param {string} text
 * @param {string} label what it is, for people who do not see it
 * @returns {Promise<HTMLElement | null>} null when the library is not to be had: a link beside it does as well
 */
export async function qrCode(text, label) {
  try {
    const { generate } = await import(LIBRARY);
    const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { class: "qr", role: "img", "aria-label": label }));
    generate(text).toCanvas(canvas, { on: [0, 0, 0], off: [255, 255, 255], pad: 2, scale: 8 });
    return canvas;
  } catch (error) {
    console.error(error);
    return null;
  }
}
