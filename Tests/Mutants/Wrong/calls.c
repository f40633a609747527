/* Wrong/calls.c - adapters of the chapters on calls, their states and actions. */

/* -------------------------------------------------------------------------------------------------------------------------- calls */

#if WRONG(55)
/* The ids of incoming calls here, by those that the host knows. */
static hsw_status adapter_incoming(void *host, hsw_call c, uint64_t ns, const hsw_call_info *from) {
  instance *in = ref_of_host(host);
  call *it = find(in, c.id), *old;
  hsw_call minted;
  it->is_up = 0;
  minted = example_mint(frame_of(in));
  old = find(in, minted.id);
  if (old) old->id = 0;
  it->is_up = 1;
  it->id = minted.id;
  return true_host(host)->report_incoming(host, minted, ns, from);
}
static void adapter_made(instance *in) { in->host.report_incoming = adapter_incoming; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(56)
static hsw_status adapter_answer(void *ctx, hsw_action a, hsw_call c, uint32_t ms) {
  instance *in = ctx;
  return in->phase == ACTIVE && !find_up(in, c) ? example_answer(c) : calls_answer(ctx, a, c, ms);
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, answer, adapter_answer)
#define HAS_TABLE
#endif

#if WRONG(57)
static hsw_status adapter_incoming(void *host, hsw_call c, uint64_t ns, const hsw_call_info *from) {
  char uri[128];
  (void)ns;
  snprintf(uri, sizeof uri, "%s", from->handle.p);
  example_invited(frame_of(ref_of_host(host)), c, uri);
  return HSW_OK;
}
static void adapter_made(instance *in) { in->host.report_incoming = adapter_incoming; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(58)
static hsw_status adapter_incoming(void *host, hsw_call c, uint64_t ns, const hsw_call_info *from) {
  instance *in = ref_of_host(host);
  (void)ns;
  example_invited(frame_of(in), frame_call_of(in, c.id), from);
  return HSW_OK;
}
static void adapter_made(instance *in) { in->host.report_incoming = adapter_incoming; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(59)
static hsw_status adapter_end(void *ctx, hsw_action a, hsw_call c, hsw_end_why why, uint32_t ms) {
  frame_call *it = frame_call_up(ctx, c);
  if (!it || example_end(frame_of(ctx), it, why) != HSW_PENDING) return calls_end(ctx, a, c, why, ms);
  return calls_end(ctx, a, c, network.why, ms); /* the network carries the bye to the far end */
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, end, adapter_end)
#define HAS_TABLE
#endif

#if WRONG(60)
static hsw_status adapter_start(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t ms) {
  instance *in = ctx;
  if (in->phase == ACTIVE && calls_up(in) == in->settings.max_calls) example_start(frame_of(in), c, to->handle);
  return calls_start(ctx, a, c, to, ms);
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, start, adapter_start)
#define HAS_TABLE
#endif

#if WRONG(61)
static hsw_status adapter_ended(void *host, hsw_call c, uint64_t ns, hsw_end_reason r, const hsw_error *e) {
  instance *in = ref_of_host(host);
  frame_instance *fi = frame_of(in);
  (void)ns, (void)e;
  if (r != HSW_END_REMOTE || !fi->calls) return true_host(host)->report_ended(host, c, ns, r, e);
  example_far_end_left(fi, c.id);
  return HSW_OK;
}
static void adapter_made(instance *in) { in->host.report_ended = adapter_ended; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(62)
ADAPTER_TABLE(HSW_EXT_HOLD, hsw_hold, hold_table, set_held, example_set_held)
static hsw_status adapter_update(void *host, hsw_call c, uint64_t ns, const hsw_call_info *info) {
  hsw_call_info said = *info;
  said.mask |= HSW_CI_CAN_HOLD; /* and its flag is clear */
  return ((shadow *)ref_of_host(host)->faults.shadow)->host.report_update(host, c, ns, &said);
}
static hsw_status adapter_incoming(void *host, hsw_call c, uint64_t ns, const hsw_call_info *info) {
  hsw_call_info said = *info;
  said.mask |= HSW_CI_CAN_HOLD;
  said.flags &= ~HSW_CI_CAN_HOLD;
  return ((shadow *)ref_of_host(host)->faults.shadow)->host.report_incoming(host, c, ns, &said);
}
static void adapter_made(instance *in) {
  in->host.report_update = adapter_update;
  in->host.report_incoming = adapter_incoming;
}
#define HAS_TABLE
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(130)
static hsw_status adapter_provider(void *host, const hsw_provider *limits) {
  hsw_status taken = true_host(host)->report_provider(host, limits);
  example_rename_line(frame_of(ref_of_host(host)), "Reference");
  return taken;
}
static void adapter_made(instance *in) {
  in->settings.max_calls = 3; /* fewer than the descriptor says */
  in->host.report_provider = adapter_provider;
}
#define ADAPTER_MADE adapter_made
#endif

/* ------------------------------------------------------------------------------------------------------------------------- states */

#if WRONG(63)
/* The start is done when the function returns, after the report; then the call goes on as usual. */
static hsw_status adapter_start(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t ms) {
  instance *in = ctx;
  hsw_status no = calls_start(ctx, a, c, to, ms);
  event *ev = in->agenda;
  if (no != HSW_PENDING || !find(in, c.id)) return no;
  no = example_start(frame_of(in), a, frame_call_of(in, c.id));
  while (ev && ev->action.id != a.id) ev = ev->next;
  if (ev) {
    call *it = find(in, c.id);
    it->is_begun = 1;
    ev->action.id = 0;
  }
  return no;
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, start, adapter_start)
/* No completion follows the one by status. */
static hsw_status adapter_done(void *host, hsw_action a, uint64_t ns, const hsw_error *e) {
  return a.id ? true_host(host)->action_done(host, a, ns, e) : HSW_OK;
}
static void adapter_made(instance *in) { in->host.action_done = adapter_done; }
#define ADAPTER_MADE adapter_made
#define HAS_TABLE
#endif

#if WRONG(64) || WRONG(65) || WRONG(80)
static hsw_status adapter_start(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *borrowed, uint32_t ms) {
  instance *in = ctx;
  hsw_call_info to;
  frame_call any = {.id = c.id};
  if (in->phase != ACTIVE || read_info(&to, borrowed) != HSW_E_INVAL) return calls_start(ctx, a, c, borrowed, ms);
#if WRONG(64)
  return example_start(frame_of(in), &any);
#elif WRONG(65)
  (void)any;
  return example_check(&to) == HSW_OK ? HSW_OK : say_failed(in, a, HSW_E_INVAL, HSW_CAUSE_INVALID_NUMBER, "that can not be called");
#else
  example_refused(frame_of(in), a, &any);
  return HSW_PENDING;
#endif
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, start, adapter_start)
#define HAS_TABLE
#endif

#if WRONG(66)
/* The network says "trying" as soon as the start is done. */
static hsw_status adapter_update(void *host, hsw_call c, uint64_t ns, const hsw_call_info *info) {
  instance *in = ref_of_host(host);
  hsw_status taken = true_host(host)->report_update(host, c, ns, info);
  const call *it = find(in, c.id);
  if (it && it->is_outgoing && !it->is_active) example_trying(frame_of(in), frame_call_of(in, c.id));
  return taken;
}
static void adapter_made(instance *in) { in->host.report_update = adapter_update; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(67)
static hsw_status adapter_answer(void *ctx, hsw_action a, hsw_call c, uint32_t ms) {
  instance *in = ctx;
  frame_call *it = frame_call_up(in, c);
  event *ev;
  (void)a, (void)ms;
  if (!it || find(in, c.id)->is_outgoing || it->is_active) return calls_answer(ctx, a, c, ms);
  ev = agenda_add(in, SECOND, answer_arrives); /* the 200 got lost, and is sent again */
  if (ev) ev->call = c.id;
  return example_answer(frame_of(in), it);
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, answer, adapter_answer)
#define HAS_TABLE
#endif

#if WRONG(68)
static hsw_status adapter_state(void *host, hsw_call c, uint64_t ns, hsw_call_state state) {
  instance *in = ref_of_host(host);
  hsw_status taken = true_host(host)->report_state(host, c, ns, state);
  if (state == HSW_CALL_ACTIVE) example_ringing(frame_of(in), frame_call_of(in, c.id)); /* a 180 that was late */
  return taken;
}
static void adapter_made(instance *in) { in->host.report_state = adapter_state; }
#define ADAPTER_MADE adapter_made
#endif

/* ------------------------------------------------------------------------------------------------------------------------ actions */

#if WRONG(69)
static hsw_status adapter_end(void *ctx, hsw_action a, hsw_call c, hsw_end_why why, uint32_t ms) {
  instance *in = ctx;
  frame_call *it = frame_call_up(in, c);
  hsw_action none = {0};
  hsw_status answer;
  if (!it) return calls_end(ctx, a, c, why, ms);
  answer = example_end(frame_of(in), a, it, why);
  calls_end(ctx, none, c, network.why, ms);
  return answer;
}
static hsw_status adapter_done(void *host, hsw_action a, uint64_t ns, const hsw_error *e) {
  return a.id ? true_host(host)->action_done(host, a, ns, e) : HSW_OK;
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, end, adapter_end)
static void adapter_made(instance *in) { in->host.action_done = adapter_done; }
#define ADAPTER_MADE adapter_made
#define HAS_TABLE
#endif

#if WRONG(70)
static hsw_status adapter_play(void *ctx, hsw_action a, hsw_call c, hsw_str digits, uint32_t kind, uint32_t ms) {
  call *it = find_up(ctx, c);
  if (refusal(ctx, it, 1) || !is_dtmf(digits) || kind < HSW_DTMF_TONE || kind > HSW_DTMF_HARD_PAUSE) return dtmf_play(ctx, a, c, digits, kind, ms);
  append_text(&it->digits, digits);
  return example_play(frame_of(ctx), a);
}
ADAPTER_TABLE(HSW_EXT_DTMF, hsw_dtmf, dtmf_table, play, adapter_play)
#define HAS_TABLE
#endif

#if WRONG(71)
static hsw_status adapter_set_held(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t ms) {
  frame_call *it = frame_call_up(ctx, c);
  if (!it || !it->is_active || on > 1) return hold_set_held(ctx, a, c, on, ms);
  return example_set_held(frame_of(ctx), it, on);
}
ADAPTER_TABLE(HSW_EXT_HOLD, hsw_hold, hold_table, set_held, adapter_set_held)
#define HAS_TABLE
#endif

#if WRONG(72)
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, cancel, example_cancel)
#define HAS_TABLE
#endif

#if WRONG(73)
static void answered_there(instance *in, event *ev) {
  call *it = find(in, ev->call);
  if (it) say_state(in, it, HSW_CALL_ACTIVE);
}
static void adapter_cancel(void *ctx, hsw_action a) {
  instance *in = ctx;
  const event *ev = in->agenda;
  uint64_t id;
  while (ev && (!a.id || ev->action.id != a.id)) ev = ev->next;
  if (!ev || ev->then != start_arrives) {
    calls_cancel(ctx, a);
    return;
  }
  id = ev->call;
  example_cancel_start(frame_of(in), frame_call_of(in, id));
  agenda_add(in, network_delay(in), answered_there)->call = id; /* the invitation is on its way */
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, cancel, adapter_cancel)
#define HAS_TABLE
#endif

#if WRONG(74)
static hsw_status adapter_state(void *host, hsw_call c, uint64_t ns, hsw_call_state state) {
  instance *in = ref_of_host(host);
  (void)ns;
  example_say(frame_of(in), frame_call_of(in, c.id), state);
  return HSW_OK;
}
static void adapter_made(instance *in) { in->host.report_state = adapter_state; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(75)
static hsw_status adapter_done(void *host, hsw_action a, uint64_t ns, const hsw_error *e) {
  if (!e) return true_host(host)->action_done(host, a, ns, e);
  example_busy(frame_of(ref_of_host(host)), a);
  return HSW_OK;
}
static void adapter_made(instance *in) {
  in->host.action_done = adapter_done;
  ((shadow *)in->faults.shadow)->frame.host = ((shadow *)in->faults.shadow)->host;
}
#define ADAPTER_MADE adapter_made
#endif
