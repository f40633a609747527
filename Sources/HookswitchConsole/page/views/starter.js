// @ts-check
// The button that starts a call, and the stage of the newest start.

import { el, fill, foreign } from "../parts/elements.js";
import { stages, text, word } from "../parts/words.js";

export class Starter {
  /**
   * @param {{ requests: import("../host/requests.js").Requests, may: (right: string) => boolean, isLive: () => boolean,
   *   call: (line: string) => Promise<{ handle: string, line: string } | null>, lineAt: () => string | undefined }} desk
   */
  constructor(desk) {
    this.desk = desk;
    this.shown = "";
    this.button = el("button", { type: "button", "data-key": "start", "aria-describedby": "how-start", onclick: () => this.run() }, `${text.newCall}…`);
    this.note = el("span", { class: "started", id: "how-start", role: "status" });
    this.element = el("span", { class: "bar" }, this.button, this.note);
  }

  /** The reason against a start; empty for none. */
  get obstacle() {
    const { may, isLive } = this.desk;
    return !isLive() ? text.offline : may("act") ? "" : text.noRight;
  }

  draw() {
    const asked = this.desk.requests.newest("start", "");
    const state = JSON.stringify([asked, this.obstacle]);
    if (state === this.shown) return;
    this.shown = state;
    if (this.obstacle) this.button.setAttribute("aria-disabled", "true");
    else this.button.removeAttribute("aria-disabled");
    this.note.dataset.stage = asked?.stage ?? "";
    fill(this.note, this.obstacle ? text.notPossible(this.obstacle)
      : asked && foreign(word(stages, asked.stage) + (asked.reason ? `: ${asked.reason}` : ""), 400));
  }

  async run() {
    if (this.obstacle) return;
    const wish = await this.desk.call(this.desk.lineAt() ?? "main");
    if (wish && !this.obstacle) await this.desk.requests.ask("start", "", "call.start", wish);
  }
}
