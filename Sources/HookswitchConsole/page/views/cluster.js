// @ts-check
// The cluster: its nodes with their leases and loads, lent lines, strays, and records that are not shipped yet.

import { cut, el, fill, foreign, table } from "../parts/elements.js";
import { number, time } from "../parts/format.js";
import { nodeStates, reason, text, word } from "../parts/words.js";

/** The time between two readings, in milliseconds. */
const period = 2_000;
/** The largest number of rows of a table. */
const limit = 200;

/** @param {number} milliseconds @returns {string} The seconds, to a tenth. */
const tenths = (milliseconds) => number(Math.round(milliseconds / 100) / 10);

/** @typedef {{ status: any, nodes: any[], lent: any[] | null, strays: any[] | null }} Picture */

export class Cluster {
  /**
   * @param {{ send: (method: string, params: object) => Promise<any>, may: (right: string) => boolean, isLive: () => boolean,
   *   confirm: (sentence: string) => Promise<boolean> }} desk
   * @param {() => void} changed Is called after each reading.
   */
  constructor(desk, changed) {
    this.desk = desk;
    this.changed = changed;
    this.summary = el("div");
    this.note = el("p", { class: "notes", role: "status" });
    this.body = el("div");
    this.element = el("section", { class: "page" }, el("h1", {}, text.cluster), this.summary, this.note, this.body);
    /** True while the daemon is a node of a cluster, as far as the page knows. */
    this.isThere = false;
    /** @type {Picture | null} */
    this.picture = null;
    this.obstacle = "";
    this.shown = "";
    this.readAt = -Infinity;
    this.isReading = false;
  }

  /**
   * Reads the state of the cluster.
   *
   * @param {boolean} isWhole False for this node alone, so that the view gets its name among the others.
   */
  async read(isWhole) {
    [this.isReading, this.readAt] = [true, performance.now()];
    try {
      const status = await this.desk.send("cluster.status", {});
      this.isThere = true;
      if (isWhole) this.picture = { status, ...await this.lists() };
      this.obstacle = "";
    } catch (error) {
      const code = /** @type {any} */ (error)?.data?.code;
      const isNone = code === "unavailable" || code === "unknownMethod";
      if (isNone) [this.isThere, this.picture] = [false, null];
      this.obstacle = isNone ? text.noCluster : reason(error);
    }
    this.isReading = false;
    this.changed();
  }

  async lists() {
    const { send, may } = this.desk;
    // Strays have numbers, which not each role sees.
    const [nodes, lent, strays] = await Promise.all([
      send("cluster.nodes", {}), send("cluster.lent", {}).catch(() => null), may("numbers") ? send("cluster.strays", {}).catch(() => null) : null,
    ]);
    return { nodes: nodes.nodes, lent: lent?.lines ?? null, strays: strays?.strays ?? null };
  }

  draw() {
    if (!this.isReading && this.desk.isLive() && performance.now() - this.readAt >= period) void this.read(true);
    const state = JSON.stringify([this.picture, this.obstacle, this.desk.isLive()]);
    if (state === this.shown) return;
    this.shown = state;
    if (this.obstacle || !this.picture) fill(this.note, foreign(this.obstacle || text.reading, 400));
    else if (this.note.dataset.kind !== "answer") fill(this.note);
    if (!this.picture) return void [fill(this.summary), fill(this.body)];
    const { status, nodes, lent, strays } = this.picture;
    fill(this.summary, ...this.facts(status));
    fill(this.body,
      table(text.nodes, ["node", text.state, "lease", "lines", "calls", "processor", "lag", "slots", "lent", "SIP", "version", ""],
        nodes.slice(0, limit).map((node) => this.row(node))),
      lent && table(text.lentLines, [text.line, "slot", "owner", "borrower"], lent.slice(0, limit).map((loan) => [
        foreign(loan.line), foreign(loan.slot), foreign(loan.owner ?? "–"), foreign(`${loan.borrower}${loan.isBorrowedHere ? ` (${text.here})` : ""}`)])),
      strays && table(text.strays, [text.call, text.line, "node", text.far, text.since], strays.slice(0, limit).map((stray) => [
        foreign(stray.call.slice(0, 8)), foreign(stray.line), foreign(stray.node), foreign(stray.handle ?? "–"), time(stray.connected)])));
  }

  /** @param {any} status */
  facts(status) {
    const { engine } = status;
    return [
      el("p", {}, `${text.thisNode} `, foreign(`${status.node}`), ` ${text.ofCluster} `, foreign(status.cluster), ": ",
        this.state(status), ` · ${text.leaseOf(tenths(status.leaseMs))} · ${number(status.slots)} slots · takeovers: ${number(status.takeovers)}`),
      el("p", {}, `lines lent: ${number(status.lentLines)}, borrowed: ${number(status.borrowedLines)} · strays: ${number(status.strays)} · `,
        el("span", { "data-standing": status.unshippedRecords > 0 ? "waiting" : false }, text.unshipped(number(status.unshippedRecords)))),
      el("p", {}, engine.connected ? `${text.engine} ` : el("span", { "data-standing": "waiting" }, `! ${text.noEngine} `),
        engine.server && foreign(engine.server), engine.since && ` ${text.since} `, engine.since && time(engine.since)),
      status.problem && el("p", { "data-standing": "notReady" }, "! ", foreign(status.problem, 400)),
    ].filter(Boolean);
  }

  /** @param {any} node A node, or the status of this one. */
  state(node) {
    const name = node.dead ? "dead" : node.state;
    return el("span", { "data-standing": ["active", "draining"].includes(name) ? name : "notReady" }, word(nodeStates, name));
  }

  /** @param {any} node */
  row(node) {
    const { load } = node;
    const isDraining = node.state === "draining";
    const mayAct = this.desk.may("operate") && !node.dead && ["active", "draining"].includes(node.state);
    return [
      foreign(`${node.node}${node.isHere ? ` (${text.here})` : ""}`), this.state(node), text.beat(tenths(node.beatAgeMs)), number(load.lines),
      number(load.calls), `${number(Math.round(load.processor * 100))} %`, `${number(load.lagMs)} ms`, number(node.slots), number(node.lentLines),
      foreign((node.sip ?? []).join(", ") || "–"), foreign(node.version),
      mayAct && el("button", {
        type: "button", "data-key": `drain-${node.node}`, "aria-label": `${isDraining ? text.undrain : text.drain}: ${cut(node.node, 60)}`,
        "aria-disabled": this.desk.isLive() ? false : "true",
        onclick: () => void this.ask(isDraining ? "cluster.undrain" : "cluster.drain", node.node, isDraining ? text.undrainSure : text.drainSure),
      }, isDraining ? text.undrain : text.drain),
    ];
  }

  /**
   * Asks once, and then the host.
   *
   * @param {string} method
   * @param {string} node
   * @param {(node: string) => string} sentence
   */
  async ask(method, node, sentence) {
    if (!this.desk.isLive() || !(await this.desk.confirm(sentence(cut(node, 60))))) return;
    this.note.dataset.kind = "answer";
    try {
      await this.desk.send(method, { node, key: crypto.randomUUID() });
      fill(this.note, foreign(node), ": done");
    } catch (error) {
      fill(this.note, foreign(`${node}: ${reason(error)}`, 400));
    }
    this.readAt = -Infinity;
    this.changed();
  }
}
