// @ts-check
// The connection: JSON-RPC in text messages of a WebSocket, made anew when it breaks.

/** The waits before a new try, in seconds. */
export const waits = [1, 2, 4, 8, 16, 30];

/** The close code of the console for a session that is over. */
export const sessionOver = 4401;

/**
 * The connection to the console. It dispatches `state`, and `notification` with the message in `detail`.
 */
export class Connection extends EventTarget {
  /**
   * @param {() => WebSocket} open Opens a socket.
   * @param {{ setTimeout: (body: () => void, milliseconds: number) => any, now: () => number }} [clock]
   */
  constructor(open, clock = { setTimeout: (body, ms) => setTimeout(body, ms), now: () => Date.now() }) {
    super();
    this.open = open;
    this.clock = clock;
    /** @type {"connecting" | "live" | "waiting" | "over"} */
    this.state = "waiting";
    this.since = clock.now();
    this.retryAt = 0;
    this.delay = 0;
    this.tries = 0;
    this.number = 0;
    /** @type {Map<number, { resolve: (value: any) => void, reject: (error: any) => void, asked: number }>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
  }

  /** Connects. */
  connect() {
    if (this.state === "live" || this.state === "connecting" || this.state === "over") return;
    this.change("connecting");
    const socket = this.open();
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.change("live");
    };
    socket.onmessage = (event) => this.take(event.data);
    socket.onclose = (event) => this.closed(socket, event.code);
  }

  /**
   * Calls a method; rejects with the host's error, or with `code: "closed"`.
   *
   * @param {string} method
   * @param {object} [params]
   * @returns {Promise<any>}
   */
  request(method, params = {}) {
    if (this.state !== "live" || !this.socket) {
      return Promise.reject({ code: "closed", message: "the page is not connected" });
    }
    const id = ++this.number;
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return new Promise((resolve, reject) => this.pending.set(id, { resolve, reject, asked: performance.now() }));
  }

  /** Ends the connection for good. */
  end() {
    this.change("over");
    this.socket?.close();
  }

  /** @param {string} data */
  take(data) {
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    if (typeof message.method === "string") {
      this.dispatchEvent(new CustomEvent("notification", { detail: message }));
      return;
    }
    const request = this.pending.get(message.id);
    if (!request) return;
    this.pending.delete(message.id);
    this.delay = performance.now() - request.asked;
    if (message.error) request.reject(message.error);
    else request.resolve(message.result);
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  closed(socket, code) {
    if (socket !== this.socket) return;
    this.socket = null;
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const request of pending) request.reject({ code: "closed", message: "the connection broke" });
    if (this.state === "over") return;
    if (code === sessionOver) {
      this.change("over");
      return;
    }
    const wait = waits[Math.min(this.tries, waits.length - 1)] * 1000;
    this.tries += 1;
    this.retryAt = this.clock.now() + wait;
    this.change("waiting");
    this.clock.setTimeout(() => {
      if (this.state === "waiting") this.connect();
    }, wait);
  }

  /** @param {"connecting" | "live" | "waiting" | "over"} state */
  change(state) {
    // The time since which nothing is known stays that of the break, also while tries fail.
    if (state === "live" || this.state === "live") this.since = this.clock.now();
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
