// @ts-check
// All texts of the page, in one module so that they can be translated.

export const views = [
  ["calls", "Calls"], ["history", "History"], ["ladder", "Ladder"], ["whynot", "Why not"], ["providers", "Providers"], ["audio", "Audio"],
];

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

/** @type {Record<string, string>} */
export const directions = { incoming: "in", outgoing: "out" };

export const keys = [
  ["/", "Find among the calls"], ["↑ ↓ Page Home End", "Move in the list"], ["Enter", "Choose the call"],
  ["A", "Answer"], ["D", "Decline"], ["H", "Hold or resume"], ["S", "Swap"], ["M", "Merge"], ["P", "Split"], ["R", "Record, or stop"], ["U", "Mute or unmute"],
  ["T", "Transfer"], ["K", "Keypad"], ["E", "End"], ["?", "This list"],
];

export const text = {
  find: "Find by line, number, name, state or provider",
  line: "line", call: "call", state: "state", far: "far end", via: "via", since: "since",
  callsNow: "Calls now", noCalls: "No calls", noMatch: "No call fits the search", choose: "Choose a call in the list.",
  gone: "This call has ended.", unknownCaller: "unknown number", from: "from", to: "to",
  /** @param {string} calls @param {string} lines */
  totals: (calls, lines) => `${calls} ${calls === "1" ? "call" : "calls"} on ${lines} ${lines === "1" ? "line" : "lines"}`,
  /** @param {string} reason */
  notPossible: (reason) => `not possible: ${reason}`,
  lacks: "the far end's transport does not offer it", noOther: "there is no other call on the line",
  noRight: "your role does not permit it",
  heard: "heard", muted: "muted", record: "recording", farHeld: "held by the far end", emergency: "emergency call",
  end: "End", hold: "Hold", resume: "Resume", swap: "Swap", merge: "Merge", split: "Split", mute: "Mute", unmute: "Unmute",
  transfer: "Transfer…", keypad: "Keypad…", decline: "Decline", ladder: "Ladder", history: "History of this number",
  save: "Save", close: "Close", yes: "Yes", no: "No", again: "Try again", number: "Number or address", digits: "Digits",
  confirm: "Do this?", others: "End a call of another person's line?",
  lettersOn: "Single letters act inside the call's region", notShown: "Your role does not see it.",
  notOffered: "This daemon does not offer it.",
  live: "live", connecting: "connecting", offline: "not connected since",
  retry: "next try in", signedOut: "Signed out",
  signedOutLong: "This page has no session. Run this command on the machine of the daemon and open the link that it prints:",
  command: "hookswitch console open",
  /** @param {string} who */
  rings: (who) => `Incoming call from ${who}`,
  nothing: "Nothing to show.", more: "Show more", lost: "Some changes were missed; the page has read everything again.",
  rules: "rules", messages: "messages", quality: "quality", whole: "The whole message", cutCall: "earlier steps are gone:",
  refused: "refused", startRecording: "Record", stopRecording: "Stop recording", newCall: "New call", start: "Start",
  onlyLine: "Only this line", firstDay: "From", lastDay: "Until", statistics: "Statistics", pardon: "Pardon", reset: "Reset",
  /** @param {string} ticks @param {string} late */
  ticks: (ticks, late) => `Engine: ${ticks} ticks, ${late} of them late`,
  /** @param {string} line */
  routeOf: (line) => `Route of ${line}`,
  /** @param {string} provider */
  pardonSure: (provider) => `Pardon ${provider}? The host will use it again.`,
  /** @param {string} provider */
  resetSure: (provider) => `Reset ${provider}? Its calls end, and it begins anew.`,
  rule: "rule", why: "why", who: "who asked", asked: "asked", when: "when", inTheWay: "calls in the way",
  /** @param {string} steps */
  allKept: (steps) => `all ${steps} steps are kept`,
  /** @param {string} steps */
  notDrawn: (steps) => `${steps} not shown`,
  /** @param {string} steps */
  newestOnly: (steps) => `the newest ${steps} are drawn`,
  newest: "newest change",
};

/** The names of states, for the filter. */
export const word = (/** @type {Record<string, string>} */ table, /** @type {string | undefined} */ key) =>
  Object.hasOwn(table, key ?? "") ? table[key ?? ""] : (key ?? "");

/**
 * Returns the sentence of an error of the host.
 *
 * @param {any} error
 * @returns {string}
 */
export function reason(error) {
  const code = error?.data?.error?.code ?? error?.data?.code ?? error?.code;
  const message = error?.data?.error?.message ?? error?.message ?? "unknown error";
  const how = error?.data?.how ? `; ${error.data.how}` : "";
  return typeof code === "string" ? `${message}${how} (${code})` : `${message}${how}`;
}
