// @ts-check
// The audio of lines: whose it is and why, its route, and the levels of its calls.

import { el, fill, foreign, table } from "./elements.js";
import { level, time } from "./format.js";
import { text } from "./words.js";

/** The lowest level that the meter shows, in dB. */
const floor = -60;

export class Audio {
  /** @param {{ calls: import("./calls.js").Calls, levels: Map<string, number> }} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {Map<string, any>} */
    this.lines = new Map();
    this.body = el("div");
    this.element = el("section", { class: "page" }, el("h1", {}, "Audio"), this.body);
    this.shown = "";
  }

  /** @param {string} name @param {any} audio */
  take(name, audio) {
    if (audio) this.lines.set(name, audio);
    else this.lines.delete(name);
  }

  /** The calls whose levels the view shows, at most 50. @returns {string[]} */
  get wanted() {
    return this.desk.calls.order.filter((entry) => entry.call.state === "active").slice(0, 50).map((entry) => entry.call.call);
  }

  draw() {
    const wanted = this.wanted;
    const lines = [...this.lines.values()].filter((audio) => audio.owners?.length || audio.silent).slice(0, 200);
    const state = JSON.stringify([lines, wanted]);
    if (state !== this.shown) {
      this.shown = state;
      fill(this.body,
        table("Audio of lines", [text.line, "owners", text.why, text.since, "route", "input", "output"], lines.map((audio) => [
          foreign(audio.line), foreign((audio.owners ?? []).join(", ") || "–"), foreign(audio.silent ?? audio.reason ?? "–"),
          audio.since ? time(audio.since) : "–", foreign(audio.route ?? "–"), foreign(audio.input ?? "–"), foreign(audio.output ?? "–"),
        ])),
        table("Levels", [text.line, text.far, text.heard], wanted.map((id) => {
          const call = this.desk.calls.entries.get(id)?.call;
          return [foreign(call.line), foreign(call.displayName || call.handle?.value || ""), meter(id)];
        })));
    }
    for (const place of /** @type {NodeListOf<HTMLMeterElement>} */ (this.body.querySelectorAll("meter"))) {
      const heard = this.desk.levels.get(place.dataset.call ?? "");
      place.value = Math.max(floor, heard ?? floor);
      if (place.nextElementSibling) place.nextElementSibling.textContent = ` ${level(heard)}`;
    }
  }
}

/** @param {string} call */
function meter(call) {
  return el("span", {}, el("meter", { min: floor, max: 0, value: floor, "data-call": call, "aria-label": text.heard }), el("span"));
}
