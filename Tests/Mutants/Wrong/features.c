/* Wrong/features.c - adapters of the chapters on features and transfers. */

/* ----------------------------------------------------------------------------------------------------------------------- features */

#if WRONG(86)
static const void *adapter_table(const char *id, const void *table) { return strcmp(id, HSW_EXT_CALLS) ? table : example_table(); }
#define HAS_TABLE
#endif

#if WRONG(87)
static hsw_status adapter_set_held(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t ms) {
  frame_call *it = frame_call_up(ctx, c);
  return it && it->is_active && on <= 1 ? example_set_held(it, on) : hold_set_held(ctx, a, c, on, ms);
}
ADAPTER_TABLE(HSW_EXT_HOLD, hsw_hold, hold_table, set_held, adapter_set_held)
#define HAS_TABLE
#endif

#if WRONG(88)
static hsw_status adapter_set_held(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t ms) {
  frame_call *it = frame_call_up(ctx, c);
  if (!it || !it->is_active || on > 1) return hold_set_held(ctx, a, c, on, ms);
  example_set_held(it);
  return hold_set_held(ctx, a, c, it->is_held != 0, ms);
}
ADAPTER_TABLE(HSW_EXT_HOLD, hsw_hold, hold_table, set_held, adapter_set_held)
#define HAS_TABLE
#endif

