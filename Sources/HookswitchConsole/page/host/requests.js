// @ts-check
// Requests of the reader: each press makes one with a key of its own, and says asked, accepted, then done or the reason.

import { reason } from "../parts/words.js";

/** The number of requests that the page remembers. */
const limit = 50;

/** A press is a person's request: some rules let only a person end a call by answering. */
export const origin = "user";

/**
 * A request.
 *
 * @typedef {{ key: string, call: string, name: string, stage: "asked" | "accepted" | "done" | "refused" | "failed" | "unknown",
 *   reason: string, number: number | undefined }} Asked
 */

export class Requests {
  /**
   * @param {(method: string, params: object) => Promise<any>} send
   * @param {() => void} changed Is called after each change.
   */
  constructor(send, changed) {
    this.send = send;
    this.changed = changed;
    /** @type {Asked[]} */
    this.all = [];
  }

  /**
   * Asks the host, unless the same request of the call is under way.
   *
   * @param {string} name The action, as the button's key.
   * @param {string} call The call's id.
   * @param {string} method
   * @param {object} params
   */
  async ask(name, call, method, params) {
    if (this.isOpen(name, call)) return;
    /** @type {Asked} */
    const asked = { key: crypto.randomUUID(), call, name, stage: "asked", reason: "", number: undefined };
    this.all = [asked, ...this.all].slice(0, limit);
    this.changed();
    try {
      const result = await this.send(method, { ...params, key: asked.key, origin });
      asked.number = result?.request;
      // The notification with the outcome may come before the answer.
      if (asked.stage === "asked") asked.stage = result?.state === "accepted" ? "accepted" : "done";
      if (result?.state === "failed") this.fail(asked, "failed", result.error);
      else if (result?.request !== undefined && asked.stage === "accepted") this.follow(asked);
    } catch (error) {
      const broke = /** @type {any} */ (error)?.code === "closed";
      this.fail(asked, broke ? "unknown" : "refused", error);
    }
    this.changed();
  }

  /**
   * Waits for the outcome of an accepted request.
   *
   * @param {Asked} asked
   */
  async follow(asked) {
    try {
      const result = await this.send("request.wait", { request: asked.number, timeout: 30 });
      if (result.state === "failed") this.fail(asked, "failed", result.error ?? firstError(result));
      else asked.stage = "done";
    } catch (error) {
      this.fail(asked, /** @type {any} */ (error)?.code === "closed" ? "unknown" : "failed", error);
    }
    this.changed();
  }

  /**
   * @param {Asked} asked
   * @param {"refused" | "failed" | "unknown"} stage
   * @param {any} error
   */
  fail(asked, stage, error) {
    [asked.stage, asked.reason] = [stage, stage === "unknown" ? "" : reason(error)];
  }

  /** @param {string} name @param {string} call */
  isOpen(name, call) {
    return this.all.some((asked) => asked.name === name && asked.call === call && (asked.stage === "asked" || asked.stage === "accepted"));
  }

  /**
   * Returns the newest request of an action on a call.
   *
   * @param {string} name
   * @param {string} call
   */
  newest(name, call) {
    return this.all.find((asked) => asked.name === name && asked.call === call);
  }
}

/** @param {any} result */
function firstError(result) {
  return result.actions?.find((/** @type {any} */ action) => action.error)?.error;
}
