// @ts-check
// The page's dialogs: the list of keys, a question, and a field. The browser keeps the focus inside, and returns it.

import { el, fill } from "./elements.js";
import { keys, text } from "./words.js";

/** @param {HTMLDialogElement} dialog */
export function makeDialogs(dialog) {
  /** @param {string} title @param {(Node | null)[]} content @param {HTMLElement[]} buttons @returns {Promise<string>} */
  function show(title, content, buttons) {
    const form = el("form", { method: "dialog" }, el("h2", { id: "dialog-title" }, title), ...content, el("p", { class: "bar" }, ...buttons));
    let answer = "";
    form.addEventListener("submit", (event) => {
      answer = /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter)?.value ?? "";
    });
    fill(dialog, form);
    dialog.showModal();
    return new Promise((resolve) => {
      const closed = () => {
        // The browser tells of a close later: the dialog may show the next question by then.
        if (form.isConnected && dialog.open) return;
        dialog.removeEventListener("close", closed);
        resolve(answer);
      };
      dialog.addEventListener("close", closed);
    });
  }
  const button = (/** @type {string} */ value, /** @type {string} */ label, isFirst = false) => el("button", { value, autofocus: isFirst }, label);
  return {
    /**
     * Shows something until the reader closes it.
     *
     * @param {string} title
     * @param {HTMLElement} content
     */
    tell: (title, content) => show(title, [content], [button("ok", text.close, true)]),
    /**
     * Shows the list of keys, and a switch for single letters.
     *
     * @param {boolean} letters
     * @returns {Promise<boolean>}
     */
    async help(letters) {
      const box = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", checked: letters }));
      const list = el("dl", {}, ...keys.flatMap(([key, meaning]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, meaning)]));
      await show("Keys", [list, el("label", {}, box, ` ${text.lettersOn}`)], [button("ok", text.close, true)]);
      return box.checked;
    },
    /**
     * Asks a question once.
     *
     * @param {string} sentence
     */
    async confirm(sentence) {
      return (await show(text.confirm, [el("p", {}, sentence)], [button("no", text.no, true), button("yes", text.yes)])) === "yes";
    },
    /**
     * Asks for a call to start: a number, and a line; null when the reader leaves.
     *
     * @param {string} line The line that stands there at first.
     * @returns {Promise<{ handle: string, line: string } | null>}
     */
    async call(line) {
      const field = (/** @type {Record<string, any>} */ more) =>
        /** @type {HTMLInputElement} */ (el("input", { type: "text", required: true, maxlength: 256, ...more }));
      const [number, place] = [field({ autofocus: true }), field({ value: line })];
      const leave = el("button", { type: "button", onclick: () => dialog.close("no") }, text.close);
      const rows = [[text.number, number], [text.line, place]].map(([label, input]) => el("p", {}, el("label", {}, label, " ", input)));
      const word = await show(text.newCall, rows, [button("yes", text.start), leave]);
      return word === "yes" ? { handle: number.value.trim(), line: place.value.trim() } : null;
    },
    /**
     * Asks for a text; null when the reader leaves.
     *
     * @param {string} title
     * @param {string} label
     * @returns {Promise<string | null>}
     */
    async input(title, label) {
      const field = /** @type {HTMLInputElement} */ (el("input", { type: "text", required: true, maxlength: 256, autofocus: true }));
      const leave = el("button", { type: "button", onclick: () => dialog.close("no") }, text.close);
      const word = await show(title, [el("label", {}, `${label} `, field)], [button("yes", title), leave]);
      return word === "yes" ? field.value.trim() : null;
    },
  };
}
