// @ts-check
// The page: joins connection, state and views, and draws at most once a frame.

import { parts } from "./parts/address.js";
import { Audio } from "./views/audio.js";
import { Calls } from "./host/calls.js";
import { Cluster } from "./views/cluster.js";
import { Connection } from "./host/connection.js";
import { Detail } from "./views/detail.js";
import { makeDialogs } from "./parts/dialogs.js";
import { el, fill, rest } from "./parts/elements.js";
import { Feed } from "./host/feed.js";
import { HostClock, loadLocales } from "./parts/format.js";
import { historyPage } from "./views/history.js";
import { Incoming } from "./views/incoming.js";
import { hearKeys, Letters } from "./parts/keys.js";
import { Ladder } from "./views/ladder.js";
import { Levels } from "./host/levels.js";
import { CallList } from "./views/list.js";
import { Messages } from "./views/messages.js";
import { Previews } from "./host/previews.js";
import { Providers } from "./views/providers.js";
import { Quality } from "./host/quality.js";
import { Requests } from "./host/requests.js";
import { Rules } from "./host/rules.js";
import { openSession, forgetSession, socketAddress } from "./host/session.js";
import { Standing, signedOut } from "./parts/standing.js";
import { Starter } from "./views/starter.js";
import { drawTabs, load } from "./parts/tabs.js";
import { text } from "./parts/words.js";
import { whyNotPage } from "./views/whynot.js";

const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const dialogs = makeDialogs(/** @type {HTMLDialogElement} */ (place("dialog")));

/** @param {string} token */
async function start(token) {
  const connection = new Connection(() => new WebSocket(...socketAddress(token)));
  const [calls, clock, letters] = [new Calls(), new HostClock(), new Letters()];
  let /** @type {Feed} */ feed;
  let isDirty = true;
  const draw = () => void (isDirty = true);
  const send = (/** @type {string} */ method, /** @type {object} */ params) => connection.request(method, params);
  const standing = new Standing(connection, place("standing"));
  const levels = new Levels(connection);
  const desk = {
    calls, clock, send, levels: levels.values, requests: new Requests(send, draw), previews: new Previews(calls, send, draw),
    quality: new Quality(send, draw), rules: new Rules(() => redraw()), ...dialogs, isMine: (/** @type {string} */ line) => standing.isMine(line),
    may: (/** @type {string} */ right) => standing.may(right), isLive: () => connection.state === "live", hasLetters: () => letters.areOn,
    isLooking: () => feed.watch.isLooking, say: (/** @type {string} */ sentence) => fill(place("live"), sentence),
  };
  await rest();
  const [detail, incoming, providers, audio] = [new Detail(desk), new Incoming(desk, place("ringing")), new Providers(desk), new Audio(desk)];
  const [ladder, traces, cluster] = [new Ladder(desk), new Messages(desk, providers.providers), new Cluster(desk, () => (draw(), tabs()))];
  await rest();
  const starter = new Starter({ ...desk, lineAt: () => calls.get(detail.chosen)?.line });
  const list = new CallList(calls, clock, (id) => {
    detail.chosen = id;
    history.replaceState(null, "", `#calls/${id}`);
    draw();
  }, [starter.element]);
  const [past, refused] = [historyPage(desk), whyNotPage(desk)];
  /** @type {Record<string, HTMLElement>} */
  const pages = {
    calls: el("div", { class: "calls" }, list.element, detail.element), history: past.element, ladder: el("div", {}, traces.element, ladder.element),
    whynot: refused.element, providers: providers.element, audio: audio.element, cluster: cluster.element,
  };
  /** @type {Record<string, { draw(): void }[]>} */
  const drawn = { calls: [list, detail, starter], providers: [providers], audio: [audio], cluster: [cluster], ladder: [traces] };
  let shown = "";
  const tabs = () => drawTabs(place("tabs"), shown, cluster.isThere);

  /** Shows the view that the address names. */
  function show() {
    const [name = "", subject] = parts(location.hash);
    const view = Object.hasOwn(pages, name) ? name : "calls";
    if (view !== shown) fill(place("view"), pages[view]);
    if (shown === "ladder" && view !== "ladder") void ladder.close();
    shown = view;
    tabs();
    if (view === "calls" && subject) list.chosen = detail.chosen = subject;
    if (connection.state === "live") load(view, subject, { past, refused, providers, ladder, detail });
    draw();
  }

  await rest();
  feed = new Feed(connection, calls, {
    clear: () => audio.clear(), changed: draw,
    take(state) {
      if (state.topic === "line") calls.takeLine(state.key, state.value);
      else if (state.topic === "provider") providers.take(state.key, state.value);
      else if (state.topic === "audio") audio.take(state.key, state.value);
      else if (state.topic === "host") standing.host = state.value;
      draw();
    },
    hello(hello) {
      standing.take(hello);
      if (hello.time) clock.learn(hello.time);
      void cluster.read(false);
      show();
    },
    levels: (params) => levels.take(params), trace: (params) => ladder.take(params), lost: () => desk.say(text.lost),
    goodbye: (reason) => void (["closed", "expired"].includes(reason) && end()),
  });

  function redraw() {
    refused.redraw();
    draw();
  }

  function end() {
    forgetSession();
    connection.end();
    signedOut(place("view"));
  }

  /** Draws a frame when something has changed; times count on once a second. */
  function frame() {
    if (isDirty) {
      isDirty = false;
      for (const part of drawn[shown] ?? []) part.draw();
      incoming.draw();
      desk.quality.want(shown === "ladder" ? ladder.measured : shown === "calls" && desk.may("numbers") && detail.isActive ? detail.chosen ?? "" : "");
      if (shown === "ladder") ladder.takeQuality();
      levels.want(shown === "audio" ? audio.wanted : detail.isActive ? [detail.chosen ?? ""] : []);
      feed.want(shown, shown === "audio" ? audio.wish : list.wish, detail.chosen);
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
  setInterval(() => (standing.draw(), draw()), 1_000);
  show();
  connection.connect();
  requestAnimationFrame(frame);
}

const token = await openSession();
await loadLocales();
if (token) await start(token);
else signedOut(place("view"));
