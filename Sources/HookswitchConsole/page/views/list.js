// @ts-check
// The list of calls: a grid that has elements for the rows in view only, and asks for the page that has them.

import { el } from "../parts/elements.js";
import { number } from "../parts/format.js";
import { columns, drawRow, makeRow, set } from "./row.js";
import { text } from "../parts/words.js";

export class CallList {
  /**
   * @param {import("../host/calls.js").Calls} calls
   * @param {import("../parts/format.js").HostClock} clock
   * @param {(id: string) => void} choose
   * @param {HTMLElement[]} tools Elements beside the search.
   */
  constructor(calls, clock, choose, tools = []) {
    this.calls = calls;
    this.clock = clock;
    this.choose = choose;
    /** @type {string | null} */
    this.chosen = null;
    /** The row with the focus, and the first one with an element. */
    this.at = 0;
    this.first = 0;
    /** The row that was picked before its call has come; -1 for none. */
    this.waiting = -1;
    /** @type {HTMLElement[]} */
    this.rows = [];
    this.rowHeight = 32;
    this.search = /** @type {HTMLInputElement} */ (el("input", {
      type: "search", id: "find", "aria-label": text.find, placeholder: text.find, autocomplete: "off", spellcheck: "false",
      oninput: () => {
        this.at = 0;
        this.scroller.scrollTop = 0;
        this.draw();
      },
    }));
    this.totals = el("p", { class: "totals" });
    this.spacer = el("div", { class: "spacer", role: "presentation" });
    this.body = el("div", { class: "rows", role: "rowgroup" });
    this.empty = el("p", { class: "empty" });
    this.scroller = el("div", {
      class: "grid", role: "grid", tabindex: 0, "aria-label": text.callsNow, "aria-colcount": columns.length, "data-key": "grid",
      onscroll: () => this.draw(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
    }, el("div", { class: "row head", role: "row", "aria-rowindex": 1 },
      ...columns.map(([name, heading]) => el("span", { class: name, role: "columnheader" }, heading))),
    el("div", { class: "space", role: "presentation" }, this.spacer, this.body));
    this.element = el("section", { class: "list", "aria-labelledby": "calls-title" },
      el("h1", { id: "calls-title" }, text.callsNow), el("div", { class: "bar" }, this.totals, this.search, ...tools), this.scroller, this.empty);
  }

  /** The rows in view, and the words of the search. */
  get wish() {
    const text = this.search.value.trim();
    return { first: this.first, last: this.first + Math.max(this.rows.length - 1, 0), ...(text ? { text } : {}) };
  }

  /** Draws the rows in view, and reuses the elements of those that were. */
  draw() {
    const { calls } = this;
    const size = calls.matching;
    const height = this.rowHeight;
    this.at = Math.max(0, Math.min(this.at, size - 1));
    const room = Math.max(this.scroller.clientHeight, height);
    const first = Math.max(0, Math.min(Math.floor(this.scroller.scrollTop / height) - 4, size - 1));
    const count = Math.max(0, Math.min(Math.ceil(room / height) + 8, size - first));
    this.first = first;
    this.spacer.style.height = `${size * height}px`;
    this.body.style.transform = `translateY(${first * height}px)`;
    while (this.rows.length < count) {
      const row = makeRow((place) => this.pick(place));
      this.rows.push(row);
      this.body.append(row);
    }
    while (this.rows.length > count) this.rows.pop()?.remove();
    const now = performance.now();
    const facts = { now, at: this.at, chosen: this.chosen, clock: this.clock };
    this.rows.forEach((row, place) => drawRow(row, calls.at(first + place), first + place, facts));
    this.scroller.setAttribute("aria-rowcount", String(size + 1));
    const active = this.rows[this.at - first];
    if (active) this.scroller.setAttribute("aria-activedescendant", active.id);
    else this.scroller.removeAttribute("aria-activedescendant");
    this.drawTotals();
    if (this.waiting >= 0 && calls.at(this.waiting)) this.pick(this.waiting);
  }

  drawTotals() {
    const { totals, matching, isRead } = this.calls;
    const parts = [text.totals(number(totals.calls), number(totals.lines)), `${number(totals.ringing)} ringing`, `${number(totals.held)} held`];
    if (this.search.value.trim()) parts.push(`${number(matching)} found`);
    set(this.totals, parts.join(" · "));
    set(this.empty, !isRead ? text.reading : totals.calls === 0 ? text.noCalls : matching === 0 ? text.noMatch : "");
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / this.rowHeight) - 1);
    const moves = /** @type {Record<string, number>} */ ({
      ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
    });
    if (event.key === "Enter") this.pick(this.at);
    else if (event.key in moves && !event.altKey && !event.ctrlKey && !event.metaKey) this.move(this.at + moves[event.key]);
    else return;
    event.preventDefault();
  }

  /** @param {number} place */
  move(place) {
    this.waiting = -1;
    this.at = Math.max(0, Math.min(place, this.calls.matching - 1));
    const top = this.at * this.rowHeight;
    const room = this.scroller.clientHeight - 2 * this.rowHeight;
    if (top < this.scroller.scrollTop) this.scroller.scrollTop = top;
    else if (top > this.scroller.scrollTop + room) this.scroller.scrollTop = top - room;
    this.draw();
  }

  /** @param {number} place */
  pick(place) {
    const entry = this.calls.at(place);
    // A row whose page is on its way is picked when it comes.
    this.waiting = entry ? -1 : place;
    if (!entry) return;
    [this.at, this.chosen] = [place, entry.call.call];
    this.draw();
    this.choose(entry.call.call);
  }
}
