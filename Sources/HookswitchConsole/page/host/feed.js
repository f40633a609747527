// @ts-check
// The host's news: it greets the host, subscribes to what the view needs, and reads that again after a loss.

import { Pager } from "./pager.js";
import { Subscription } from "./subscription.js";
import { Watch } from "./watch.js";

/** The number of states that one task applies. */
const slice = 250;

export class Feed {
  /**
   * @param {import("./connection.js").Connection} connection
   * @param {import("./calls.js").Calls} calls
   * @param {{ take: (state: any) => void, clear: (topic: string) => void, hello: (hello: any) => void, levels: (params: any) => void,
   *   trace: (params: any) => void, lost: () => void, goodbye: (reason: string) => void, changed: () => void }} desk
   */
  constructor(connection, calls, desk) {
    this.connection = connection;
    this.calls = calls;
    this.desk = desk;
    this.pager = new Pager(connection, calls, desk.changed);
    this.watch = new Watch(connection, calls, desk.changed);
    const put = (/** @type {any[]} */ states) => this.put(states);
    this.host = new Subscription(connection, put, desk.changed);
    this.audio = new Subscription(connection, put, desk.changed);
    /** @type {string[] | undefined} */
    this.lines = undefined;
    this.isGreeted = false;
    /** @type {any[]} */
    this.waiting = [];
    this.isRunning = false;
    connection.addEventListener("state", () => void (this.isGreeted = false));
    connection.addEventListener("notification", (event) => this.hear(/** @type {CustomEvent} */ (event).detail));
  }

  /** Greets the host. */
  async begin() {
    try {
      const hello = await this.connection.request("host.hello", { client: "console" });
      [this.lines, this.waiting, this.isGreeted] = [hello.session?.lines, [], true];
      this.calls.clear();
      this.desk.clear("audio");
      this.desk.hello(hello);
    } catch {
      // The connection broke, and begins anew.
    }
  }

  /**
   * Subscribes to what a view needs; nothing is sent while that stays the same.
   *
   * @param {string} view
   * @param {import("./pager.js").Rows} rows The rows in view.
   * @param {string | null} chosen The chosen call.
   */
  want(view, rows, chosen) {
    if (!this.isGreeted) return;
    // A session of some lines may see the topics about lines only.
    this.host.want(this.lines ? null : { topics: ["host", "provider"] });
    if (view !== "audio") this.desk.clear("audio");
    this.audio.want(view === "audio" ? { topics: ["audio"], ...(this.lines ? { lines: this.lines } : {}) } : null);
    this.pager.want(rows);
    this.watch.want(chosen);
  }

  /** Reads everything again, after changes were missed. */
  again() {
    for (const one of [this.host, this.audio, this.watch, this.pager]) one.again();
    this.desk.lost();
    this.desk.changed();
  }

  /** @param {any} message */
  hear(message) {
    const params = message.params ?? {};
    switch (message.method) {
      // Parts of a snapshot come as states before the answer with the subscription's number.
      case "state": return this.put([params]);
      case "calls": return this.pager.take(params);
      case "levels": return this.desk.levels(params);
      case "trace": return this.desk.trace(params);
      case "goodbye": return this.desk.goodbye(params.reason);
      case "lost":
      case "lagged": return this.again();
    }
  }

  /** @param {any[]} states */
  put(states) {
    this.waiting.push(...states);
    if (!this.isRunning && this.waiting.length > 0) this.run();
  }

  /** Applies a slice, and leaves the rest to the next task. */
  run() {
    this.isRunning = true;
    for (const state of this.waiting.splice(0, slice)) this.desk.take(state);
    if (this.waiting.length === 0) this.isRunning = false;
    else setTimeout(() => this.run());
  }
}
