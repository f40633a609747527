// @ts-check
// The chosen call with its actions.

import { actionsOf } from "./actions.js";
import { el, fill, foreign, small } from "../parts/elements.js";
import { time } from "../parts/format.js";
import { drawMeters, meter } from "../host/levels.js";
import { origin } from "../host/requests.js";
import { signs, stages, states, text, word } from "../parts/words.js";

/**
 * @typedef {{ calls: import("../host/calls.js").Calls, requests: import("../host/requests.js").Requests, clock: import("../parts/format.js").HostClock,
 *   levels: import("../host/levels.js").Heard, previews: import("../host/previews.js").Previews, quality: import("../host/quality.js").Quality,
 *   may: (right: string) => boolean, isLive: () => boolean, isLooking: () => boolean, rules: import("../host/rules.js").Rules, isMine: (line: string) => boolean, hasLetters: () => boolean,
 *   confirm: (sentence: string) => Promise<boolean>, input: (title: string, label: string) => Promise<string | null> }} Desk
 */

export class Detail {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {string | null} */
    this.chosen = null;
    this.shown = "";
    this.element = el("section", {
      class: "detail", "aria-label": "Chosen call", onkeydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
    });
  }

  /** True while the chosen call talks. */
  get isActive() { return this.desk.calls.get(this.chosen)?.state === "active"; }

  /** Draws the call when something that shows has changed, and its time in any case. */
  draw() {
    const { calls, requests, levels, clock, previews, quality } = this.desk;
    const call = calls.get(this.chosen);
    const others = call ? calls.others(call) : [];
    const asked = call ? requests.all.filter((request) => request.call === call.call) : [];
    const state = JSON.stringify([call, calls.lines.get(call?.line)?.revision, others, asked, this.desk.isLive(), this.chosen, previews.turn, this.desk.isLooking(), this.desk.rules.known.size]);
    if (state !== this.shown) {
      this.shown = state;
      if (call) this.fill(call, others);
      else fill(this.element, el("p", { class: "empty" }, !this.chosen ? text.choose : this.desk.isLooking() ? text.reading : text.gone), this.links(this.chosen));
    }
    if (!call) return;
    const since = this.element.querySelector(".clock");
    if (since) since.textContent = clock.since(call.connected ?? call.began);
    drawMeters(this.element, levels);
    const words = quality.call === call.call ? quality.words : "";
    const place = this.element.querySelector(".quality");
    if (place && place.textContent !== words) place.textContent = words;
  }

  /** @param {any} call @param {any[]} others */
  fill(call, others) {
    const notes = [
      call.muted && text.muted, call.recording && text.record, call.remotelyHeld && text.farHeld, call.emergency && text.emergency,
    ].filter(Boolean).join(" · ");
    fill(this.element,
      el("h2", {}, foreign(call.displayName || call.handle?.value || text.unknownCaller)),
      el("p", { class: "state", "data-state": call.state }, `${signs[call.state] ?? ""} ${word(states, call.state)} `,
        el("span", { class: "clock" })),
      el("p", {}, `${call.direction === "incoming" ? text.from : text.to} `, foreign(call.handle?.value ?? text.unknownCaller),
        ` ${text.via} `, foreign(call.provider), ` · ${text.line} `, foreign(call.line)),
      call.state === "active" && el("p", { class: "heard" }, el("span", {}, `${text.heard} `, meter(call.call, "heard")), " ", el("span", {}, `${text.said} `, meter(call.call, "said"))), el("p", { class: "quality" }),
      el("p", {}, `${text.began} `, time(call.began)), notes && el("p", { class: "notes" }, notes),
      el("ul", { class: "actions" }, ...actionsOf(call, others).map((action) => this.button(action, call, others))),
      this.links(call.call, call.handle?.value));
  }

  /**
   * @param {import("./actions.js").Action} action
   * @param {any} call
   * @param {any[]} others
   */
  button(action, call, others) {
    const { requests } = this.desk;
    const { against: obstacle, will, rules } = this.course(action, call, others);
    const asked = requests.newest(action.name, call.call);
    const [why, how] = [`why-${action.name}`, `how-${action.name}`];
    const label = action.label(call);
    const isOpen = requests.isOpen(action.name, call.call);
    return el("li", {},
      el("button", {
        type: "button", "data-key": action.name, "aria-keyshortcuts": action.key.toUpperCase(),
        "aria-disabled": obstacle !== "" || isOpen ? "true" : false,
        "aria-describedby": obstacle ? why : asked || will ? how : false, onclick: () => this.run(action),
      }, el("kbd", { "aria-hidden": "true" }, action.key.toUpperCase()), label),
      obstacle && el("span", { class: "why", id: why }, text.notPossible(obstacle), small(this.desk.rules.brief(rules))),
      asked && el("span", { class: "how", id: how, "data-stage": asked.stage },
        `${word(stages, asked.stage)}${asked.reason ? ": " : ""}`, asked.reason && foreign(asked.reason)),
      !asked && will && el("span", { class: "will", id: how }, foreign(will)));
  }

  /**
   * Returns the course of an action: the obstacle, or the steps that the host foresees.
   *
   * @param {import("./actions.js").Action} action
   * @param {any} call
   * @param {any[]} others
   * @returns {import("../host/previews.js").Course}
   */
  course(action, call, others) {
    const { may, isLive, previews } = this.desk;
    const against = !isLive() ? text.offline : !may(action.right ?? "act") ? text.noRight : action.obstacle(call, others);
    if (against || !action.foresees) return { against, will: "" };
    return previews.of(call.line, action.method(call), { ...action.params(call, others, ""), origin });
  }

  /** @param {string | null} call @param {string} [find] */
  links(call, find) {
    if (!call) return null;
    return el("p", { class: "links" },
      el("a", { href: `#ladder/${call}`, "data-key": "ladder" }, text.ladder), " ",
      find && el("a", { href: `#history/${encodeURIComponent(find)}`, "data-key": "history" }, text.history));
  }

  /**
   * Performs an action, unless something stands against it.
   *
   * @param {import("./actions.js").Action} action
   */
  async run(action) {
    const { calls, requests, isLive, isMine, confirm, input } = this.desk;
    const before = calls.get(this.chosen);
    if (!before || this.course(action, before, calls.others(before)).against) return;
    if (action.name === "end" && !isMine(before.line) && !(await confirm(text.others))) return;
    const typed = action.asks ? await input(action.label(before), action.asks) : "";
    const call = calls.get(before.call);
    if (typed === null || !call || !isLive()) return;
    await requests.ask(action.name, call.call, action.method(call), action.params(call, calls.others(call), typed));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || !this.desk.hasLetters()) return;
    const call = this.desk.calls.get(this.chosen);
    const action = call && actionsOf(call, this.desk.calls.others(call)).find((action) => action.key === event.key.toLowerCase());
    if (!action) return;
    event.preventDefault();
    void this.run(action);
  }
}
