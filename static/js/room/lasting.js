/**
 * Whether what this browser keeps will still be there tomorrow. No browser says so, hence these guesses, which only
 * ever lead to a warning:
 *
 * - In-app browsers (the window in which a messenger or a social network shows a link) name themselves in the user
 *   agent; on iOS they are the ones without "Safari" in it. Their storage often ends with the window.
 * - In private windows Firefox and Safari refuse the origin's private file system. Chromium gives nothing away there,
 *   but does not promise to keep anything either, as it often does not elsewhere.
 */
const IN_APP = /\bFBA[NV]|Instagram|\bLine\/|MicroMessenger|Snapchat|TikTok|musical_ly|LinkedInApp|Pinterest\/|WhatsApp|Telegram|; wv\)/;
const IOS = /\b(iPhone|iPad|iPod)\b/;

/** @returns {boolean} */
export function isInApp(agent = navigator.userAgent) {
  return IN_APP.test(agent) || (IOS.test(agent) && /AppleWebKit/.test(agent) && !/Safari\//.test(agent));
}

/** @returns {Promise<boolean>} */
export async function isPrivateWindow() {
  const { storage } = navigator;
  // Not there on plain http, where nothing can be told.
  if (!storage?.getDirectory) return false;
  try {
    await storage.getDirectory();
  } catch {
    return true;
  }
  return false;
}

/**
 * Asks the browser not to throw away what it keeps for this site when it runs short of room.
 * @returns {Promise<boolean>} whether it promises to keep it; in a private window it never does
 */
export async function askToPersist() {
  try {
    const { storage } = navigator;
    return (await storage.persisted()) || (await storage.persist());
  } catch {
    // Not there on plain http; and a browser that does not want to be asked keeps things as it sees fit.
    return false;
  }
}
