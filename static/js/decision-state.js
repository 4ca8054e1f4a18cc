/**
 * @param {{state: string}} state
 * @returns {boolean} whether the decision was ended before it was finished, by its organiser or after a backup
 */
export function hasNoResult({ state }) {
  return state === "cancelled" || state === "void";
}
