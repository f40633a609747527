// @ts-check
// The host's news: one subscription to states, applied in slices that keep the page free, and read anew after a loss.

/** The number of states that one task applies. */
const slice = 250;

export class Feed {
  /**
   * @param {import("./connection.js").Connection} connection
   * @param {{ clear: () => void, take: (state: any, isNews: boolean) => void, hello: (hello: any) => void,
   *   levels: (params: any) => void, trace: (params: any) => void, lost: () => void, goodbye: (reason: string) => void }} desk
   */
  constructor(connection, desk) {
    this.connection = connection;
    this.desk = desk;
    this.subscription = 0;
    this.turn = 0;
    /** @type {any[]} */
    this.waiting = [];
    this.isRunning = false;
    connection.addEventListener("notification", (event) => this.hear(/** @type {CustomEvent} */ (event).detail));
  }

  /** Greets the host, and subscribes to the topics that the session may see. */
  async begin() {
    const turn = ++this.turn;
    try {
      const hello = await this.connection.request("host.hello", { client: "console" });
      if (turn !== this.turn) return;
      this.desk.hello(hello);
      await this.subscribe(hello.session?.lines);
    } catch {
      // The connection broke, and begins anew.
    }
  }

  /** @param {string[] | undefined} lines */
  async subscribe(lines) {
    const turn = this.turn;
    // A session of some lines may see the topics about lines only.
    const topics = lines ? ["line", "audio"] : ["host", "line", "provider", "audio"];
    this.lines = lines;
    this.waiting = [];
    this.desk.clear();
    const answer = await this.connection.request("events.subscribe", { topics, ...(lines ? { lines } : {}) });
    if (turn !== this.turn) return;
    this.subscription = answer.subscription;
    this.put(answer.states ?? [], false);
  }

  /** Reads everything again, after changes were missed. */
  async again() {
    const before = this.subscription;
    this.subscription = 0;
    try {
      if (before) await this.connection.request("events.unsubscribe", { subscription: before });
      await this.subscribe(this.lines);
    } catch {
      // The connection broke, and begins anew.
    }
  }

  /** @param {any} message */
  hear(message) {
    const params = message.params ?? {};
    switch (message.method) {
      // Parts of a snapshot come as states before the answer with the subscription's number.
      case "state": return this.put([params], params.snapshot !== true);
      case "levels": return this.desk.levels(params);
      case "trace": return this.desk.trace(params);
      case "goodbye": return this.desk.goodbye(params.reason);
      case "lost":
      case "lagged":
        this.desk.lost();
        return void this.again();
    }
  }

  /** @param {any[]} states @param {boolean} isNews */
  put(states, isNews) {
    for (const state of states) this.waiting.push([state, isNews]);
    if (!this.isRunning && this.waiting.length > 0) this.run();
  }

  /** Applies a slice, and leaves the rest to the next task. */
  run() {
    this.isRunning = true;
    for (const [state, isNews] of this.waiting.splice(0, slice)) this.desk.take(state, isNews);
    if (this.waiting.length === 0) this.isRunning = false;
    else setTimeout(() => this.run());
  }
}
