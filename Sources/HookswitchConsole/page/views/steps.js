// @ts-check
// A step of a ladder as an element.

import { el, foreign } from "../parts/elements.js";
import { seconds } from "../parts/format.js";
import { text } from "../parts/words.js";

/**
 * Returns the kind of a step, by which the reader hides it: a transport's own message, a report of quality, or a decision of the rules.
 *
 * @param {any} step
 * @param {string[]} columns
 * @returns {"messages" | "quality" | "rules"}
 */
export function kindOf(step, columns) {
  if (step.step === "quality") return "quality";
  const isOwn = step.step === "message" && [step.from, step.to].some((name) => / of /.test(name ?? "") && columns.includes(name));
  return isOwn ? "messages" : "rules";
}

/**
 * Puts readings of the quality between the steps that were there before and after them: by number, never by time.
 *
 * @param {any[]} steps
 * @param {{ place: number }[]} readings In their order; `place` is the number of steps before.
 */
export function joined(steps, readings) {
  /** @type {any[]} */
  const all = [];
  let next = 0;
  steps.forEach((step, number) => {
    while (readings[next]?.place <= number) all.push(readings[next++]);
    all.push({ ...step, number });
  });
  return [...all, ...readings.slice(next)];
}

/**
 * Makes the element of a step.
 *
 * @param {any} step
 * @param {string[]} columns
 * @param {Set<string | null>} open The keys of the messages that are open.
 */
export function drawStep(step, columns, open) {
  const [from, to] = [columns.indexOf(step.from ?? ""), columns.indexOf(step.to ?? "")];
  const arrow = from >= 0 && to >= 0;
  const key = `step-${step.number}`;
  const words = el("div", { class: `step ${step.step}${step.trouble ? " trouble" : ""}${arrow && from > to ? " left" : ""}` },
    arrow && el("span", { class: "hidden" }, `${step.from} → ${step.to}: `), step.trouble && el("strong", {}, "! "), foreign(step.text, 300));
  const body = el("div", { class: "box" }, words, step.message && el("details", { "data-key": key, open: open.has(key) },
    el("summary", { "data-key": `${key}-whole` }, text.whole),
    el("pre", { dir: "auto", tabindex: 0 }, String(step.message).slice(0, 65_536))));
  // An arrow goes from the middle of one column to that of another; a state stands at its line, audio at its provider.
  if (arrow) {
    body.style.gridColumn = `${Math.min(from, to) + 1} / ${Math.max(from, to) + 2}`;
    if (from !== to) body.style.marginInline = `calc(50% / ${Math.abs(from - to) + 1})`;
  } else {
    const place = to >= 0 ? to : columns.indexOf(`line ${step.line}`);
    if (place >= 0) body.style.gridColumn = `${place + 1}`;
  }
  return el("li", {}, el("span", { class: "at" }, seconds(step.time)), el("div", { class: "lanes" }, body));
}
