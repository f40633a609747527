// @ts-check
// The page of calls that the view needs: one subscription of the host, replaced when rows outside it come into view.

/** The sizes of a page: the host allows 200, and smaller ones move its edges away from the rows in view. */
const [smallest, largest] = [100, 200];
/** The shortest time between two askings, in milliseconds: a session has 50 requests a second. */
const pause = 80;
/** The number of ringing calls that come with a page. */
const ringing = 3;

/**
 * The rows that a view needs, and the words that select them.
 *
 * @typedef {{ first: number, last: number, text?: string, states?: string[] }} Rows
 */

/**
 * Returns the page that has the rows in view farthest from its edges.
 *
 * Pages begin at multiples of their size, so that some size has no edge between the first row and the last one.
 *
 * @param {number} first
 * @param {number} last
 */
export function pageWith(first, last) {
  let [best, most] = [{ page: Math.floor(first / largest), limit: largest }, -1];
  for (let limit = largest; limit >= smallest; limit -= 1) {
    const page = Math.floor(first / limit);
    const margin = Math.min(page === 0 ? Infinity : first - page * limit, (page + 1) * limit - 1 - last);
    if (margin > most) [best, most] = [{ page, limit }, margin];
  }
  return best;
}

export class Pager {
  /**
   * @param {import("./connection.js").Connection} connection
   * @param {import("./calls.js").Calls} calls
   * @param {() => void} changed Is called after each page.
   */
  constructor(connection, calls, changed) {
    this.connection = connection;
    this.calls = calls;
    this.changed = changed;
    /** @type {{ filter: string, page: number, limit: number } | null} */
    this.asked = null;
    this.isAsking = false;
    this.turn = 0;
    this.at = -Infinity;
    connection.addEventListener("state", () => this.again());
  }

  /** Reads the page again, after changes were missed. */
  again() {
    [this.asked, this.at] = [null, -Infinity];
    this.turn += 1;
  }

  /**
   * Chooses the rows; nothing is sent while the page has them.
   *
   * @param {Rows} rows
   */
  want(rows) {
    const filter = { ...(rows.text ? { text: rows.text } : {}), ...(rows.states ? { states: rows.states } : {}) };
    const name = JSON.stringify(filter);
    const { asked } = this;
    const isThere = asked?.filter === name && rows.first >= asked.page * asked.limit && rows.last < (asked.page + 1) * asked.limit;
    if (isThere || this.isAsking || this.connection.state !== "live") return;
    const wait = this.at + pause - performance.now();
    if (wait > 0) return void setTimeout(this.changed, wait);
    void this.ask(filter, { filter: name, ...pageWith(rows.first, rows.last) });
  }

  /** @param {object} filter @param {{ filter: string, page: number, limit: number }} next */
  async ask(filter, next) {
    const { turn } = this;
    [this.asked, this.isAsking, this.at] = [next, true, performance.now()];
    try {
      const { page, limit } = next;
      const answer = await this.connection.request("calls.subscribe", { filter, page, limit, ringing });
      if (turn === this.turn) this.calls.takePage(answer, page * limit);
    } catch {
      // The connection broke and begins anew, or the host refuses and the list stays as it is.
    }
    this.isAsking = false;
    this.changed();
  }

  /** @param {any} params The members of the notification `calls`. */
  take(params) {
    // A notification of the page before the present one is no loss: the answer with the new page follows.
    if (!this.isAsking && this.asked && !this.calls.takeChange(params, performance.now())) this.again();
    this.changed();
  }
}
