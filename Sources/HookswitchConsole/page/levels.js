// @ts-check
// The levels of the calls in view: one subscription, changed when the view changes.

import { el } from "./elements.js";
import { level } from "./format.js";
import { text } from "./words.js";

/** The lowest level that a meter shows, in dB. */
const floor = -60;

/** The largest number of calls of a subscription. */
const limit = 50;

export class Levels {
  /** @param {import("./connection.js").Connection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {Map<string, number>} */
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
      if (level.heard === undefined) this.values.delete(level.call);
      else this.values.set(level.call, level.heard);
    }
  }
}

/**
 * Makes a meter for the level of a call.
 *
 * @param {string} call
 */
export function meter(call) {
  return el("span", {}, el("meter", { min: floor, max: 0, value: floor, "data-call": call, "aria-label": text.heard }), el("span"));
}

/**
 * Draws the meters below an element.
 *
 * @param {HTMLElement} element
 * @param {Map<string, number>} values
 */
export function drawMeters(element, values) {
  for (const place of /** @type {NodeListOf<HTMLMeterElement>} */ (element.querySelectorAll("meter"))) {
    const heard = values.get(place.dataset.call ?? "");
    place.value = Math.max(floor, heard ?? floor);
    const words = ` ${level(heard)}`;
    if (place.nextElementSibling && place.nextElementSibling.textContent !== words) place.nextElementSibling.textContent = words;
  }
}
