// @ts-check
// Times, numbers and spans in the reader's locale.

import { rest } from "./elements.js";

const locale = navigator.languages?.length ? [...navigator.languages] : undefined;

/**
 * Returns a function that makes a value at its first use. A formatter takes milliseconds to make.
 *
 * @template T
 * @param {() => T} make
 * @returns {() => T}
 */
function atFirstUse(make) {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
}

const whole = atFirstUse(() => new Intl.NumberFormat(locale));
const thousandth = atFirstUse(() => new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 }));
const tenth = atFirstUse(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const clock = atFirstUse(() => new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", second: "2-digit" }));
const moment = atFirstUse(() => new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "medium" }));
const zoned = atFirstUse(() => new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "long", timeZone: "UTC" }));

/**
 * Makes the first formatter in a task of its own: a browser then makes its tables of locales, which takes longer than all else while the
 * page opens.
 */
export async function loadLocales() {
  await rest();
  whole();
  await rest();
}

/** @param {number} value @returns {string} */
export const number = (value) => whole().format(value);

/**
 * Returns a number with at most one decimal.
 *
 * @param {number} value
 * @returns {string}
 */
export const tenths = (value) => tenth().format(value);

/**
 * Returns seconds to the millisecond.
 *
 * @param {number} value
 * @returns {string}
 */
export const seconds = (value) => thousandth().format(value);

/**
 * Returns a level such as `-23 dB`; a text for silence where there is none.
 *
 * @param {number | undefined} decibels
 * @returns {string}
 */
export const level = (decibels) => (decibels === undefined ? "–" : `${whole().format(decibels)} dB`);

/**
 * Returns a span of time as `mm:ss` or `h:mm:ss`.
 *
 * @param {number} milliseconds
 * @returns {string}
 */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = `${String(m).padStart(2, "0")}:${String(s).padStart(2, "0")}`;
  return h > 0 ? `${h}:${tail}` : tail;
}

/** @param {number | Date} time @returns {string} */
export const timeOfDay = (time) => clock().format(time);

/**
 * Makes a `time` element in the reader's locale, with the host's universal time in the title.
 *
 * @param {string | undefined} text A time of the host.
 * @returns {HTMLElement | string}
 */
export function time(text) {
  const date = new Date(text ?? "");
  if (Number.isNaN(date.getTime())) return "–";
  const element = document.createElement("time");
  element.dateTime = date.toISOString();
  element.title = zoned().format(date);
  element.textContent = moment().format(date);
  return element;
}

/**
 * The difference between the host's clock and the page's, learnt from the newest time of the host.
 */
export class HostClock {
  constructor() {
    this.offset = 0;
  }

  /**
   * Learns from a time of the host that is as good as now.
   *
   * @param {string} text
   */
  learn(text) {
    const time = Date.parse(text);
    if (!Number.isNaN(time)) this.offset = time - Date.now();
  }

  /** The present time of the host, in milliseconds. */
  get now() {
    return Date.now() + this.offset;
  }

  /**
   * Returns the time since a moment of the host.
   *
   * @param {string | undefined} text
   * @returns {string}
   */
  since(text) {
    const begin = Date.parse(text ?? "");
    return Number.isNaN(begin) ? "" : span(this.now - begin);
  }
}
