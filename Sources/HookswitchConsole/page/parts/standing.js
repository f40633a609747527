// @ts-check
// The standing of the connection, and the rights of the session.

import { el, fill, foreign } from "./elements.js";
import { number, timeOfDay } from "./format.js";
import { text } from "./words.js";

export class Standing {
  /** @param {import("../host/connection.js").Connection} connection @param {HTMLElement} element */
  constructor(connection, element) {
    this.connection = connection;
    this.element = element;
    /** @type {any} */
    this.session = null;
    /** @type {any} */
    this.host = null;
    this.shown = "";
  }

  /**
   * Takes the host's greeting with the person's session.
   *
   * @param {any} hello
   */
  take(hello) {
    this.session = hello.session ?? null;
    this.draw();
  }

  /**
   * Returns true when the session has a right. The daemon judges each request all the same.
   *
   * @param {string} right
   */
  may(right) {
    return this.session === null || (this.session.rights ?? []).includes(right);
  }

  /**
   * Returns true when a line is among the person's own, so that its calls end without a question.
   *
   * @param {string} line
   */
  isMine(line) {
    const patterns = this.session?.lines;
    return !patterns || patterns.some((/** @type {string} */ one) => (one.endsWith("*") ? line.startsWith(one.slice(0, -1)) : line === one));
  }

  /** Draws when the words change; the delay is rounded, so that a reader is not told each reading. */
  draw() {
    const { state, since, retryAt, delay } = this.connection;
    const who = this.session ? `${this.session.actor} (${this.session.role})` : "";
    const draining = this.host && this.host.state !== "running" ? this.host.state : "";
    const seconds = Math.max(0, Math.ceil((retryAt - Date.now()) / 1000));
    const words = state === "live" ? [text.live, `${number(Math.max(1, Math.round(delay)))} ms`, draining, who]
      : state === "connecting" ? [text.connecting, who]
        : state === "over" ? [text.signedOut] : [`${text.offline} ${timeOfDay(since)}`, `${text.retry} ${number(seconds)} s`, who];
    const line = words.filter(Boolean).join(" · ");
    if (line === this.shown) return;
    this.shown = line;
    fill(this.element, el("span", { "data-standing": state }, foreign(line)));
  }
}

/**
 * Shows the way to a session.
 *
 * @param {HTMLElement} view
 */
export function signedOut(view) {
  fill(view, el("section", { class: "page" }, el("h1", {}, text.signedOut), el("p", {}, text.signedOutLong), el("p", {}, el("code", {}, text.command))));
}
