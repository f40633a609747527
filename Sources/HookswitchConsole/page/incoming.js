// @ts-check
// An incoming call with its choices: the host's choices, and beside each what it will do, by a preview of the host.

import { obstacle } from "./actions.js";
import { cut, el, fill, foreign } from "./elements.js";
import { origin } from "./requests.js";
import { answers, reason, stages, stepWord, text, word } from "./words.js";

/**
 * @typedef {import("./detail.js").Desk & { send: (method: string, params: object) => Promise<any>,
 *   say: (sentence: string) => void }} RingDesk
 */

export class Incoming {
  /** @param {RingDesk} desk @param {HTMLElement} element */
  constructor(desk, element) {
    this.desk = desk;
    this.element = element;
    this.shown = "";
    /** The previews by call and choice. @type {Map<string, string>} */
    this.previews = new Map();
    /** @type {Set<string>} */
    this.said = new Set();
    element.addEventListener("keydown", (event) => this.press(event));
  }

  /** Draws the ringing calls when one of them, or a call of their lines, has changed. */
  draw() {
    const { calls, requests, isLive, clock } = this.desk;
    const ringing = calls.ringing();
    const facts = ringing.map((call) => [call, calls.others(call).map((other) => [other.call, other.state])]);
    const asked = requests.all.filter((request) => ringing.some((call) => call.call === request.call));
    const state = JSON.stringify([facts, asked, [...this.previews], isLive()]);
    if (state !== this.shown) {
      if (this.shown && JSON.stringify(facts) !== this.facts) this.previews.clear();
      this.facts = JSON.stringify(facts);
      this.shown = state;
      fill(this.element, ...ringing.map((call) => this.panel(call)));
      for (const call of ringing) this.announce(call);
    }
    this.element.querySelectorAll(".clock").forEach((place, number) => {
      place.textContent = clock.since(ringing[number]?.began);
    });
  }

  /** @param {any} call */
  panel(call) {
    const who = call.displayName || call.handle?.value || text.unknownCaller;
    const choices = Object.keys(answers).filter((choice) => Object.hasOwn(call.answerChoices ?? {}, choice));
    return el("article", { class: "ring", "data-call": call.call, "aria-label": text.rings(cut(who, 60)) },
      el("h2", {}, foreign(call.line), ": ", foreign(who), " ", el("span", { class: "clock" })),
      call.handle && call.displayName !== call.handle.value && el("p", {}, foreign(call.handle.value)),
      el("ul", { class: "actions" },
        ...choices.map((choice) => this.choice(call, choice)), this.choice(call, "decline")));
  }

  /** @param {any} call @param {string} choice */
  choice(call, choice) {
    const { requests, may, isLive } = this.desk;
    const isEnd = choice === "decline";
    const against = !may("act") ? text.noRight : isEnd ? "" : obstacle(call.answerChoices[choice]);
    const asked = requests.newest(choice, call.call);
    const id = `${choice}-${call.call}`;
    if (!against && !isEnd) this.preview(call, choice);
    const foreseen = isEnd ? "" : this.previews.get(id) ?? "";
    const letter = choice === "automatic" ? "A" : isEnd ? "D" : "";
    return el("li", {},
      el("button", {
        type: "button", "data-key": id, "aria-disabled": against || !isLive() || requests.isOpen(choice, call.call) ? "true" : false,
        "aria-describedby": against || foreseen || asked ? `will-${id}` : false, "aria-keyshortcuts": letter || false,
        onclick: () => this.run(call, choice),
      }, letter && el("kbd", { "aria-hidden": "true" }, letter), isEnd ? text.decline : answers[choice]),
      el("span", { class: against ? "why" : "how", id: `will-${id}`, "data-stage": asked?.stage },
        against ? foreign(text.notPossible(against)) : asked
          ? foreign(word(stages, asked.stage) + (asked.reason ? `: ${asked.reason}` : "")) : foreign(foreseen)));
  }

  /**
   * Asks the host once for the course of a choice.
   *
   * @param {any} call @param {string} choice
   */
  async preview(call, choice) {
    const id = `${choice}-${call.call}`;
    if (this.previews.has(id) || !this.desk.isLive()) return;
    this.previews.set(id, "");
    try {
      const result = await this.desk.send("request.preview", { method: "call.answer", parameters: { call: call.call, choice, origin } });
      this.previews.set(id, this.sentence(result));
    } catch (error) {
      // A daemon without previews still shows the choices.
      if (/** @type {any} */ (error)?.code !== -32601) this.previews.set(id, reason(error));
    }
  }

  /** @param {any} preview */
  sentence(preview) {
    const name = (/** @type {string} */ id) => {
      const call = this.desk.calls.entries.get(id)?.call;
      return cut(call?.displayName || call?.handle?.value || id.slice(0, 8), 60);
    };
    const parts = (preview.steps ?? []).map((/** @type {any} */ step) => `${stepWord(step)} ${name(step.call)}`);
    if (preview.refusal) parts.push(text.notPossible(`${preview.refusal.message} (${preview.refusal.code})`));
    return parts.join(", then ");
  }

  /** @param {any} call @param {string} choice */
  run(call, choice) {
    const { requests, may, isLive } = this.desk;
    const isEnd = choice === "decline";
    if (!isLive() || !may("act") || (!isEnd && obstacle(call.answerChoices?.[choice]))) return;
    void requests.ask(choice, call.call, isEnd ? "call.end" : "call.answer", isEnd ? { call: call.call } : { call: call.call, choice });
  }

  /** @param {any} call */
  announce(call) {
    if (this.said.has(call.call)) return;
    if (this.said.size > 1_000) this.said.clear();
    this.said.add(call.call);
    this.desk.say(text.rings(cut(call.displayName || call.handle?.value || text.unknownCaller, 60)));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || !this.desk.hasLetters()) return;
    const choice = /** @type {Record<string, string>} */ ({ a: "automatic", d: "decline" })[event.key.toLowerCase()];
    const id = /** @type {HTMLElement} */ (event.target).closest("article")?.dataset.call;
    const call = this.desk.calls.entries.get(id ?? "")?.call;
    if (!choice || !call) return;
    event.preventDefault();
    this.run(call, choice);
  }
}
