/**
 * Builds an element. Properties that start with `on` are listeners, `class`, `data-*`, `aria-*`, `role` and the
 * like are attributes, and children are nodes or texts. Nothing is ever parsed as HTML.
 * @param {string} tag
 * @param {Record<string, any>} [properties] a null, undefined or false value leaves the property out
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else node.setAttribute(name, String(value));
  }
  node.append(...kept(children));
  return node;
}

/**
 * Replaces what stands in a node.
 * @param {Element} node
 * @param {...(Node | string | number | null | undefined | false)} children
 */
export function fillNode(node, ...children) {
  node.replaceChildren(...kept(children));
}

/** @param {any[]} children @returns {(Node | string)[]} */
function kept(children) {
  return children
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "number" ? String(child) : child));
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`no element ${id}`);
  return node;
}

/**
 * A person's name or a title: its writing direction stays its own and does not reorder what stands around it.
 * @param {string} text
 */
export function isolated(text) {
  return element("bdi", {}, text);
}

/** Says a text to people who listen to the page. @param {string} text */
export function announce(text) {
  byId("announcer").textContent = text;
}

/**
 * Shows or hides nodes by a condition.
 * @param {boolean} condition
 * @param {...Element} nodes
 */
export function showIf(condition, ...nodes) {
  for (const node of nodes) /** @type {HTMLElement} */ (node).hidden = !condition;
}
