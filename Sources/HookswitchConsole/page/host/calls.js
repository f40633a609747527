// @ts-check
// The live calls that the page knows: one page of the host's list with its totals, the oldest ringing calls, and the lines that the reader
// looks at. A plain value.

/**
 * A call of the list, and the time of its newest change that the list marks.
 *
 * @typedef {{ call: any, changed: number }} Entry
 */

const none = { calls: 0, lines: 0, ringing: 0, active: 0, held: 0 };

export class Calls {
  constructor() {
    /** @type {Map<string, any>} The lines that the reader looks at. */
    this.lines = new Map();
    /** @type {Set<string>} Their names, also before their states have come. */
    this.watched = new Set();
    /** @type {Map<string, Entry>} The calls of the page. */
    this.rows = new Map();
    /** @type {string[]} Their ids, in the order of the list. */
    this.order = [];
    /** The place of the page's first call in the list. */
    this.first = 0;
    this.matching = 0;
    this.revision = 0;
    this.totals = none;
    /** @type {any[]} The oldest ringing incoming calls of all lines. */
    this.ringing = [];
    /** The beginning of the youngest call so far. */
    this.youngest = "";
    /** True once a page has come. */
    this.isRead = false;
  }

  /** Forgets everything, before a new snapshot. */
  clear() {
    this.lines.clear();
    this.rows.clear();
    [this.order, this.ringing, this.youngest, this.isRead] = [[], [], "", false];
    [this.first, this.matching, this.revision, this.totals] = [0, 0, 0, none];
  }

  /**
   * Takes a page.
   *
   * @param {any} page A `CallPage` of the host.
   * @param {number} first The place of its first call.
   */
  takePage(page, first) {
    [this.first, this.order, this.isRead] = [first, page.order ?? [], true];
    this.put(page, 0);
  }

  /**
   * Takes the changes of the page; returns false when some were missed.
   *
   * @param {any} page The members of the notification `calls`.
   * @param {number} now The time of the change, which marks it.
   */
  takeChange(page, now) {
    if (page.from !== this.revision || !this.isRead) return false;
    if (page.order) this.order = page.order;
    this.put(page, now);
    return true;
  }

  /** @param {any} page @param {number} now */
  put(page, now) {
    [this.revision, this.matching, this.totals] = [page.revision, page.matching, page.totals];
    if (page.ringing) this.ringing = page.ringing;
    const { youngest } = this;
    for (const call of page.calls) {
      const entry = this.rows.get(call.call);
      // A call that another one's end moves onto the page is not new.
      const isNews = now > 0 && (entry ? entry.call.state !== call.state : call.began > youngest);
      if (call.began > this.youngest) this.youngest = call.began;
      this.rows.set(call.call, { call, changed: isNews ? now : entry?.changed ?? 0 });
    }
    if (this.rows.size === this.order.length) return;
    const kept = new Set(this.order);
    for (const id of [...this.rows.keys()]) if (!kept.has(id)) this.rows.delete(id);
  }

  /**
   * Chooses the lines that the reader looks at, and forgets the others.
   *
   * @param {Iterable<string>} names
   */
  watch(names) {
    this.watched = new Set(names);
    for (const name of [...this.lines.keys()]) if (!this.watched.has(name)) this.lines.delete(name);
  }

  /**
   * Takes the newest state of a line, if the reader looks at it.
   *
   * @param {string} name
   * @param {any} line The line; undefined when it has no calls any more.
   */
  takeLine(name, line) {
    if (this.watched.has(name)) this.lines.set(name, line ?? { line: name, revision: 0, calls: [] });
  }

  /**
   * Returns the entry at a place of the list; undefined outside the page.
   *
   * @param {number} place
   */
  at(place) {
    return this.rows.get(this.order[place - this.first]);
  }

  /**
   * Returns the newest state of a call that the page knows.
   *
   * @param {string | null} id
   * @returns {any}
   */
  get(id) {
    if (!id) return undefined;
    for (const line of this.lines.values()) {
      const found = line.calls.find((/** @type {any} */ call) => call.call === id && call.state !== "ended");
      if (found) return found;
    }
    return this.rows.get(id)?.call ?? this.ringing.find((call) => call.call === id);
  }

  /**
   * Returns the other calls of a call's line.
   *
   * @param {any} call
   * @returns {any[]}
   */
  others(call) {
    return (this.lines.get(call.line)?.calls ?? []).filter((/** @type {any} */ other) => other.call !== call.call && other.state !== "ended");
  }
}
