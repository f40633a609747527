// @ts-check
// The live ladder of a call: the steps of `hookswitch trace`, with the rules' decisions beside the messages.

import { cut, el, fill, foreign } from "./elements.js";
import { number, seconds } from "./format.js";
import { reason, text } from "./words.js";

/** The largest number of steps that the page draws; older ones are behind a sentence. */
const limit = 1_000;
/** The shortest time between two readings, in milliseconds. */
const pause = 250;
const formats = [["svg", "SVG"], ["mermaid", "Mermaid"], ["text", "Text"], ["otlp", "OTLP"]];

/** The endings of files, where they differ from the format. @type {Record<string, string>} */
const endings = { text: "txt", otlp: "json" };

export class Ladder {
  /** @param {{ send: (method: string, params: object) => Promise<any> }} desk */
  constructor(desk) {
    this.desk = desk;
    this.call = "";
    this.subscription = 0;
    this.readAt = 0;
    this.waits = false;
    /** @type {any} */
    this.ladder = null;
    this.shows = { rules: true, messages: true };
    this.heading = el("h1", {}, text.ladder);
    this.note = el("p", { class: "notes" });
    this.steps = el("ol", { class: "ladder" });
    this.element = el("section", { class: "page" }, this.heading, this.tools(), this.note, this.steps);
  }

  tools() {
    const boxes = /** @type {("rules" | "messages")[]} */ (["rules", "messages"]).map((name) => el("label", {},
      el("input", {
        type: "checkbox", checked: true, onchange: (/** @type {Event} */ event) => {
          this.shows[name] = /** @type {HTMLInputElement} */ (event.target).checked;
          this.draw();
        },
      }), ` ${text[name]}`));
    const saves = formats.map(([format, name]) => el("button", { type: "button", onclick: () => this.save(format) }, `${text.save} ${name}`));
    return el("div", { class: "bar" }, ...boxes, ...saves);
  }

  /**
   * Shows a call, and follows it.
   *
   * @param {string} call
   */
  async open(call) {
    await this.close();
    [this.call, this.ladder] = [call, null];
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

  draw() {
    if (!this.ladder) return;
    const columns = /** @type {string[]} */ (this.ladder.participants);
    const numbered = this.ladder.steps.map((/** @type {any} */ step, /** @type {number} */ number) => ({ ...step, number }));
    const steps = numbered.filter((/** @type {any} */ step) => this.shows[isMessage(step, columns) ? "messages" : "rules"]);
    fill(this.note, this.ladder.dropped > 0 ? `${text.cutCall} ${number(this.ladder.dropped)}` : `${text.allKept} (${number(steps.length)})`);
    const open = new Set([...this.steps.querySelectorAll("details[open]")].map((element) => element.getAttribute("data-key")));
    const head = el("li", { class: "lanes", "aria-hidden": "true" }, ...columns.map((name) => el("b", {}, cut(name, 40))));
    this.steps.style.setProperty("--lanes", String(Math.max(columns.length, 1)));
    fill(this.steps, head, ...steps.slice(-limit).map((/** @type {any} */ step) => row(step, columns, open)));
  }

  /** @param {string} format */
  async save(format) {
    try {
      const { text: content, type } = await this.desk.send("console.ladder", { call: this.call, format });
      const address = URL.createObjectURL(new Blob([content], { type }));
      el("a", { href: address, download: `${this.call.slice(0, 8)}.${endings[format] ?? format}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (error) {
      fill(this.note, foreign(reason(error), 400));
    }
  }
}

/** True for a transport's own message; the others are requests, decisions and states. @param {any} step @param {string[]} columns */
const isMessage = (step, columns) => step.step === "message" && [step.from, step.to].some((name) => / of /.test(name ?? "") && columns.includes(name));

/**
 * @param {any} step
 * @param {string[]} columns
 * @param {Set<string | null>} open
 */
function row(step, columns, open) {
  const [from, to] = [columns.indexOf(step.from ?? ""), columns.indexOf(step.to ?? "")];
  const arrow = from >= 0 && to >= 0;
  const key = `step-${step.number}`;
  const body = el("div", { class: `step ${step.step}${step.trouble ? " trouble" : ""}${arrow && from > to ? " left" : ""}` },
    arrow && el("span", { class: "hidden" }, `${step.from} → ${step.to}: `), step.trouble && el("strong", {}, "! "), foreign(step.text, 300),
    step.message && el("details", { "data-key": key, open: open.has(key) },
      el("summary", {}, text.whole), el("pre", { dir: "auto", tabindex: 0 }, String(step.message).slice(0, 65_536))));
  // An arrow goes from the middle of one column to that of another; a state stands at its line, audio at its provider.
  if (arrow) {
    body.style.gridColumn = `${Math.min(from, to) + 1} / ${Math.max(from, to) + 2}`;
    if (from !== to) body.style.marginInline = `calc(50% / ${Math.abs(from - to) + 1})`;
  } else {
    const place = to >= 0 ? to : columns.indexOf(`line ${step.line}`);
    if (place >= 0) body.style.gridColumn = `${place + 1}`;
  }
  return el("li", {}, el("span", { class: "at" }, seconds(step.time)), el("div", { class: "lanes" }, body));
}