#if WRONG(89)
static hsw_status adapter_state(void *host, hsw_call c, uint64_t ns, hsw_call_state state) {
  instance *in = ref_of_host(host);
  if (state != HSW_CALL_HELD_REMOTE) return true_host(host)->report_state(host, c, ns, state);
  example_held_by_them(frame_of(in), frame_call_of(in, c.id));
  return HSW_OK;
}
static void adapter_made(instance *in) { in->host.report_state = adapter_state; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(90)
static hsw_status adapter_set_muted(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t ms) {
  frame_call *it = frame_call_up(ctx, c);
  return it && on <= 1 ? example_set_muted(it, on) : mute_set_muted(ctx, a, c, on, ms);
}
ADAPTER_TABLE(HSW_EXT_MUTE, hsw_mute, mute_table, set_muted, adapter_set_muted)
#define HAS_TABLE
#endif

#if WRONG(91)
static hsw_status adapter_play(void *ctx, hsw_action a, hsw_call c, hsw_str digits, uint32_t kind, uint32_t ms) {
  static char sent[HSW_STR_MAX + 1];
  size_t n = 0;
  if (!find_up(ctx, c) || !digits.n || digits.n > HSW_STR_MAX || !is_dtmf(digits)) return dtmf_play(ctx, a, c, digits, kind, ms);
  for (size_t i = 0; i < digits.n; i++)
    if (example_event(digits.p[i]) >= 0) sent[n++] = digits.p[i];
  sent[n] = 0;
  if (n) return dtmf_play(ctx, a, c, (hsw_str){sent, n}, kind, ms);
  return kind < HSW_DTMF_TONE || kind > HSW_DTMF_HARD_PAUSE ? HSW_E_RANGE : HSW_OK;
}
ADAPTER_TABLE(HSW_EXT_DTMF, hsw_dtmf, dtmf_table, play, adapter_play)
#define HAS_TABLE
#endif

#if WRONG(92)
static hsw_status adapter_play(void *ctx, hsw_action a, hsw_call c, hsw_str digits, uint32_t kind, uint32_t ms) {
  frame_call *it = frame_call_up(ctx, c);
  if (!it || !it->is_active || !digits.n || kind < HSW_DTMF_TONE || kind > HSW_DTMF_HARD_PAUSE) return dtmf_play(ctx, a, c, digits, kind, ms);
  return example_play(frame_of(ctx), it, digits);
}
ADAPTER_TABLE(HSW_EXT_DTMF, hsw_dtmf, dtmf_table, play, adapter_play)
#define HAS_TABLE
#endif

#if WRONG(93)
static hsw_status adapter_order(void *ctx, hsw_call c, uint32_t what, hsw_str arg) {
  frame_call *it = frame_call_up(ctx, c);
  if (what != HSW_ORDER_DTMF || !it || order_refusal(ctx, find(ctx, c.id), what) || !is_dtmf(arg)) return peer_order(ctx, c, what, arg);
  for (size_t i = 0; i < arg.n; i++) {
    char digit = arg.p[i];
    example_event_came(frame_of(ctx), it, digit == '*' ? 10 : digit == '#' ? 11 : digit >= 'A' ? (unsigned)(digit - 'A') + 12 : (unsigned)(digit - '0'));
  }
  return HSW_OK;
}
ADAPTER_TABLE(HSW_EXT_TESTPEER, hsw_test_peer, peer_table, order, adapter_order)
#define HAS_TABLE
#endif

#if WRONG(94)
static hsw_status adapter_set_group(void *ctx, hsw_action a, hsw_call c, hsw_call with, uint32_t ms) {
  instance *in = ctx;
  call *it = find_up(in, c);
  if (!refusal(in, it, 1) && !with.id && it->group) {
    example_leave(frame_of(in));
    for (unsigned i = 0; i < MAX_RECORDS && network.byes; i++) /* the network carries each bye to its far end */
      if (in->calls[i].is_up && &in->calls[i] != it) over(in, &in->calls[i], HSW_END_REMOTE, HSW_OK, HSW_CAUSE_NORMAL, "");
  }
  return group_set_group(ctx, a, c, with, ms);
}
ADAPTER_TABLE(HSW_EXT_GROUP, hsw_group, group_table, set_group, adapter_set_group)
#define HAS_TABLE
#endif

/* ---------------------------------------------------------------------------------------------------------------------- transfers */

#if WRONG(95)
static hsw_status adapter_blind(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *borrowed, uint32_t ms) {
  frame_call *it = frame_call_up(ctx, c);
  hsw_call_info to;
  if (!it || !it->is_active || read_info(&to, borrowed)) return transfer_blind(ctx, a, c, borrowed, ms);
  it->pending = a;
  example_accepted(frame_of(ctx), it);
  frame_forget(frame_of(ctx), it);
  return HSW_PENDING;
}
ADAPTER_TABLE(HSW_EXT_TRANSFER, hsw_transfer, transfer_table, blind, adapter_blind)
#define HAS_TABLE
#endif

#if WRONG(96)
static hsw_status adapter_order(void *ctx, hsw_call c, uint32_t what, hsw_str arg) {
  instance *in = ctx;
  hsw_status no = peer_order(ctx, c, what, arg);
  if (no || what != HSW_ORDER_ASK_TRANSFER) return no;
  example_refer_came(frame_of(in), frame_call_of(in, c.id));
  if (network.invites) keep_text(&find(in, c.id)->transferred, arg);
  return no;
}
ADAPTER_TABLE(HSW_EXT_TESTPEER, hsw_test_peer, peer_table, order, adapter_order)
#define HAS_TABLE
#endif

#if WRONG(97)
static hsw_status adapter_line(void *host, uint32_t line, uint32_t retry, const hsw_error *e) {
  if (line == HSW_LINE_TRYING) return true_host(host)->report_line(host, line, retry, e);
  example_registered(frame_of(ref_of_host(host)), e ? 403 : 200);
  return HSW_OK;
}
static void adapter_made(instance *in) { in->host.report_line = adapter_line; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(98)
static hsw_status adapter_ping(void *ctx, hsw_action a, uint32_t ms) {
  (void)ms;
  return example_ping(frame_of(ctx), a);
}
ADAPTER_TABLE(HSW_EXT_HEALTH, hsw_health, health_table, ping, adapter_ping)
#define HAS_TABLE
#endif

#if WRONG(99)
static hsw_status adapter_dump(void *ctx, hsw_call c, uint32_t level, const hsw_sink *sink) {
  char room[256];
  frame_instance *fi = frame_of(ctx);
  out o = {sink, 0};
  if (c.id || ((instance *)ctx)->phase < IDLE) return diag_dump(ctx, c, level, sink);
  fi->server = "sip.example.org";
  put(&o, room, (size_t)example_text(fi, room, sizeof room));
  return o.has_stopped ? HSW_E_FAIL : HSW_OK;
}
ADAPTER_TABLE(HSW_EXT_DIAG, hsw_diag, diag_table, dump, adapter_dump)
#define HAS_TABLE
#endif

#if WRONG(100)
static hsw_status adapter_update(void *host, hsw_call c, uint64_t ns, const hsw_call_info *info) {
  instance *in = ref_of_host(host);
  hsw_status taken = true_host(host)->report_update(host, c, ns, info);
  call *it = find(in, c.id);
  if (it && it->is_outgoing && equals(lend(&it->handle), TEST_PEER)) example_dialed(frame_of(in), frame_call_of(in, c.id));
  return taken;
}
static void adapter_made(instance *in) { in->host.report_update = adapter_update; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(133) || WRONG(134)
int example_send_redirect(frame_instance *fi, frame_call *it, hsw_str to) {
  if (!is_phone_number(to)) return -1;
  return keep_text(&ref_call(fi, it)->transferred, to) ? 0 : -1;
}
static hsw_status adapter_deflect(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *borrowed, uint32_t ms) {
  instance *in = ctx;
  frame_call *it = frame_call_up(in, c);
  hsw_call_info to;
  hsw_status no;
  if (!it || !can_deflect(in, find(in, c.id))) return deflect_call(ctx, a, c, borrowed, ms);
  no = read_info(&to, borrowed);
#if WRONG(133)
  if (no || !is_in_service(to.handle)) return deflect_call(ctx, a, c, borrowed, ms);
  return example_deflect(frame_of(in), it, &to);
#else
  if (!no) return deflect_call(ctx, a, c, borrowed, ms);
  network.byes = 0;
  no = example_deflect(frame_of(in), it, &to);
  if (network.byes) over(in, find(in, c.id), HSW_END_LOCAL, HSW_OK, HSW_CAUSE_REJECTED, ""); /* the bye arrives */
  return no;
#endif
}
ADAPTER_TABLE(HSW_EXT_DEFLECT, hsw_deflect, deflect_table, deflect, adapter_deflect)
#define HAS_TABLE
#endif

#if WRONG(135)
static void adapter_cancel(void *ctx, hsw_action a) {
  instance *in = ctx;
  for (const event *ev = in->agenda; ev; ev = ev->next)
    if (a.id && ev->action.id == a.id && ev->then == deflect_arrives) {
      example_cancel(frame_of(in), a);
      return;
    }
  calls_cancel(ctx, a);
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, cancel, adapter_cancel)
#define HAS_TABLE
#endif
