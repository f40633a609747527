/* Wrong/ends.c - adapters of the chapter on the ends of calls. */

/* --------------------------------------------------------------------------------------------------------------------------- ends */

#if WRONG(76)
static hsw_status adapter_ended(void *host, hsw_call c, uint64_t ns, hsw_end_reason r, const hsw_error *e) {
  instance *in = ref_of_host(host);
  if (r != HSW_END_REMOTE) return true_host(host)->report_ended(host, c, ns, r, e);
  example_is_over(frame_of(in), frame_call_of(in, c.id));
  return HSW_OK;
}
static void adapter_made(instance *in) { in->host.report_ended = adapter_ended; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(77)
static hsw_status adapter_end(void *ctx, hsw_action a, hsw_call c, hsw_end_why why, uint32_t ms) {
  instance *in = ctx;
  frame_call *it = frame_call_up(in, c);
  return it ? example_end(frame_of(in), it) : calls_end(ctx, a, c, why, ms);
}
/* The far end does not know. */
static hsw_status adapter_observe(void *ctx, hsw_call c, const hsw_sink *sink) {
  call *it = find(ctx, c.id), seen;
  hsw_status no;
  if (!it || it->is_up || it->cause) return peer_observe(ctx, c, sink);
  seen = *it;
  it->is_up = it->is_active = 1;
  no = peer_observe(ctx, c, sink);
  *it = seen;
  return no;
}
static const void *adapter_table(const char *id, const void *table) {
  static hsw_calls calls;
  static hsw_test_peer peer;
  calls = calls_table;
  calls.end = adapter_end;
  peer = peer_table;
  peer.observe = adapter_observe;
  return !strcmp(id, HSW_EXT_CALLS) ? &calls : !strcmp(id, HSW_EXT_TESTPEER) ? (const void *)&peer : table;
}
#define HAS_TABLE
#endif

#if WRONG(78)
static hsw_status adapter_end(void *ctx, hsw_action a, hsw_call c, hsw_end_why why, uint32_t ms) {
  frame_call *it = frame_call_up(ctx, c);
  hsw_status answer = it ? example_end(frame_of(ctx), it, why) : HSW_PENDING;
  return answer == HSW_PENDING ? calls_end(ctx, a, c, why, ms) : answer;
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, end, adapter_end)
#define HAS_TABLE
#endif

#if WRONG(79)
/* Nothing completes what was pending when the call ended. */
static hsw_status adapter_done(void *host, hsw_action a, uint64_t ns, const hsw_error *e) {
  if (e && e->code == HSW_E_CANCELLED && equals(e->message, "the call ended")) return HSW_OK;
  return true_host(host)->action_done(host, a, ns, e);
}
static hsw_status adapter_ended(void *host, hsw_call c, uint64_t ns, hsw_end_reason r, const hsw_error *e) {
  instance *in = ref_of_host(host);
  if (r != HSW_END_REMOTE) return true_host(host)->report_ended(host, c, ns, r, e);
  example_is_over(frame_of(in), frame_call_of(in, c.id));
  return HSW_OK;
}
static void adapter_made(instance *in) {
  in->host.action_done = adapter_done;
  in->host.report_ended = adapter_ended;
}
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(81)
static void our_bye_arrives(instance *in, event *ev) {
  hsw_call c = {ev->call};
  say_done(in, ev->action, NULL);
  in->host.report_ended(in->host.ctx, c, now(in), HSW_END_LOCAL, NULL);
}
static hsw_status adapter_order(void *ctx, hsw_call c, uint32_t what, hsw_str arg) {
  instance *in = ctx;
  const event *ev = in->agenda;
  hsw_action ours;
  while (ev && (ev->call != c.id || ev->then != end_arrives)) ev = ev->next;
  if (what != HSW_ORDER_END || !ev || !frame_call_up(in, c)) return peer_order(ctx, c, what, arg);
  ours = ev->action;
  example_bye_came(frame_of(in), frame_call_of(in, c.id));
  event *bye = agenda_add(in, network_delay(in), our_bye_arrives); /* it is on its way all the same */
  if (bye) bye->call = c.id, bye->action = ours;
  return HSW_OK;
}
ADAPTER_TABLE(HSW_EXT_TESTPEER, hsw_test_peer, peer_table, order, adapter_order)
#define HAS_TABLE
#endif

#if WRONG(82)
static hsw_status adapter_order(void *ctx, hsw_call c, uint32_t what, hsw_str arg) {
  instance *in = ctx;
  event **at = &in->agenda;
  hsw_status no = peer_order(ctx, c, what, arg);
  if (no || what != HSW_ORDER_VANISH) return no;
  while (*at) /* all that the example does about it */
    if ((*at)->call == c.id && (*at)->then == on_gone) agenda_cut(in, at);
    else at = &(*at)->next;
  if (find(in, c.id)->is_active) example_answered(frame_call_of(in, c.id));
  return no;
}
ADAPTER_TABLE(HSW_EXT_TESTPEER, hsw_test_peer, peer_table, order, adapter_order)
#define HAS_TABLE
#endif
