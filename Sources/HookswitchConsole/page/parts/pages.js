// @ts-check
// A list that is read from the host: a heading, a refresh, pages, and the reason when it cannot be read.

import { el, fill, foreign } from "./elements.js";
import { reason, text } from "./words.js";

export class ListPage {
  /**
   * @param {string} title
   * @param {(before: any) => Promise<{ rows: any[], next?: any }>} read Reads the next part.
   * @param {(rows: any[]) => HTMLElement} show Makes the table.
   * @param {HTMLElement[]} tools Elements above the table.
   */
  constructor(title, read, show, tools = []) {
    this.read = read;
    this.show = show;
    /** @type {any[]} */
    this.rows = [];
    /** @type {any} */
    this.next = undefined;
    this.turn = 0;
    this.body = el("div");
    this.note = el("p", { class: "notes", role: "status" });
    this.more = el("button", { type: "button", hidden: true, "data-key": "more", onclick: () => this.load(false) }, text.more);
    this.element = el("section", { class: "page" }, el("h1", {}, title),
      el("div", { class: "bar" }, ...tools, el("button", { type: "button", "data-key": "again", onclick: () => this.load(true) }, text.again)),
      this.note, this.body, this.more);
  }

  /** Makes the table anew, after a change of what it looks up. */
  redraw() {
    if (this.rows.length > 0) fill(this.body, this.show(this.rows));
  }

  /**
   * Reads the first part, or the next one.
   *
   * @param {boolean} fresh
   */
  async load(fresh) {
    const turn = ++this.turn;
    try {
      const part = await this.read(fresh ? undefined : this.next);
      // An answer that a newer question has overtaken is dropped.
      if (turn !== this.turn) return;
      this.rows = fresh ? part.rows : [...this.rows, ...part.rows];
      this.next = part.next;
      this.more.hidden = part.next === undefined;
      fill(this.note, this.rows.length === 0 ? text.nothing : "");
      fill(this.body, this.rows.length === 0 ? null : this.show(this.rows));
    } catch (error) {
      if (turn === this.turn) fill(this.note, foreign(reason(error), 400));
    }
  }
}
