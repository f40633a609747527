// @ts-check
// The keys of the whole page, and the reader's choice about single letters.

const place = "hookswitch.letters";

/** The reader's choice about single letters, which the browser keeps. */
export class Letters {
  constructor() {
    this.areOn = localStorage.getItem(place) !== "off";
  }

  /** @param {boolean} areOn */
  set(areOn) {
    this.areOn = areOn;
    localStorage.setItem(place, areOn ? "on" : "off");
  }
}

/**
 * Listens to `?` for the list of keys, and `/` for the search.
 *
 * @param {{ help: (letters: boolean) => Promise<boolean> }} dialogs
 * @param {Letters} letters
 * @param {() => HTMLElement | false} search Returns the field of the search; false in a view without one.
 */
export function hearKeys(dialogs, letters, search) {
  document.addEventListener("keydown", async (event) => {
    const isText = /** @type {HTMLElement} */ (event.target).closest?.("input, select, textarea, dialog");
    if (isText || event.altKey || event.ctrlKey || event.metaKey || (!letters.areOn && event.key !== "?")) return;
    const field = event.key === "/" && search();
    if (event.key === "?") letters.set(await dialogs.help(letters.areOn));
    if (!field) return;
    event.preventDefault();
    field.focus();
  });
}
