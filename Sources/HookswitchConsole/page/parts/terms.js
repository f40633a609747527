// @ts-check
// The words for states, stages, steps and outcomes, beside `words.js`.

/** Returns the word of a table for a key, or the key itself. */
export const word = (/** @type {Record<string, string>} */ table, /** @type {string | undefined} */ key) =>
  Object.hasOwn(table, key ?? "") ? table[key ?? ""] : (key ?? "");

/**
 * The words for the states of calls.
 *
 * @type {Record<string, string>}
 */
export const states = {
  requested: "requested", dialing: "dialing", connecting: "connecting", screening: "screening", ringing: "ringing",
  answering: "answering", active: "active", held: "held", ending: "ending", ended: "ended",
};

/**
 * Signs before the states, since colour is never the only sign.
 *
 * @type {Record<string, string>}
 */
export const signs = {
  requested: "…", dialing: "↗", connecting: "↗", screening: "?", ringing: "◉", answering: "◎", active: "●", held: "‖", ending: "×",
  ended: "■",
};

/**
 * The stages of a request.
 *
 * @type {Record<string, string>}
 */
export const stages = {
  asked: "asked", accepted: "accepted", done: "done", refused: "refused", failed: "failed", unknown: "unknown: the connection broke",
};

/**
 * The choices of answering.
 *
 * @type {Record<string, string>}
 */
export const answers = {
  automatic: "Answer", holdActive: "Answer and hold", endActive: "Answer and end the active call",
  endHeldAndHoldActive: "Answer, end the held calls",
};

/**
 * The words for the steps of a preview.
 *
 * @type {Record<string, string>}
 */
export const steps = {
  start: "starts", answer: "answers", end: "ends", "setHeld true": "holds", "setHeld false": "resumes",
  "setMuted true": "mutes", "setMuted false": "unmutes",
  "setGroup -": "takes out of its group", setGroup: "joins", playDTMF: "sends tones to", transfer: "transfers", deflect: "deflects",
};

/**
 * Returns the word for a step of a preview.
 *
 * @param {any} step
 */
export function stepWord(step) {
  const whole = `${step.kind} ${step.details ?? ""}`.trim();
  return word(steps, Object.hasOwn(steps, whole) || !Object.hasOwn(steps, step.kind) ? whole : step.kind);
}

/**
 * The outcomes of calls.
 *
 * @type {Record<string, string>}
 */
export const outcomes = {
  answered: "answered", declined: "declined", answeredElsewhere: "answered elsewhere", blocked: "blocked", failed: "failed",
  missed: "missed", cancelled: "cancelled",
};

/**
 * The words for the states of nodes, with their signs.
 *
 * @type {Record<string, string>}
 */
export const nodeStates = {
  joining: "… joining", active: "● active", draining: "◐ draining", cutOff: "× cut off", gone: "× gone", dead: "■ dead",
};

/** @type {Record<string, string>} */
export const directions = { incoming: "in", outgoing: "out" };
