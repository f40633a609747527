// @ts-check
// Elements of the page. All text becomes text nodes, so that no name or message can be markup.

/** The longest foreign text that the page shows, in UTF-16 units. */
export const foreignLimit = 200;

/**
 * Makes an element.
 *
 * @param {string} tag Its name.
 * @param {Record<string, any>} [attributes] `on…` adds a listener; `true` sets an empty attribute; `false`, null and undefined set none.
 * @param {...(Node | string | number | null | undefined | false)} children Its children.
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {any} value
 */
function setAttribute(element, name, value) {
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (value === true) element.setAttribute(name, "");
  else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
}

/**
 * @param {Element} element
 * @param {(Node | string | number | null | undefined | false)[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false || child === "") continue;
    element.append(typeof child === "number" ? String(child) : child);
  }
}

/**
 * Replaces the children of an element. The focus stays on the element with the same `data-key`, so that it never moves by itself.
 *
 * @param {Element} element
 * @param {...(Node | string | number | null | undefined | false)} children
 */
export function fill(element, ...children) {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && element.contains(active) ? active.dataset.key : undefined;
  element.replaceChildren();
  append(element, children);
  if (key === undefined) return;
  const again = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * Returns foreign text as an element that isolates its direction, cut to the limit.
 *
 * @param {unknown} text
 * @param {number} [limit]
 * @returns {HTMLElement}
 */
export function foreign(text, limit = foreignLimit) {
  return el("bdi", {}, cut(text, limit));
}

/**
 * Returns foreign text on one line, cut to the limit, with control characters replaced.
 *
 * @param {unknown} text
 * @param {number} [limit]
 * @returns {string}
 */
export function cut(text, limit = foreignLimit) {
  const plain = String(text ?? "").replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, "\ufffd");
  return plain.length > limit ? `${plain.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…` : plain;
}

/**
 * Returns text in small letters with a space before it; null for none.
 *
 * @param {string} text
 * @returns {HTMLElement | null}
 */
export function small(text) {
  return text ? el("small", {}, ` ${text}`) : null;
}

/**
 * Makes a table with a caption, for lists that fit on a page.
 *
 * @param {string} caption
 * @param {string[]} headings
 * @param {(Node | string | number | null | undefined | false)[][]} rows
 * @returns {HTMLElement}
 */
export function table(caption, headings, rows) {
  const head = el("tr", {}, ...headings.map((text) => el("th", { scope: "col" }, text)));
  // A cell names its column where the table becomes a list of cards on a narrow page.
  const body = rows.map((row) => el("tr", {}, ...row.map((cell, place) => el("td", { "data-label": headings[place] }, cell))));
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    el("table", {}, el("caption", {}, caption), el("thead", {}, head), el("tbody", {}, ...body)));
}

/**
 * Hands a file to the reader.
 *
 * @param {string} name
 * @param {string} type
 * @param {string} content
 */
export function download(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Ends the present task, so that the page is made in several short ones. A timer would wait for a second in a hidden tab. */
export const rest = () => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (port1.close(), done(undefined));
  port2.postMessage(0);
});
