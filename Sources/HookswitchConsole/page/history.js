// @ts-check
// The history of calls, page by page, as CSV and JSON too.

import { el, foreign, table } from "./elements.js";
import { span, time } from "./format.js";
import { ListPage } from "./pages.js";
import { directions, outcomes, text, word } from "./words.js";

/**
 * @param {{ send: (method: string, params: object) => Promise<any> }} desk
 */
export function historyPage(desk) {
  const find = /** @type {HTMLInputElement} */ (el("input", { type: "search", "aria-label": "Find in the history", placeholder: "Find" }));
  const outcome = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": "Outcome" },
    el("option", { value: "" }, "all outcomes"), ...Object.entries(outcomes).map(([value, name]) => el("option", { value }, name))));
  const read = async (/** @type {number | undefined} */ before) => {
    const filter = {
      ...(find.value.trim() ? { text: find.value.trim() } : {}), ...(outcome.value ? { outcomes: [outcome.value] } : {}),
    };
    const answer = await desk.send("history.list", { filter, limit: 100, ...(before === undefined ? {} : { before }) });
    return { rows: answer.calls, next: answer.next };
  };
  const save = (/** @type {string} */ name, /** @type {string} */ type, /** @type {(rows: any[]) => string} */ write) =>
    el("button", { type: "button", onclick: () => download(name, type, write(page.rows)) }, `${text.save} ${name.split(".")[1].toUpperCase()}`);
  const page = new ListPage("History", read, (rows) => table("History",
    [text.when, text.line, "direction", text.far, text.via, "outcome", "length", text.ladder], rows.map(row)),
  [find, outcome, save("history.csv", "text/csv", csv), save("history.json", "application/json", (rows) => JSON.stringify(rows, null, 1))]);
  find.addEventListener("change", () => page.load(true));
  outcome.addEventListener("change", () => page.load(true));
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
    foreign(call.provider), el("span", {}, word(outcomes, call.outcome), call.refusal ? ` (${call.refusal})` : ""),
    call.duration === undefined ? "–" : span(call.duration * 1000), el("a", { href: `#ladder/${call.call}` }, call.call.slice(0, 8)),
  ];
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

/** @param {string} name @param {string} type @param {string} content */
function download(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
