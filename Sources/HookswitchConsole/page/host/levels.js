// @ts-check
// The levels of the calls in view: one subscription, changed when the view changes.

import { el } from "../parts/elements.js";
import { level } from "../parts/format.js";
import { text } from "../parts/words.js";

/** The lowest level that a meter shows, in dB. */
const floor = -60;

/** The largest number of calls of a subscription. */
const limit = 50;

/**
 * The levels of calls, in dB: the far end's, and that of our microphone.
 *
 * @typedef {Map<string, { heard?: number, said?: number }>} Heard
 */

export class Levels {
  /** @param {import("./connection.js").Connection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {Heard} */
    this.values = new Map();
    this.asked = "";
    this.isAsking = false;
    connection.addEventListener("state", () => {
      this.asked = "";
      this.values.clear();
    });
  }

  /**
   * Chooses the calls; nothing is sent while they stay the same.
   *
   * @param {string[]} calls
   */
  async want(calls) {
    const wanted = calls.slice(0, limit);
    const name = wanted.join(" ");
    if (name === this.asked || this.isAsking || this.connection.state !== "live") return;
    [this.asked, this.isAsking] = [name, true];
    try {
      await this.connection.request("levels.subscribe", { calls: wanted });
    } catch {
      // A call may have ended meanwhile; the next view asks again.
    }
    this.isAsking = false;
    for (const call of this.values.keys()) if (!wanted.includes(call)) this.values.delete(call);
  }

  /** @param {any} params */
  take(params) {
    for (const level of params.levels ?? []) {
      this.values.set(level.call, { heard: level.heard, said: level.said });
    }
  }
}

/**
 * Makes a meter for a level of a call.
 *
 * @param {string} call
 * @param {"heard" | "said"} side
 */
export function meter(call, side) {
  return el("span", {}, el("meter", { min: floor, max: 0, value: floor, "data-call": call, "data-side": side, "aria-label": text[side] }), el("span"));
}

/**
 * Draws the meters below an element.
 *
 * @param {HTMLElement} element
 * @param {Heard} values
 */
export function drawMeters(element, values) {
  for (const place of /** @type {NodeListOf<HTMLMeterElement>} */ (element.querySelectorAll("meter"))) {
    const found = values.get(place.dataset.call ?? "")?.[place.dataset.side === "said" ? "said" : "heard"];
    place.value = Math.max(floor, found ?? floor);
    const words = ` ${level(found)}`;
    if (place.nextElementSibling && place.nextElementSibling.textContent !== words) place.nextElementSibling.textContent = words;
  }
}
