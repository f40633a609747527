// @ts-check
// The providers with their standing, and the processes of transports with their restarts.

import { el, fill, foreign, table } from "./elements.js";
import { number } from "./format.js";
import { reason, text } from "./words.js";

export class Providers {
  /**
   * @param {{ send: (method: string, params: object) => Promise<any>, may: (right: string) => boolean, isLive: () => boolean,
   *   confirm: (sentence: string) => Promise<boolean> }} desk
   */
  constructor(desk) {
    this.desk = desk;
    /** @type {Map<string, any>} */
    this.providers = new Map();
    /** @type {any[]} */
    this.processes = [];
    this.body = el("div");
    this.note = el("p", { class: "notes", role: "status" });
    this.element = el("section", { class: "page" }, el("h1", {}, "Providers"), this.note, this.body);
    this.shown = "";
  }

  /** @param {string} name @param {any} provider */
  take(name, provider) {
    if (provider) this.providers.set(name, provider);
    else this.providers.delete(name);
  }

  /** Reads the processes, whose figures no event tells. */
  async load() {
    try {
      this.processes = (await this.desk.send("transport.processes", {})).processes;
      fill(this.note);
    } catch (error) {
      fill(this.note, foreign(reason(error), 400));
    }
    this.draw();
  }

  draw() {
    const state = JSON.stringify([[...this.providers.values()], this.processes, this.desk.isLive()]);
    if (state === this.shown) return;
    this.shown = state;
    const providers = [...this.providers.values()].sort((one, other) => (one.provider < other.provider ? -1 : 1));
    fill(this.body,
      table("Providers", ["provider", "transport", "standing", text.line, "calls", "losses", "misbehaviour", ""], providers.map((entry) => this.row(entry))),
      table("Processes of transports", ["process", "pid", "transport", "version", "providers", "calls", "state", "memory", "restarts", "sandbox"],
        this.processes.map(processRow)));
  }

  /** @param {any} entry */
  row(entry) {
    const faults = Object.entries(entry.misbehaviour ?? {}).filter(([, count]) => count !== 0).map(([kind, count]) => `${kind} ${count}`).join(", ");
    const signs = /** @type {Record<string, string>} */ ({ ready: "● ready", notReady: "○ not ready", quarantined: "× quarantined" });
    return [
      foreign(entry.provider), foreign(`${entry.transport ?? entry.kind}${entry.version ? ` ${entry.version}` : ""}`),
      el("span", { "data-standing": entry.standing }, signs[entry.standing] ?? entry.standing, entry.reason ? ": " : "",
        entry.reason ? foreign(entry.reason) : null),
      foreign(entry.line), number(entry.calls), number(entry.losses), foreign(faults || "–"),
      entry.standing === "quarantined" && el("button", {
        type: "button", "data-key": `pardon-${entry.provider}`, "aria-disabled": this.desk.may("operate") ? false : "true",
        onclick: () => this.pardon(entry.provider),
      }, "Pardon"),
    ];
  }

  /** @param {string} provider */
  async pardon(provider) {
    if (!this.desk.may("operate") || !(await this.desk.confirm(`Pardon ${provider}? The host will use it again.`))) return;
    try {
      await this.desk.send("provider.pardon", { provider, key: crypto.randomUUID() });
      fill(this.note, `${provider}: done`);
    } catch (error) {
      fill(this.note, foreign(reason(error), 400));
    }
  }
}

/** @param {any} entry */
function processRow(entry) {
  return [
    foreign(entry.process), String(entry.pid), foreign(entry.transport), foreign(entry.version ?? "–"), foreign((entry.providers ?? []).join(", ")),
    number(entry.calls), foreign(entry.state), `${number(Math.round(entry.memoryKB / 1024))} MB`, number(entry.restarts), foreign(entry.sandbox),
  ];
}
