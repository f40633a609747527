// @ts-check
// The actions on a call: a table of names, keys, methods, and the reasons why one is not possible.

import { text } from "../parts/words.js";

/**
 * An action.
 *
 * @typedef {{ name: string, key: string, label: (call: any) => string, method: (call: any) => string,
 *   params: (call: any, others: any[], input: string) => object, shows: (call: any) => boolean,
 *   obstacle: (call: any, others: any[]) => string, asks?: string, right?: string, foresees?: boolean }} Action
 *
 * With `foresees` the page shows the course of the request, by a preview of the host.
 */

/** @param {...string} states */
const within = (...states) => (/** @type {any} */ call) => states.includes(call.state);
/** @param {string} label */
const named = (label) => () => label;
/** @param {string} name */
const needs = (name) => (/** @type {any} */ call) => (call.capabilities?.includes(name) ? "" : text.lacks);
const ofCall = (/** @type {any} */ call) => ({ call: call.call });
const never = () => "";
const isRinging = (/** @type {any} */ call) => call.state === "ringing" && call.direction === "incoming";

/** The calls of the line that a merge joins with a call: those that talk, in another group. */
const mergeable = (/** @type {any} */ call, /** @type {any[]} */ others) =>
  others.filter((other) => ["active", "held"].includes(other.state) && other.group !== call.group);

/** @type {Action[]} */
export const actions = [
  { name: "answer", key: "a", label: named("Answer"), method: named("call.answer"), params: ofCall, shows: isRinging,
    obstacle: (call) => obstacle(call.answerChoices?.automatic) },
  { name: "decline", key: "d", label: named(text.decline), method: named("call.end"), params: ofCall, shows: isRinging, obstacle: never },
  { name: "hold", key: "h", label: (call) => (call.state === "held" ? text.resume : text.hold),
    method: (call) => (call.state === "held" ? "call.resume" : "call.hold"), params: ofCall, shows: within("active", "held"),
    obstacle: needs("holding"), foresees: true },
  { name: "swap", key: "s", label: named(text.swap), method: named("call.swap"), params: (call) => ({ line: call.line }),
    shows: within("active", "held"), obstacle: (_, others) => (others.length > 0 ? "" : text.noOther), foresees: true },
  { name: "merge", key: "m", label: named(text.merge), method: named("call.merge"),
    params: (call, others) => ({ calls: [call.call, mergeable(call, others)[0]?.call ?? others[0]?.call] }), shows: within("active", "held"),
    obstacle: (call, others) => (others.length > 0 ? "" : text.noOther), foresees: true },
  { name: "split", key: "p", label: named(text.split), method: named("call.split"), params: ofCall,
    shows: (call) => within("active", "held")(call) && call.isGrouped, obstacle: never, foresees: true },
  { name: "mute", key: "u", label: (call) => (call.muted ? text.unmute : text.mute), method: named("call.setMuted"),
    params: (call) => ({ call: call.call, muted: !call.muted }), shows: within("active", "connecting", "dialing", "held"), obstacle: never },
  { name: "transfer", key: "t", label: named(text.transfer), method: named("call.transfer"), asks: text.number,
    params: (call, _, input) => ({ call: call.call, handle: input }), shows: within("active", "held"), obstacle: needs("transfer") },
  { name: "keypad", key: "k", label: named(text.keypad), method: named("call.playDTMF"), asks: text.digits,
    params: (call, _, input) => ({ call: call.call, digits: input }), shows: within("active"), obstacle: needs("dtmf") },
  { name: "record", key: "r", label: (call) => (call.recording ? text.stopRecording : text.startRecording),
    method: (call) => (call.recording ? "call.stopRecording" : "call.record"), params: ofCall, shows: within("active"), obstacle: never,
    right: "record" },
  { name: "end", key: "e", label: named(text.end), method: named("call.end"), params: ofCall,
    shows: (call) => !isRinging(call) && !["ending", "ended"].includes(call.state), obstacle: never },
];

/**
 * Returns the sentence of an obstacle of an answer; empty when the host allows the choice. The host writes `null` for an allowed one.
 *
 * @param {any} refusal
 */
export function obstacle(refusal) {
  if (refusal === null || refusal === undefined) return "";
  return refusal.code ? `${refusal.message ?? ""} (${refusal.code})`.trim() : String(refusal.message ?? refusal);
}

/**
 * Returns the actions for a call.
 *
 * @param {any} call
 * @param {any[]} others The other calls of its line.
 */
export function actionsOf(call, others) {
  const known = { ...call, isGrouped: others.some((other) => other.group === call.group) };
  return actions.filter((action) => action.shows(known));
}
