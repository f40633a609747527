// @ts-check
// The live calls of all lines: a plain value that takes the host's states, sorts them and finds among them.

/**
 * A call in the list.
 *
 * @typedef {{ call: any, key: string, text: string, changed: number }} Entry
 */

/** Pads numbers, so that `agent-9` comes before `agent-12`. */
const natural = (/** @type {string} */ text) => text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, "0"));

export class Calls {
  constructor() {
    /** @type {Map<string, any>} */
    this.lines = new Map();
    /** @type {Map<string, Entry>} */
    this.entries = new Map();
    // The entries in their order.
    /** @type {Entry[]} */
    this.order = [];
    /** @type {Record<string, number>} */
    this.counts = {};
    this.filter = "";
    /** @type {Entry[] | null} */
    this.found = null;
    /** @type {Map<string, string>} */
    this.keys = new Map();
  }

  /** Forgets everything, before a new snapshot. */
  clear() {
    this.lines.clear();
    this.entries.clear();
    this.order = [];
    this.counts = {};
    this.found = null;
    this.keys.clear();
  }

  /**
   * Takes the newest state of a line.
   *
   * @param {string} name
   * @param {any} line The line; undefined when it has no calls any more.
   * @param {number} [now] The time of the change; 0 for a snapshot, which marks nothing.
   */
  take(name, line, now = 0) {
    const before = this.lines.get(name);
    const calls = line?.calls ?? [];
    const left = new Set(calls.map((/** @type {any} */ call) => call.call));
    for (const call of before?.calls ?? []) if (!left.has(call.call)) this.remove(call.call);
    for (const call of calls) this.put(call, now);
    if (line && calls.length > 0) this.lines.set(name, line);
    else {
      this.lines.delete(name);
      this.keys.delete(name);
    }
    this.found = null;
  }

  /** @param {any} call @param {number} now */
  put(call, now) {
    const entry = this.entries.get(call.call);
    if (entry) {
      this.count(entry.call.state, -1);
      this.count(call.state, 1);
      if (now > 0 && entry.call.state !== call.state) entry.changed = now;
      entry.call = call;
      entry.text = "";
      return;
    }
    let line = this.keys.get(call.line);
    if (line === undefined) this.keys.set(call.line, line = natural(call.line));
    const made = { call, key: `${line}\u0000${call.began}\u0000${call.call}`, text: "", changed: now };
    this.entries.set(call.call, made);
    this.order.splice(this.place(made.key), 0, made);
    this.count(call.state, 1);
  }

  /** @param {string} id */
  remove(id) {
    const entry = this.entries.get(id);
    if (!entry) return;
    this.entries.delete(id);
    this.count(entry.call.state, -1);
    this.order.splice(this.place(entry.key), 1);
  }

  /** @param {string} key The key whose place in the order is found, by halving. */
  place(key) {
    let [low, high] = [0, this.order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.order[middle].key < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @param {string} state @param {number} by */
  count(state, by) {
    this.counts[state] = (this.counts[state] ?? 0) + by;
  }

  /** @param {string} text The words to find, each of which must occur. */
  find(text) {
    this.filter = text.trim().toLowerCase();
    this.found = null;
  }

  /** @returns {Entry[]} The entries that fit the filter, in their order. */
  get visible() {
    if (this.filter === "") return this.order;
    const words = this.filter.split(/\s+/);
    this.found ??= this.order.filter((entry) => words.every((word) => haystack(entry).includes(word)));
    return this.found;
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

  /** The ringing incoming calls, the oldest first, at most `limit`. */
  ringing(limit = 3) {
    if (!this.counts.ringing) return [];
    const found = this.order.filter((entry) => entry.call.state === "ringing" && entry.call.direction === "incoming");
    return found.map((entry) => entry.call).sort((one, other) => (one.began < other.began ? -1 : 1)).slice(0, limit);
  }
}

/** @param {Entry} entry */
function haystack(entry) {
  const call = entry.call;
  entry.text ||= [call.line, call.state, call.provider, call.handle?.value, call.displayName, call.name, call.label, call.call]
    .join(" ").toLowerCase();
  return entry.text;
}
