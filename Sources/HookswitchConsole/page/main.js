// @ts-check
// The page: joins connection, state and views, and draws at most once a frame.

import { parts } from "./address.js";
import { Audio } from "./audio.js";
import { Calls } from "./calls.js";
import { Connection } from "./connection.js";
import { Detail } from "./detail.js";
import { makeDialogs } from "./dialogs.js";
import { el, fill } from "./elements.js";
import { Feed } from "./feed.js";
import { HostClock } from "./format.js";
import { historyPage } from "./history.js";
import { Incoming } from "./incoming.js";
import { hearKeys, Letters } from "./keys.js";
import { Ladder } from "./ladder.js";
import { Levels } from "./levels.js";
import { CallList } from "./list.js";
import { Previews } from "./previews.js";
import { Providers } from "./providers.js";
import { Quality } from "./quality.js";
import { Requests } from "./requests.js";
import { openSession, forgetSession, socketAddress } from "./session.js";
import { Standing, signedOut } from "./standing.js";
import { Starter } from "./starter.js";
import { text, views } from "./words.js";
import { whyNotPage } from "./whynot.js";

const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const dialogs = makeDialogs(/** @type {HTMLDialogElement} */ (place("dialog")));

/** @param {string} token */
function start(token) {
  const connection = new Connection(() => new WebSocket(...socketAddress(token)));
  const [calls, clock] = [new Calls(), new HostClock()];
  const letters = new Letters();
  let isDirty = true;
  const draw = () => void (isDirty = true);
  const send = (/** @type {string} */ method, /** @type {object} */ params) => connection.request(method, params);
  const standing = new Standing(connection, place("standing"));
  const levels = new Levels(connection);
  const desk = {
    calls, clock, send, levels: levels.values, requests: new Requests(send, draw), previews: new Previews(calls, send, draw),
    quality: new Quality(send, draw), ...dialogs, isMine: (/** @type {string} */ line) => standing.isMine(line),
    may: (/** @type {string} */ right) => standing.may(right), isLive: () => connection.state === "live", hasLetters: () => letters.areOn,
    say: (/** @type {string} */ sentence) => fill(place("live"), sentence),
  };
  const [detail, incoming, providers, audio, ladder] =
    [new Detail(desk), new Incoming(desk, place("ringing")), new Providers(desk), new Audio(desk), new Ladder(desk)];
  const starter = new Starter({ ...desk, lineAt: () => calls.entries.get(detail.chosen ?? "")?.call.line });
  const list = new CallList(calls, clock, (id) => {
    detail.chosen = id;
    history.replaceState(null, "", `#calls/${id}`);
    draw();
  }, [starter.element]);
  const [past, refused] = [historyPage(desk), whyNotPage(desk)];
  /** @type {Record<string, HTMLElement>} */
  const pages = {
    calls: el("div", { class: "calls" }, list.element, detail.element), history: past.element, ladder: ladder.element,
    whynot: refused.element, providers: providers.element, audio: audio.element,
  };
  let shown = "";

  /** Shows the view that the address names. */
  function show() {
    const [name = "", subject] = parts(location.hash);
    const view = Object.hasOwn(pages, name) ? name : "calls";
    fill(place("tabs"), ...views.map(([id, title]) =>
      el("a", { href: `#${id}`, "data-key": id, "aria-current": id === view ? "page" : false }, title)));
    if (view !== shown) fill(place("view"), pages[view]);
    if (shown === "ladder" && view !== "ladder") void ladder.close();
    shown = view;
    if (view === "calls" && subject) list.chosen = detail.chosen = subject;
    if (connection.state === "live") load(view, subject);
    draw();
  }

  /** @param {string} view @param {string | undefined} subject */
  function load(view, subject) {
    if (view === "history") void past.open(subject ?? "");
    else if (view === "whynot") void refused.load(true);
    else if (view === "providers") void providers.load();
    else if (view === "ladder") void ladder.open(subject ?? detail.chosen ?? "");
  }

  const feed = new Feed(connection, {
    clear: () => calls.clear(),
    take(state, isNews) {
      if (state.topic === "line") calls.take(state.key, state.value, isNews ? performance.now() : 0);
      else if (state.topic === "provider") providers.take(state.key, state.value);
      else if (state.topic === "audio") audio.take(state.key, state.value);
      else if (state.topic === "host") standing.host = state.value;
      draw();
    },
    hello(hello) {
      standing.take(hello);
      if (hello.time) clock.learn(hello.time);
      show();
    },
    levels: (params) => levels.take(params), trace: (params) => ladder.take(params), lost: () => desk.say(text.lost),
    goodbye: (reason) => void (["closed", "expired"].includes(reason) && end()),
  });

  function end() {
    forgetSession();
    connection.end();
    signedOut(place("view"));
  }

  /** Draws a frame when something has changed; times count on once a second. */
  function frame() {
    if (isDirty) {
      isDirty = false;
      if (shown === "calls") list.draw();
      if (shown === "calls") detail.draw();
      if (shown === "calls") starter.draw();
      if (shown === "providers") providers.draw();
      if (shown === "audio") audio.draw();
      incoming.draw();
      desk.quality.want(shown === "ladder" ? ladder.measured : shown === "calls" && desk.may("numbers") && detail.isActive ? detail.chosen ?? "" : "");
      if (shown === "ladder") ladder.takeQuality();
      levels.want(shown === "audio" ? audio.wanted : [...(detail.chosen && calls.entries.has(detail.chosen) ? [detail.chosen] : [])]);
    }
    requestAnimationFrame(frame);
  }

  connection.addEventListener("state", () => {
    document.body.classList.toggle("stale", connection.state !== "live");
    standing.draw();
    if (connection.state === "live") void feed.begin();
    if (connection.state === "over") end();
    draw();
  });
  addEventListener("hashchange", show);
  addEventListener("resize", draw);
  hearKeys(dialogs, letters, () => shown === "calls" && list.search);
  setInterval(() => {
    standing.draw();
    draw();
  }, 1_000);
  show();
  connection.connect();
  requestAnimationFrame(frame);
}

const token = await openSession();
if (token) start(token);
else signedOut(place("view"));
