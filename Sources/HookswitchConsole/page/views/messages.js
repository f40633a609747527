// @ts-check
// The traces of messages: the providers whose messages the host keeps, by whom and until when, with a switch for each.

import { cut, el, fill, foreign } from "../parts/elements.js";
import { time } from "../parts/format.js";
import { reason, text } from "../parts/words.js";

/** The time for which one switch counts, in seconds. */
const span = 600;

export class Messages {
  /**
   * @param {{ send: (method: string, params: object) => Promise<any>, may: (right: string) => boolean, isLive: () => boolean,
   *   confirm: (sentence: string) => Promise<boolean> }} desk
   * @param {Map<string, any>} providers The providers, by name.
   */
  constructor(desk, providers) {
    this.desk = desk;
    this.providers = providers;
    this.list = el("ul", { class: "traces", "aria-label": text.keptMessages });
    this.note = el("p", { class: "notes", role: "status" });
    this.element = el("div", {}, this.list, this.note);
    this.shown = "";
  }

  draw() {
    const kept = [...this.providers.values()].flatMap((entry) => entry.messages ?? []);
    const state = JSON.stringify([kept, this.desk.isLive(), this.desk.may("trace")]);
    if (state === this.shown) return;
    this.shown = state;
    this.list.hidden = kept.length === 0;
    fill(this.list, ...kept.map((trace) => el("li", {},
      el("span", {}, el("strong", {}, text.keptFor(cut(trace.provider, 60))), ` ${text.by} `, foreign(trace.actor), ` ${text.until} `, time(trace.until)),
      this.desk.may("trace") && this.button(trace.provider, false))));
  }

  /**
   * Makes the switch of a provider.
   *
   * @param {string} provider
   * @param {boolean} isOn The state that the switch asks for.
   */
  button(provider, isOn) {
    const label = isOn ? text.keepMessages : text.endMessages;
    return el("button", {
      type: "button", "data-key": `messages-${isOn ? "on" : "off"}-${provider}`, "aria-label": `${label}: ${cut(provider, 60)}`,
      "aria-disabled": this.desk.isLive() ? false : "true", onclick: () => void this.set(provider, isOn),
    }, label);
  }

  /** @param {string} provider @param {boolean} isOn */
  async set(provider, isOn) {
    if (!this.desk.isLive() || (isOn && !(await this.desk.confirm(text.keepSure(cut(provider, 60)))))) return;
    try {
      await this.desk.send("trace.messages", { provider, on: isOn, ...(isOn ? { seconds: span } : {}), key: crypto.randomUUID() });
      fill(this.note);
    } catch (error) {
      fill(this.note, foreign(reason(error), 400));
    }
  }
}
