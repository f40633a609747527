// @ts-check
// A row of the list of calls.

import { cut, el } from "../parts/elements.js";
import { signs, states, text, word } from "../parts/words.js";

/** The columns: the name of the class, and the heading. */
export const columns = [
  ["line", text.line], ["id", text.call], ["state", text.state], ["far", text.far], ["via", text.via], ["since", text.since],
];

/** The time for which a change is marked, in milliseconds. */
const marked = 2_000;

/** @type {any} A row whose call the host has not told yet. */
const waiting = { call: "", line: "", provider: "", state: "" };

/**
 * Makes an empty row.
 *
 * @param {(place: number) => void} pick Is called with the row's place when it is clicked.
 */
export function makeRow(pick) {
  const row = el("div", { class: "row", role: "row" }, ...columns.map(([name]) =>
    el("span", { class: name, role: "gridcell" }, ...(name === "far" ? [el("bdi")] : []))));
  row.addEventListener("click", () => pick(Number(row.dataset.place)));
  return row;
}

/**
 * Shows an entry in a row.
 *
 * @param {HTMLElement} row
 * @param {import("../host/calls.js").Entry | undefined} entry Undefined while the page with the row is on its way.
 * @param {number} place
 * @param {{ now: number, at: number, chosen: string | null, clock: import("../parts/format.js").HostClock }} facts
 */
export function drawRow(row, entry, place, { now, at, chosen, clock }) {
  const call = entry?.call ?? waiting;
  const cells = /** @type {HTMLElement[]} */ ([...row.children]);
  const fresh = (entry?.changed ?? 0) > 0 && now - (entry?.changed ?? 0) < marked;
  row.dataset.place = String(place);
  row.id = `row-${place}`;
  attribute(row, "aria-rowindex", String(place + 2));
  attribute(row, "aria-selected", String(call.call === chosen));
  attribute(row, "data-state", call.state);
  attribute(row, "class", `row${place === at ? " at" : ""}${fresh ? " fresh" : ""}`);
  set(cells[0], cut(call.line, 64));
  set(cells[1], call.call.slice(0, 8));
  set(cells[2], `${signs[call.state] ?? ""} ${word(states, call.state)}${fresh ? " *" : ""}`);
  set(/** @type {HTMLElement} */ (cells[3].firstElementChild), cut(entry ? call.displayName || call.handle?.value || text.unknownCaller : text.reading, 80));
  set(cells[4], cut(call.provider, 64));
  set(cells[5], entry ? clock.since(call.connected ?? call.began) : "");
}

/**
 * Sets text only where it differs: most rows of a frame stay as they are.
 *
 * @param {HTMLElement} element
 * @param {string} value
 */
export function set(element, value) {
  if (element.textContent !== value) element.textContent = value;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {string} value
 */
function attribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
