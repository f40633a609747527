// @ts-check
// The live ladder of a call: the steps of `hookswitch trace`, with the rules' decisions beside the messages.

import { cut, download, el, fill, foreign } from "../parts/elements.js";
import { number } from "../parts/format.js";
import { drawStep, joined, kindOf } from "./steps.js";
import { reason, text } from "../parts/words.js";

/** The largest number of steps that the page draws; older ones are behind a sentence. */
const limit = 1_000;
/** The shortest time between two readings, in milliseconds. */
const pause = 250;
const formats = [["svg", "SVG"], ["mermaid", "Mermaid"], ["text", "Text"], ["journal", "Journal"], ["otlp", "OTLP"]];
/** The largest number of readings of the quality. */
const most = 500;

// The endings of files, where they differ from the format.
/** @type {Record<string, string>} */
const endings = { text: "txt", otlp: "json" };

export class Ladder {
  /**
   * @param {{ send: (method: string, params: object) => Promise<any>, clock: import("../parts/format.js").HostClock,
   *   quality: import("../host/quality.js").Quality }} desk
   */
  constructor(desk) {
    this.desk = desk;
    this.call = "";
    this.subscription = 0;
    this.readAt = 0;
    this.waits = false;
    /** @type {any} */
    this.ladder = null;
    this.shows = { rules: true, messages: true, quality: false };
    /** @type {any[]} The readings of the quality since the switch is on, as steps. */
    this.readings = [];
    this.heading = el("h1", {}, text.ladder);
    this.note = el("p", { class: "notes" });
    this.steps = el("ol", { class: "ladder" });
    this.element = el("section", { class: "page" }, this.heading, this.tools(), this.note, this.steps);
  }

  tools() {
    const boxes = /** @type {("rules" | "messages" | "quality")[]} */ (["rules", "messages", "quality"]).map((name) => el("label", {},
      el("input", {
        type: "checkbox", checked: this.shows[name], "data-key": `shows-${name}`, onchange: (/** @type {Event} */ event) => {
          this.shows[name] = /** @type {HTMLInputElement} */ (event.target).checked;
          this.draw();
        },
      }), ` ${text[name]}`));
    const saves = formats.map(([format, name]) => el("button", { type: "button", "data-key": `save-${format}`, onclick: () => this.save(format) }, `${text.save} ${name}`));
    return el("div", { class: "bar" }, ...boxes, ...saves);
  }

  /**
   * Shows a call, and follows it.
   *
   * @param {string} call
   */
  async open(call) {
    await this.close();
    [this.call, this.ladder, this.readings] = [call, null, []];
    fill(this.heading, `${text.ladder} `, foreign(call.slice(0, 8)));
    fill(this.steps);
    if (!call) return void fill(this.note, text.choose);
    await this.read();
    try {
      this.subscription = (await this.desk.send("trace.subscribe", { call, after: this.ladder?.next ?? 0 })).subscription;
    } catch {
      // A call of the history has no news; the steps are there all the same.
    }
  }

  /** Ends the subscription. */
  async close() {
    const subscription = this.subscription;
    this.subscription = 0;
    if (subscription) await this.desk.send("trace.unsubscribe", { subscription }).catch(() => undefined);
  }

  /**
   * Takes the news of records: reads the steps again, a few times a second at most.
   *
   * @param {any} params
   */
  take(params) {
    if (params.subscription !== this.subscription || this.waits) return;
    this.waits = true;
    setTimeout(() => {
      this.waits = false;
      void this.read();
    }, Math.max(0, this.readAt + pause - performance.now()));
  }

  async read() {
    const call = this.call;
    this.readAt = performance.now();
    try {
      const ladder = await this.desk.send("console.ladder", { call });
      if (call !== this.call) return;
      this.ladder = ladder;
      this.draw();
    } catch (error) {
      if (call === this.call) fill(this.note, foreign(reason(error), 400));
    }
  }

  /** The call whose quality the view wants; empty while its switch is off. */
  get measured() {
    return this.shows.quality ? this.call : "";
  }

  /** Takes the newest reading of the quality, which stands behind the steps so far. */
  takeQuality() {
    const { quality, clock } = this.desk;
    if (!this.ladder || quality.call !== this.measured || !quality.words || quality.words === this.readings.at(-1)?.text) return;
    const steps = this.ladder.steps;
    const time = Math.max(steps.at(-1)?.time ?? 0, this.ladder.begun ? clock.now / 1000 - this.ladder.begun : 0);
    const reading = { place: steps.length, number: `quality-${this.readings.length}`, step: "quality", time, line: steps.at(-1)?.line, text: quality.words };
    this.readings = [...this.readings, reading].slice(-most);
    this.draw();
  }

  draw() {
    if (!this.ladder) return;
    const columns = /** @type {string[]} */ (this.ladder.participants);
    const steps = joined(this.ladder.steps, this.readings).filter((step) => this.shows[kindOf(step, columns)]);
    const hidden = this.ladder.steps.length + this.readings.length - steps.length;
    fill(this.note, this.ladder.dropped > 0 ? `${text.cutCall} ${number(this.ladder.dropped)}` : text.allKept(number(this.ladder.steps.length)),
      hidden > 0 && ` · ${text.notDrawn(number(hidden))}`, steps.length > limit && ` · ${text.newestOnly(number(limit))}`);
    const open = new Set([...this.steps.querySelectorAll("details[open]")].map((element) => element.getAttribute("data-key")));
    const head = el("li", { class: "lanes", "aria-hidden": "true" }, ...columns.map((name) => el("b", {}, cut(name, 40))));
    this.steps.style.setProperty("--lanes", String(Math.max(columns.length, 1)));
    fill(this.steps, head, ...steps.slice(-limit).map((step) => drawStep(step, columns, open)));
  }

  /** @param {string} format */
  async save(format) {
    try {
      const { text: content, type } = await this.desk.send("console.ladder", { call: this.call, format });
      download(`${this.call.slice(0, 8)}.${endings[format] ?? format}`, type, content);
    } catch (error) {
      fill(this.note, foreign(reason(error), 400));
    }
  }
}
