// @ts-check
// The names of the views, at the top of the page.

import { el, fill } from "./elements.js";
import { views } from "./words.js";

/**
 * Draws the names of the views.
 *
 * @param {HTMLElement} place
 * @param {string} shown The view that shows.
 * @param {boolean} hasCluster True while the daemon is a node of a cluster; otherwise that view has no name here.
 */
export function drawTabs(place, shown, hasCluster) {
  const state = `${shown} ${hasCluster}`;
  if (place.dataset.state === state) return;
  place.dataset.state = state;
  fill(place, ...views.filter(([id]) => id !== "cluster" || hasCluster || shown === id).map(([id, title]) =>
    el("a", { href: `#${id}`, "data-key": id, "aria-current": id === shown ? "page" : false }, title)));
}

/**
 * Reads what a view shows when it is opened.
 * @param {string} view @param {string | undefined} subject
 * @param {{ past: { open(filter: string): unknown }, refused: { load(anew: boolean): unknown }, providers: { load(): unknown },
 *   ladder: { open(call: string): unknown }, detail: { chosen: string | null } }} parts
 */
export function load(view, subject, { past, refused, providers, ladder, detail }) {
  if (view === "history") void past.open(subject ?? "");
  else if (view === "whynot") void refused.load(true);
  else if (view === "providers") void providers.load();
  else if (view === "ladder") void ladder.open(subject ?? detail.chosen ?? "");
}
