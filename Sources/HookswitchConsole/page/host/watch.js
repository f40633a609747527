// @ts-check
// The lines that the reader looks at: those of the chosen call and of the ringing calls, whose other calls and revisions the views need.

import { Subscription } from "./subscription.js";

export class Watch {
  /**
   * @param {import("./connection.js").Connection} connection
   * @param {import("./calls.js").Calls} calls
   * @param {() => void} changed Is called after each answer.
   */
  constructor(connection, calls, changed) {
    this.connection = connection;
    this.calls = calls;
    this.changed = changed;
    /** @type {string | null} */
    this.chosen = null;
    this.line = "";
    /** True while the host is asked for the chosen call. */
    this.isLooking = false;
    this.hasLooked = false;
    this.states = new Subscription(connection, (states) => {
      for (const state of states) calls.takeLine(state.key, state.value);
    }, changed);
    connection.addEventListener("state", () => void (this.hasLooked = false));
  }

  /** Reads the lines again, after changes were missed. */
  again() {
    this.states.again();
  }

  /**
   * Chooses the call whose line the views need, beside those of the ringing calls.
   *
   * @param {string | null} chosen
   */
  want(chosen) {
    if (chosen !== this.chosen) [this.chosen, this.line, this.hasLooked] = [chosen, "", false];
    this.line = this.calls.get(chosen)?.line ?? this.line;
    if (chosen && !this.line && !this.hasLooked && this.calls.isRead) void this.look(chosen);
    const lines = [...new Set([this.line, ...this.calls.ringing.map((call) => call.line)])].filter(Boolean).sort();
    this.calls.watch(lines);
    this.states.want(lines.length > 0 ? { topics: ["line"], lines } : null);
  }

  /**
   * Asks the host for a call outside the page.
   *
   * @param {string} chosen
   */
  async look(chosen) {
    [this.hasLooked, this.isLooking] = [true, true];
    try {
      const { line } = await this.connection.request("call.get", { call: chosen });
      if (chosen === this.chosen) this.line = line;
    } catch {
      // The call has ended.
    }
    this.isLooking = false;
    this.changed();
  }
}
