/** Drawn as nothing, or turning the reading direction, or a blank that is not the plain one. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;
const EMOJI = /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)*/gu;

/**
 * A text from strangers in which nothing hides: every control, direction, invisible or unassigned character is
 * written as `<U+200B>`. Emoji keep their joiners.
 * @param {string} text
 * @returns {string}
 */
export function visible(text) {
  let shown = "";
  let at = 0;
  for (const emoji of text.matchAll(EMOJI)) {
    shown += escaped(text.slice(at, emoji.index)) + emoji[0];
    at = emoji.index + emoji[0].length;
  }
  return shown + escaped(text.slice(at));
}

/** @param {string} text */
function escaped(text) {
  return text.replace(HIDDEN, (character) =>
    `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`);
}
