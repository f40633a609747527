// @ts-check
// The person's session: the one-time code in the address, and the token that it is exchanged for.

const place = "hookswitch.token";

/**
 * Returns the token of the session; null without one.
 *
 * A code in the address is taken out of it before anything else happens, so that it stays in no history.
 *
 * @param {Window} page
 * @param {typeof fetch} ask
 * @returns {Promise<string | null>}
 */
export async function openSession(page = window, ask = fetch.bind(globalThis)) {
  const code = /^#code=([0-9a-f]{64})$/.exec(page.location.hash)?.[1];
  if (!code) return page.sessionStorage.getItem(place);
  page.history.replaceState(null, "", page.location.pathname);
  page.sessionStorage.removeItem(place);
  const answer = await ask("session", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code }), credentials: "omit", cache: "no-store",
  });
  if (!answer.ok) return null;
  const token = (await answer.json()).token;
  if (typeof token !== "string" || !/^[0-9a-f]{64}$/.test(token)) return null;
  page.sessionStorage.setItem(place, token);
  return token;
}

/** Forgets the token. */
export function forgetSession(page = window) {
  page.sessionStorage.removeItem(place);
}

/**
 * Returns the address and the subprotocols of the WebSocket: the second one carries the token, since a page cannot set its headers.
 *
 * @param {string} token
 * @param {Location} address
 * @returns {[string, string[]]}
 */
export function socketAddress(token, address = window.location) {
  const scheme = address.protocol === "https:" ? "wss:" : "ws:";
  return [`${scheme}//${address.host}${address.pathname.replace(/[^/]*$/, "")}rpc`, ["hookswitch.v1", `bearer.${token}`]];
}
