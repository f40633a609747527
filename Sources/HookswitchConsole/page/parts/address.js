// @ts-check
// The address of a view: `#calls/ID`, `#history/TEXT` and so on.

/**
 * Returns the view and the subject that the address names.
 *
 * @param {string} hash
 * @returns {(string | undefined)[]}
 */
export function parts(hash) {
  return hash.slice(1).split("/", 2).map((part) => decode(part));
}

/**
 * Decodes a part of the address; a malformed one stays.
 *
 * @param {string} part
 */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
