/**
 * Links carry their secrets in the fragment, which a browser never sends. A page takes them out of its address as
 * soon as it has read them, so that a screenshot or a copied address gives nothing away.
 */

/** @returns {string} the public id of the decision this page is about */
export function decisionId() {
  return location.pathname.split("/")[2];
}

/** @param {string} decision @returns {string} the path under which everything of the decision lies */
export function decisionPath(decision) {
  return `/d/${decision}/`;
}

/**
 * Reads what is in this page's fragment and removes it from the address.
 * @returns {{secrets: {group?: string, seat?: string, organiser?: string}, code: string | null}} `code` is that of the
 *   question which the link was made for
 */
export function takeLink() {
  const given = new URLSearchParams(location.hash.slice(1));
  /** @type {Record<string, string>} */
  const secrets = {};
  for (const kind of ["group", "seat", "organiser"]) {
    const secret = given.get(kind);
    if (secret) secrets[kind] = secret;
  }
  if (Object.keys(secrets).length) history.replaceState(history.state, "", location.pathname);
  return { secrets, code: wholeCode(given.get("code") ?? "") };
}

/**
 * @param {string} text what stands in a link, perhaps with a mark of the sentence around it
 * @returns {string | null} the code as the engine writes it; null when a part of it is missing
 */
function wholeCode(text) {
  const letters = text.toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1").replaceAll(/[^0-9A-Z]/g, "");
  return /^[0-9A-HJKMNP-TV-Z]{32}$/.test(letters) ? (letters.match(/.{4}/g) ?? []).join("-") : null;
}

/** @param {string} decision @param {string} secret @param {string} [code] of the question that the link is made for */
export function groupLink(decision, secret, code) {
  return `${location.origin}${decisionPath(decision)}#group=${secret}${code ? `&code=${code}` : ""}`;
}

/** @param {string} decision @param {string} secret @param {string} [code] of the question that the seat belongs to */
export function returnLink(decision, secret, code) {
  return `${location.origin}${decisionPath(decision)}#seat=${secret}${code ? `&code=${code}` : ""}`;
}

/** @param {string} decision @param {string} organiser @param {string} group @param {string} [code] */
export function organiserLink(decision, organiser, group, code) {
  return `${location.origin}${decisionPath(decision)}organise#organiser=${organiser}&group=${group}${code ? `&code=${code}` : ""}`;
}

/** @returns {string} 256 random bits as 43 characters of base64url, as every link carries them */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace("=", "");
}

/** @param {unknown} value */
export function isSecret(value) {
  return typeof value === "string" && /^[\w-]{43}$/.test(value);
}
