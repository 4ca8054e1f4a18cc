/** Drawn as nothing, or turning the reading direction, or a blank that is not the plain one. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]|(?! )\p{Zs}/gu;
/** Texts that stay as they are: emoji with what holds them together, and joiners as parley/joiners.py takes them. */
const WHOLE = new RegExp([
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u,
  /[0-9#*]\ufe0f\u20e3/u,
  /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)*/u,
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca](?:\u200d|\u200c(?=\p{Lo}))/u,
  /(?=[\u0620-\u06ff\u0750-\u077f\u08a0-\u08c9])\p{Lo}\p{Mn}*\u200c(?=(?=[\u0620-\u06ff\u0750-\u077f\u08a0-\u08c9])\p{Lo})/u,
].map((part) => part.source).join("|"), "gu");

/**
 * A text from strangers in which nothing hides: every control, direction, invisible or unassigned character is
 * written as `<U+200B>`. Emoji and the scripts that need them keep their joiners.
 * @param {string} text
 * @returns {string}
 */
export function visible(text) {
  let shown = "";
  let at = 0;
  for (const whole of text.matchAll(WHOLE)) {
    shown += escaped(text.slice(at, whole.index)) + whole[0];
    at = whole.index + whole[0].length;
  }
  return shown + escaped(text.slice(at));
}

/** @param {string} text */
function escaped(text) {
  return text.replace(HIDDEN, (character) =>
    `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`);
}
