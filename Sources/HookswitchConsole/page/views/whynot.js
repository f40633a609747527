// @ts-check
// Why not: the last refusals of requests and of incoming calls, with the texts of their rules.

import { el, foreign, small, table } from "../parts/elements.js";
import { time } from "../parts/format.js";
import { ListPage } from "../parts/pages.js";
import { text } from "../parts/words.js";

/**
 * @param {{ send: (method: string, params: object) => Promise<any>, rules: import("../host/rules.js").Rules }} desk
 */
export function whyNotPage(desk) {
  const line = /** @type {HTMLInputElement} */ (el("input", { type: "search", "aria-label": text.onlyLine, placeholder: text.onlyLine }));
  const read = async (/** @type {number | undefined} */ before) => {
    const filter = line.value.trim() ? { line: line.value.trim() } : {};
    const answer = await desk.send("refusal.list", { ...filter, limit: 100, ...(before === undefined ? {} : { before }) });
    return { rows: answer.refusals, next: answer.next };
  };
  const page = new ListPage("Why not", read, (rows) => table("Why not",
    [text.when, text.who, text.asked, text.line, text.why, text.rule, text.inTheWay], rows.map((entry) => row(entry, desk.rules))), [line]);
  line.addEventListener("change", () => page.load(true));
  return page;
}

/** @param {any} entry @param {import("../host/rules.js").Rules} rules */
function row(entry, rules) {
  const calls = entry.refusal.calls ?? [];
  return [
    time(entry.time), foreign(entry.actor ?? entry.provider ?? "–"), foreign(entry.subject), foreign(entry.line ?? "–"),
    el("span", {}, foreign(entry.refusal.message, 400), ` (${entry.refusal.code})`),
    el("span", {}, ...(entry.rules?.length ? entry.rules : ["–"]).slice(0, 8).map((/** @type {string} */ id) =>
      el("p", {}, foreign(id, 16), small(rules.of(id))))),
    el("span", {}, ...calls.slice(0, 8).map((/** @type {string} */ call) => el("a", { href: `#calls/${call}`, class: "call" }, call.slice(0, 8)))),
  ];
}
