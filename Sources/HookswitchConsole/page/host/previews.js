// @ts-check
// The course of a request before it is made: the host judges it on a copy of the line, and sends nothing.

import { cut } from "../parts/elements.js";
import { reason, stepWord, text } from "../parts/words.js";

/** The largest number of previews that the page remembers. */
const limit = 100;
/** The shortest time between two askings of the same question, in milliseconds. */
const pause = 500;

/**
 * The course of a request: a sentence, and the obstacle when the host would refuse it.
 *
 * @typedef {{ will: string, against: string, rules?: string[] }} Course
 */

/**
 * A question, with the answer and the revision of the line that it holds for.
 *
 * @typedef {{ revision: number, at: number, isAsking: boolean, course: Course }} Question
 */

export class Previews {
  /**
   * @param {import("./calls.js").Calls} calls
   * @param {(method: string, params: object) => Promise<any>} send
   * @param {() => void} changed Is called after each answer.
   */
  constructor(calls, send, changed) {
    this.calls = calls;
    this.send = send;
    this.changed = changed;
    /** @type {Map<string, Question>} */
    this.questions = new Map();
    /** The number of answers, by which a view sees that one has come. */
    this.turn = 0;
    /** False once the daemon has said that it has no previews. */
    this.isOffered = true;
  }

  /**
   * Returns the course of a request, without words until the host has answered for the line as it is now.
   *
   * @param {string} line
   * @param {string} method
   * @param {object} parameters
   * @returns {Course}
   */
  of(line, method, parameters) {
    const key = JSON.stringify([method, parameters]);
    const revision = this.calls.lines.get(line)?.revision;
    if (revision === undefined) return { will: "", against: "" };
    const known = this.questions.get(key);
    if (known && known.revision === revision) return known.course;
    if (this.isOffered && !known?.isAsking) void this.ask(key, known, revision, method, parameters);
    return { will: "", against: "" };
  }

  /**
   * @param {string} key
   * @param {Question | undefined} known
   * @param {number} revision
   * @param {string} method
   * @param {object} parameters
   */
  async ask(key, known, revision, method, parameters) {
    const wait = known ? known.at + pause - performance.now() : 0;
    // A line that changes fast would use up the requests of the session: the view asks again later.
    if (wait > 0) return void setTimeout(this.changed, wait);
    const question = { revision, at: performance.now(), isAsking: true, course: { will: "", against: "" } };
    this.questions.delete(key);
    this.questions.set(key, question);
    if (this.questions.size > limit) this.questions.delete(/** @type {string} */ (this.questions.keys().next().value));
    try {
      question.course = this.course(await this.send("request.preview", { method, parameters }));
    } catch (error) {
      const { code } = /** @type {any} */ (error);
      // A daemon without previews still shows the choices, and a new connection asks anew.
      if (code === -32601) this.isOffered = false;
      else if (code === "closed") this.questions.delete(key);
      else question.course = { will: "", against: reason(error) };
    }
    question.isAsking = false;
    this.turn += 1;
    this.changed();
  }

  /**
   * @param {any} preview
   * @returns {Course}
   */
  course(preview) {
    const steps = (preview.steps ?? []).map((/** @type {any} */ step) => `${stepWord(step)} ${this.name(step.call)}`);
    const will = steps.filter((/** @type {string} */ step, /** @type {number} */ place) => steps.indexOf(step) === place).join(", then ");
    if (!preview.refusal) return { will, against: "" };
    const signs = [preview.refusal.code, ...(preview.rules ?? [])].filter(Boolean).join(", ");
    return { will: "", against: `${preview.refusal.message ?? text.refused} (${signs})`, rules: preview.rules };
  }

  /** @param {string} id */
  name(id) {
    const call = this.calls.get(id);
    return cut(call?.displayName || call?.handle?.value || id.slice(0, 8), 60);
  }
}
