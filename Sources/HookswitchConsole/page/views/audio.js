// @ts-check
// The audio of lines: whose it is and why, its route, and the levels of its calls.

import { cut, el, fill, foreign, table } from "../parts/elements.js";
import { number, time } from "../parts/format.js";
import { drawMeters, meter } from "../host/levels.js";
import { reason, text } from "../parts/words.js";

/** The time between two readings of the engine's ticks, in milliseconds. */
const period = 5_000;
/** The largest number of calls with levels. */
const limit = 50;

export class Audio {
  /**
   * @param {{ calls: import("../host/calls.js").Calls, levels: import("../host/levels.js").Heard, may: (right: string) => boolean, isLive: () => boolean,
   *   send: (method: string, params: object) => Promise<any> }} desk
   */
  constructor(desk) {
    this.desk = desk;
    /** @type {Map<string, any>} */
    this.lines = new Map();
    this.body = el("div");
    this.note = el("p", { class: "notes", role: "status" });
    this.engine = el("p", { class: "engine" });
    this.element = el("section", { class: "page" }, el("h1", {}, "Audio"), this.engine, this.note, this.body);
    this.shown = "";
    this.readAt = -Infinity;
    /** The calls that the view wants: those that talk. */
    this.wish = { first: 0, last: limit - 1, states: ["active"] };
  }

  /** @param {string} name @param {any} audio */
  take(name, audio) {
    if (audio) this.lines.set(name, audio);
    else this.lines.delete(name);
  }

  /** Forgets the lines, whose states come only while the view shows. */
  clear() {
    this.lines.clear();
  }

  /**
   * The calls whose levels the view shows, at most 50.
   *
   * @returns {string[]}
   */
  get wanted() {
    return this.desk.calls.order.filter((id) => this.desk.calls.get(id)?.state === "active").slice(0, limit);
  }

  /** Reads the ticks of the audio engine, every few seconds. */
  async readEngine() {
    if (performance.now() - this.readAt < period || !this.desk.isLive()) return;
    this.readAt = performance.now();
    try {
      const lines = (await this.desk.send("metrics.read", {})).text;
      const [ticks, late] = ["ticks", "late_ticks"].map((name) => new RegExp(`^hookswitch_audio_${name}_total (\\d+)`, "m").exec(lines)?.[1]);
      fill(this.engine, ticks !== undefined && text.ticks(number(Number(ticks)), number(Number(late ?? 0))));
    } catch {
      // A daemon without metrics shows its lines all the same.
    }
  }

  /**
   * Chooses the route of a line's audio.
   *
   * @param {string} line
   * @param {string} route
   */
  async route(line, route) {
    try {
      await this.desk.send("audio.setRoute", { line, route, key: crypto.randomUUID() });
      fill(this.note);
    } catch (error) {
      fill(this.note, foreign(reason(error), 400));
      this.shown = "";
    }
  }

  /** @param {any} audio */
  routes(audio) {
    const mayChoose = (audio.routes?.length ?? 0) > 1 && this.desk.may("act") && this.desk.isLive();
    if (!mayChoose) return foreign(audio.route ?? "–");
    const choice = /** @type {HTMLSelectElement} */ (el("select", {
      "aria-label": text.routeOf(audio.line), "data-key": `route-${audio.line}`, onchange: () => this.route(audio.line, choice.value),
    }, ...audio.routes.map((/** @type {string} */ name) => el("option", { value: name, selected: name === audio.route }, cut(name, 60)))));
    return choice;
  }

  draw() {
    void this.readEngine();
    const wanted = this.wanted;
    const lines = [...this.lines.values()].filter((audio) => audio.owners?.length || audio.silent).slice(0, 200);
    const state = JSON.stringify([lines, wanted, this.desk.isLive()]);
    if (state !== this.shown) {
      this.shown = state;
      fill(this.body,
        table("Audio of lines", [text.line, "owners", text.why, text.since, "route", "input", "output"], lines.map((audio) => [
          foreign(audio.line), foreign((audio.owners ?? []).join(", ") || "–"), foreign(audio.silent ?? audio.reason ?? "–"),
          audio.since ? time(audio.since) : "–", this.routes(audio), foreign(audio.input ?? "–"), foreign(audio.output ?? "–"),
        ])),
        table("Levels", [text.line, text.far, text.heard, text.said], wanted.map((id) => {
          const call = this.desk.calls.get(id);
          return [foreign(call.line), foreign(call.displayName || call.handle?.value || ""), meter(id, "heard"), meter(id, "said")];
        })));
    }
    drawMeters(this.body, this.desk.levels);
  }
}
