// @ts-check
// All texts of the page, in one module so that they can be translated.

export const views = [
  ["calls", "Calls"], ["history", "History"], ["ladder", "Ladder"], ["whynot", "Why not"], ["providers", "Providers"], ["audio", "Audio"], ["cluster", "Cluster"],
];

export * from "./terms.js";

export const keys = [
  ["/", "Find among the calls"], ["↑ ↓ Page Home End", "Move in the list"], ["Enter", "Choose the call"],
  ["A", "Answer"], ["D", "Decline"], ["H", "Hold or resume"], ["S", "Swap"], ["M", "Merge"], ["P", "Split"], ["R", "Record, or stop"], ["U", "Mute or unmute"],
  ["T", "Transfer"], ["K", "Keypad"], ["E", "End"], ["?", "This list"],
];

export const text = {
  find: "Find by line, number, name, state or provider",
  line: "line", call: "call", state: "state", far: "far end", via: "via", since: "since", began: "began",
  callsNow: "Calls now", noCalls: "No calls", noMatch: "No call fits the search", choose: "Choose a call in the list.",
  gone: "This call has ended.", unknownCaller: "unknown number", from: "from", to: "to",
  /** @param {string} calls @param {string} lines */
  totals: (calls, lines) => `${calls} ${calls === "1" ? "call" : "calls"} on ${lines} ${lines === "1" ? "line" : "lines"}`,
  /** @param {string} reason */
  notPossible: (reason) => `not possible: ${reason}`,
  lacks: "the far end's transport does not offer it", noOther: "there is no other call on the line",
  noRight: "your role does not permit it",
  heard: "heard", said: "said", reading: "…", muted: "muted", record: "recording", farHeld: "held by the far end", emergency: "emergency call",
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
  newest: "newest change", lastLoss: "last loss", keptMessages: "Messages that the host keeps", by: "by", until: "until",
  keepMessages: "Keep messages", endMessages: "Keep no more",
  /** @param {string} provider */
  keptFor: (provider) => `Messages of ${provider} are kept,`,
  /** @param {string} provider */
  keepSure: (provider) => `Keep the messages of ${provider} for 10 minutes? They have numbers and names.`,
  cluster: "Cluster", nodes: "Nodes", lentLines: "Lent lines", strays: "Strays", here: "here", thisNode: "This is", ofCluster: "in the cluster",
  noCluster: "This daemon is in no cluster.", engine: "Connected to the engine", noEngine: "not connected to the engine", drain: "Drain",
  undrain: "End the drain",
  /** @param {string} time */
  leaseOf: (time) => `lease for ${time} s`,
  /** @param {string} time */
  beat: (time) => `${time} s ago`,
  /** @param {string} records */
  unshipped: (records) => (records === "0" ? "all records are shipped" : `${records} records not shipped yet`),
  /** @param {string} node */
  drainSure: (node) => `Drain ${node}? It takes no new calls, gives its lines to other nodes, and ends after its last call.`,
  /** @param {string} node */
  undrainSure: (node) => `End the drain of ${node}? It takes new calls again.`,
};

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
