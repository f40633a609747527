// @ts-check
// An incoming call with its choices: the host's choices, and beside each what it will do, by a preview of the host.

import { obstacle } from "./actions.js";
import { cut, el, fill, foreign } from "../parts/elements.js";
import { origin } from "../host/requests.js";
import { answers, stages, text, word } from "../parts/words.js";

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
    /** @type {Set<string>} */
    this.said = new Set();
    element.addEventListener("keydown", (event) => this.press(event));
  }

  /** Draws the ringing calls when one of them, or a call of their lines, has changed. */
  draw() {
    const { calls, requests, previews, isLive, clock } = this.desk;
    const { ringing } = calls;
    const facts = ringing.map((call) => [call, calls.lines.get(call.line)?.revision, calls.others(call).map((other) => [other.call, other.state])]);
    const asked = requests.all.filter((request) => ringing.some((call) => call.call === request.call));
    const state = JSON.stringify([facts, asked, previews.turn, isLive(), this.desk.rules.known.size]);
    if (state !== this.shown) {
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
    const { requests, isLive } = this.desk;
    const isEnd = choice === "decline";
    const { against, will: foreseen, rules = [] } = this.course(call, choice);
    const asked = requests.newest(choice, call.call);
    const id = `${choice}-${call.call}`;
    const letter = choice === "automatic" ? "A" : isEnd ? "D" : "";
    return el("li", {},
      el("button", {
        type: "button", "data-key": id, "aria-disabled": against || !isLive() || requests.isOpen(choice, call.call) ? "true" : false,
        "aria-describedby": against || foreseen || asked ? `will-${id}` : false, "aria-keyshortcuts": letter || false,
        onclick: () => this.run(call, choice),
      }, letter && el("kbd", { "aria-hidden": "true" }, letter), isEnd ? text.decline : answers[choice]),
      el("span", { class: against ? "why" : "how", id: `will-${id}`, "data-stage": asked?.stage },
        against ? foreign([text.notPossible(against), this.desk.rules.brief(rules)].filter(Boolean).join(" "), 400) : asked
          ? foreign(word(stages, asked.stage) + (asked.reason ? `: ${asked.reason}` : "")) : foreign(foreseen)));
  }

  /**
   * Returns the course of a choice: the obstacle, or the steps that the host foresees.
   *
   * @param {any} call
   * @param {string} choice
   * @returns {import("../host/previews.js").Course}
   */
  course(call, choice) {
    const { may, isLive, previews } = this.desk;
    if (!may("act")) return { against: text.noRight, will: "" };
    if (choice === "decline") return { against: "", will: "" };
    const against = obstacle(call.answerChoices?.[choice]);
    return against || !isLive() ? { against, will: "" } : previews.of(call.line, "call.answer", { call: call.call, choice, origin });
  }

  /** @param {any} call @param {string} choice */
  run(call, choice) {
    const { requests, isLive } = this.desk;
    const isEnd = choice === "decline";
    if (!isLive() || this.course(call, choice).against) return;
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
    const call = this.desk.calls.get(id ?? null);
    if (!choice || !call) return;
    event.preventDefault();
    this.run(call, choice);
  }
}
