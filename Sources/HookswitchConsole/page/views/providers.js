// @ts-check
// The providers with their standing and the traces of their messages, and the processes of transports with their restarts.

import { cut, el, fill, foreign, table } from "../parts/elements.js";
import { number, time } from "../parts/format.js";
import { Messages } from "./messages.js";
import { reason, text } from "../parts/words.js";

export class Providers {
  /**
   * @param {{ send: (method: string, params: object) => Promise<any>, may: (right: string) => boolean, isLive: () => boolean,
   *   confirm: (sentence: string) => Promise<boolean>, tell: (title: string, content: HTMLElement) => Promise<string> }} desk
   */
  constructor(desk) {
    this.desk = desk;
    /** @type {Map<string, any>} */
    this.providers = new Map();
    /** @type {any[]} */
    this.processes = [];
    this.messages = new Messages(desk, this.providers);
    this.body = el("div");
    this.note = el("p", { class: "notes", role: "status" });
    this.element = el("section", { class: "page" }, el("h1", {}, "Providers"), this.note, this.messages.element, this.body);
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
    this.messages.draw();
    const state = JSON.stringify([[...this.providers.values()], this.processes, this.desk.isLive()]);
    if (state === this.shown) return;
    this.shown = state;
    const providers = [...this.providers.values()].sort((one, other) => (one.provider < other.provider ? -1 : 1));
    fill(this.body,
      table("Providers", ["provider", "transport", "standing", text.since, text.line, "calls", "losses", text.lastLoss, "misbehaviour", ""], providers.map((entry) => this.row(entry))),
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
      entry.since ? time(entry.since) : "–", foreign(entry.line), number(entry.calls), number(entry.losses), loss(entry.lastLoss), foreign(faults || "–"),
      el("span", { class: "bar" },
        this.desk.may("numbers") && this.button("statistics", text.statistics, entry.provider, () => this.statistics(entry.provider)),
        this.desk.may("trace") && entry.kind === "transport" && !entry.messages && this.messages.button(entry.provider, true),
        this.desk.may("operate") && entry.standing === "quarantined"
          && this.button("pardon", text.pardon, entry.provider, () => this.ask(text.pardonSure, "provider.pardon", entry.provider)),
        this.desk.may("operate") && entry.standing !== "quarantined"
          && this.button("reset", text.reset, entry.provider, () => this.ask(text.resetSure, "provider.reset", entry.provider))),
    ];
  }

  /** @param {string} name @param {string} label @param {string} provider @param {() => void} press */
  button(name, label, provider, press) {
    return el("button", {
      type: "button", "data-key": `${name}-${provider}`, "aria-label": `${label}: ${cut(provider, 60)}`,
      "aria-disabled": this.desk.isLive() ? false : "true", onclick: () => void (this.desk.isLive() && press()),
    }, label);
  }

  /**
   * Shows the counters of a provider, as its transport names them.
   *
   * @param {string} provider
   */
  async statistics(provider) {
    try {
      const { statistics } = await this.desk.send("provider.statistics", { provider });
      const rows = flat(statistics).slice(0, 200).map(([name, value]) => [foreign(name), foreign(value)]);
      await this.desk.tell(`${text.statistics}: ${cut(provider, 60)}`, table(text.statistics, ["counter", "value"], rows));
    } catch (error) {
      fill(this.note, foreign(`${provider}: ${reason(error)}`, 400));
    }
  }

  /**
   * Asks once, and then the host.
   *
   * @param {(provider: string) => string} sentence
   * @param {string} method
   * @param {string} provider
   */
  async ask(sentence, method, provider) {
    if (!(await this.desk.confirm(sentence(cut(provider, 60))))) return;
    try {
      await this.desk.send(method, { provider, key: crypto.randomUUID() });
      fill(this.note, foreign(provider), ": done");
    } catch (error) {
      fill(this.note, foreign(reason(error), 400));
    }
  }
}

/**
 * Returns the members of a tree with their paths, such as `sockets messages` with `14`.
 *
 * @param {any} tree
 * @param {string} path
 * @returns {[string, string][]}
 */
function flat(tree, path = "") {
  if (tree === null || typeof tree !== "object") return [[path, String(tree)]];
  return Object.entries(tree).flatMap(([name, value]) => flat(value, path ? `${path} ${name}` : name));
}

/** @param {any} found The newest loss of a provider; undefined for none. */
function loss(found) {
  return found ? el("span", {}, time(found.time), ": ", foreign(found.reason)) : "–";
}

/** @param {any} entry */
function processRow(entry) {
  return [
    foreign(entry.process), String(entry.pid), foreign(entry.transport), foreign(entry.version ?? "–"), foreign((entry.providers ?? []).join(", ")),
    number(entry.calls), foreign(entry.state), `${number(Math.round(entry.memoryKB / 1024))} MB`, number(entry.restarts), foreign(entry.sandbox),
  ];
}
