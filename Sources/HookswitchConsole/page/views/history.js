// @ts-check
// The history of calls, page by page, as CSV and JSON too.

import { download, el, foreign, table } from "../parts/elements.js";
import { span, time } from "../parts/format.js";
import { ListPage } from "../parts/pages.js";
import { directions, outcomes, text, word } from "../parts/words.js";

/**
 * @param {{ send: (method: string, params: object) => Promise<any> }} desk
 */
export function historyPage(desk) {
  const find = /** @type {HTMLInputElement} */ (el("input", { type: "search", "aria-label": "Find in the history", placeholder: "Find" }));
  const outcome = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": "Outcome" },
    el("option", { value: "" }, "all outcomes"), ...Object.entries(outcomes).map(([value, name]) => el("option", { value }, name))));
  const direction = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": "Direction" },
    el("option", { value: "" }, "in and out"), ...Object.entries(directions).map(([value, name]) => el("option", { value }, name))));
  const day = (/** @type {string} */ label) => /** @type {HTMLInputElement} */ (el("input", { type: "date", "aria-label": label, title: label }));
  const [from, to] = [day(text.firstDay), day(text.lastDay)];
  const read = async (/** @type {number | undefined} */ before) => {
    const filter = {
      ...(find.value.trim() ? { text: find.value.trim() } : {}), ...(outcome.value ? { outcomes: [outcome.value] } : {}),
      ...(direction.value ? { direction: direction.value } : {}), ...(from.value ? { from: midnight(from.value, 0) } : {}),
      ...(to.value ? { to: midnight(to.value, 1) } : {}),
    };
    const answer = await desk.send("history.list", { filter, limit: 100, ...(before === undefined ? {} : { before }) });
    return { rows: answer.calls, next: answer.next };
  };
  const save = (/** @type {string} */ name, /** @type {string} */ type, /** @type {(rows: any[]) => string} */ write) =>
    el("button", { type: "button", onclick: () => download(name, type, write(page.rows)) }, `${text.save} ${name.split(".")[1].toUpperCase()}`);
  const page = new ListPage("History", read, (rows) => table("History",
    [text.when, text.line, "direction", text.far, text.via, "outcome", text.why, "length", text.ladder], rows.map(row)),
  [find, direction, outcome, from, to, save("history.csv", "text/csv", csv), save("history.json", "application/json", (rows) => JSON.stringify(rows, null, 1))]);
  find.addEventListener("change", () => page.load(true));
  for (const choice of [outcome, direction, from, to]) choice.addEventListener("change", () => page.load(true));
  return Object.assign(page, {
    /** @param {string} text */
    open(text) {
      find.value = text;
      return page.load(true);
    },
  });
}

/** @param {any} call */
function row(call) {
  return [
    time(call.began), foreign(call.line), word(directions, call.direction), foreign(call.displayName || call.handle?.value || text.unknownCaller),
    foreign(call.provider), word(outcomes, call.outcome), foreign(why(call) || "–"),
    call.duration === undefined ? "–" : span(call.duration * 1000), el("a", { href: `#ladder/${call.call}` }, call.call.slice(0, 8)),
  ];
}

/**
 * Returns the reason of a call's end: the refusal, or the end with its cause and the transport's own words.
 *
 * @param {any} call
 */
function why(call) {
  const end = call.end ?? {};
  return [call.refusal, end.reason, end.cause, end.transport?.message, call.decidedBy && `by ${call.decidedBy}`].filter(Boolean).join(", ");
}

/**
 * Returns the beginning of a day of the reader, as a time of the host.
 *
 * @param {string} day
 * @param {number} later The number of days to add.
 */
function midnight(day, later) {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/**
 * Writes calls as CSV by RFC 4180. A cell that a spreadsheet would take for a formula begins with an apostrophe.
 *
 * @param {any[]} rows
 */
export function csv(rows) {
  const names = ["call", "line", "provider", "direction", "outcome", "began", "connected", "ended", "duration", "displayName"];
  const cell = (/** @type {unknown} */ value) => {
    const plain = String(value ?? "");
    return `"${(/^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain).replaceAll('"', '""')}"`;
  };
  const lines = rows.map((call) => [...names.map((name) => call[name]), call.handle?.value].map(cell).join(","));
  return [[...names, "handle"].join(","), ...lines, ""].join("\r\n");
}
