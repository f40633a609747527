// @ts-check
// The quality of a call, as its transport measures it: read again every few seconds while somebody looks.

import { number, tenths } from "../parts/format.js";

/** The time between two readings, in milliseconds. */
const period = 5_000;

export class Quality {
  /**
   * @param {(method: string, params: object) => Promise<any>} send
   * @param {() => void} changed Is called after each reading with news.
   */
  constructor(send, changed) {
    this.send = send;
    this.changed = changed;
    this.call = "";
    this.words = "";
    this.readAt = -Infinity;
    this.isReading = false;
    /** True when the transport of the call measures nothing, or the session may not see it. */
    this.isSilent = false;
  }

  /**
   * Chooses the call, and reads when it is time; call it once a second or more often.
   *
   * @param {string} call The call; empty for none.
   */
  want(call) {
    if (call !== this.call) {
      [this.call, this.words, this.isSilent, this.readAt] = [call, "", false, -Infinity];
    }
    if (!call || this.isSilent || this.isReading || performance.now() - this.readAt < period) return;
    void this.read(call);
  }

  /** @param {string} call */
  async read(call) {
    [this.isReading, this.readAt] = [true, performance.now()];
    try {
      const words = describe((await this.send("call.statistics", { call })).statistics);
      if (call === this.call && words !== this.words) {
        this.words = words;
        this.changed();
      }
    } catch (error) {
      if (call === this.call) this.isSilent = /** @type {any} */ (error)?.code !== "closed";
    }
    this.isReading = false;
  }
}

/**
 * Returns the figures that transports share, such as `loss 0.1 % · jitter 3 ms · back 21 ms`; empty without them.
 *
 * @param {any} statistics
 */
export function describe(statistics) {
  const [heard, far] = [member(statistics, "heard"), member(statistics, "far-end-reports")];
  const packets = (heard?.packets ?? 0) + (heard?.lost ?? 0);
  return [
    packets > 0 && `loss ${tenths(100 * (heard.lost ?? 0) / packets)} %`,
    heard?.["jitter-ms"] !== undefined && `jitter ${tenths(heard["jitter-ms"])} ms`,
    far?.["round-trip-ms"] !== undefined && `back ${number(Math.round(far["round-trip-ms"]))} ms`,
    far?.["loss-percent"] > 0 && `far end's loss ${tenths(far["loss-percent"])} %`,
  ].filter(Boolean).join(" · ");
}

/**
 * Returns the object with a name, wherever it is in the statistics.
 *
 * @param {any} tree
 * @param {string} name
 * @returns {any}
 */
function member(tree, name) {
  if (tree === null || typeof tree !== "object") return undefined;
  if (Object.hasOwn(tree, name)) return tree[name];
  for (const value of Object.values(tree)) {
    const found = member(value, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
