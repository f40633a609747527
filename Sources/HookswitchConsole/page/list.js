// @ts-check
// The list of calls: a grid that has elements for the rows in view only.

import { el } from "./elements.js";
import { number } from "./format.js";
import { columns, drawRow, makeRow, set } from "./row.js";
import { text } from "./words.js";

export class CallList {
  /**
   * @param {import("./calls.js").Calls} calls
   * @param {import("./format.js").HostClock} clock
   * @param {(id: string) => void} choose
   * @param {HTMLElement[]} tools Elements beside the search.
   */
  constructor(calls, clock, choose, tools = []) {
    this.calls = calls;
    this.clock = clock;
    this.choose = choose;
    /** @type {string | null} */
    this.chosen = null;
    /** The row with the focus. */
    this.at = 0;
    /** @type {HTMLElement[]} */
    this.rows = [];
    this.rowHeight = 32;
    this.search = /** @type {HTMLInputElement} */ (el("input", {
      type: "search", id: "find", "aria-label": text.find, placeholder: text.find, autocomplete: "off", spellcheck: "false",
      oninput: () => {
        calls.find(this.search.value);
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

  /** Draws the rows in view, and reuses the elements of those that were. */
  draw() {
    const entries = this.calls.visible;
    const height = this.rowHeight;
    this.at = Math.max(0, Math.min(this.at, entries.length - 1));
    const room = Math.max(this.scroller.clientHeight, height);
    const first = Math.max(0, Math.min(Math.floor(this.scroller.scrollTop / height) - 4, entries.length - 1));
    const count = Math.max(0, Math.min(Math.ceil(room / height) + 8, entries.length - first));
    this.spacer.style.height = `${entries.length * height}px`;
    this.body.style.transform = `translateY(${first * height}px)`;
    while (this.rows.length < count) {
      const row = makeRow((place) => this.pick(place));
      this.rows.push(row);
      this.body.append(row);
    }
    while (this.rows.length > count) this.rows.pop()?.remove();
    const now = performance.now();
    const facts = { now, at: this.at, chosen: this.chosen, clock: this.clock };
    this.rows.forEach((row, place) => drawRow(row, entries[first + place], first + place, facts));
    this.scroller.setAttribute("aria-rowcount", String(entries.length + 1));
    const active = this.rows[this.at - first];
    if (active) this.scroller.setAttribute("aria-activedescendant", active.id);
    else this.scroller.removeAttribute("aria-activedescendant");
    this.drawTotals(entries.length);
  }

  /** @param {number} shown */
  drawTotals(shown) {
    const { order, counts, lines, filter } = this.calls;
    const parts = [text.totals(number(order.length), number(lines.size)), `${number(counts.ringing ?? 0)} ringing`,
      `${number(counts.held ?? 0)} held`];
    if (filter) parts.push(`${number(shown)} found`);
    set(this.totals, parts.join(" · "));
    set(this.empty, order.length === 0 ? text.noCalls : shown === 0 ? text.noMatch : "");
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
    this.at = Math.max(0, Math.min(place, this.calls.visible.length - 1));
    const top = this.at * this.rowHeight;
    const room = this.scroller.clientHeight - 2 * this.rowHeight;
    if (top < this.scroller.scrollTop) this.scroller.scrollTop = top;
    else if (top > this.scroller.scrollTop + room) this.scroller.scrollTop = top - room;
    this.draw();
  }

  /** @param {number} place */
  pick(place) {
    const entry = this.calls.visible[place];
    if (!entry) return;
    [this.at, this.chosen] = [place, entry.call.call];
    this.draw();
    this.choose(entry.call.call);
  }
}
