/* Wrong/features.c - adapters of the chapters on features, transfers, audio, configuration, state and handovers. */

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

/* -------------------------------------------------------------------------------------------------------------------------- audio */

#if WRONG(101)
static hsw_status adapter_formats(void *ctx, hsw_call c, hsw_audio_format *to, uint32_t stride, uint32_t *inout_n) {
  uint32_t room = *inout_n;
  hsw_status no = audio_formats(ctx, c, to, stride, inout_n);
  if (!no && room >= FORMATS && to) example_put(to, formats, FORMATS);
  return no;
}
ADAPTER_TABLE(HSW_EXT_AUDIO, hsw_audio, audio_table, formats, adapter_formats)
#define HAS_TABLE
#endif

#if WRONG(102) || WRONG(105) || WRONG(106) || WRONG(107)
static void adapt_port(port *p) {
#if WRONG(102)
  static const int16_t silence[960];
  hsw_slot *slot = hsw_ring_room(&p->from_net);
  if (slot) example_put(slot, silence, p->frame_bytes); /* however long the slot is */
#elif WRONG(105)
  p->to_net.ctl->flush = example_next(p->to_net.ctl);
#elif WRONG(106)
  example_put(p->from_net.ctl, p->from_net.n_slots);
#else
  hsw_slot *slot = (hsw_slot *)(uintptr_t)hsw_ring_slot(&p->to_net, p->to_net.ctl->tail);
  if (hsw_ring_count(&p->to_net)) example_swap((unsigned char *)(slot + 1), hsw_ring_bytes(&p->to_net, slot));
#endif
}
static void adapter_tick(void *ctx, uint64_t mono_ns) {
  instance *in = ctx;
  for (unsigned i = 0; i < MAX_CALLS; i++)
    if (in->ports[i].call) adapt_port(&in->ports[i]);
  audio_tick(ctx, mono_ns);
}
ADAPTER_TABLE(HSW_EXT_AUDIO, hsw_audio, audio_table, tick, adapter_tick)
#define HAS_TABLE
#endif

#if WRONG(103)
static port left_port;
static void adapter_detach(void *ctx, hsw_call c) {
  port *p = port_of(ctx, c.id);
  if (p) left_port = *p;
  example_detach(frame_of(ctx), c);
  audio_detach(ctx, c);
}
static void adapter_tick(void *ctx, uint64_t mono_ns) {
  const int16_t silence[80] = {0};
  if (example_is_over) give_frame(&left_port, silence, sizeof silence, mono_ns); /* its last frame */
  example_is_over = 0;
  audio_tick(ctx, mono_ns);
}
static const void *adapter_table(const char *id, const void *table) {
  static hsw_audio changed;
  if (strcmp(id, HSW_EXT_AUDIO)) return table;
  changed = audio_table;
  changed.detach = adapter_detach;
  changed.tick = adapter_tick;
  return &changed;
}
#define HAS_TABLE
#endif

#if WRONG(104)
static void adapter_tick(void *ctx, uint64_t mono_ns) {
  example_tick(ctx, mono_ns);
  audio_tick(ctx, mono_ns);
}
ADAPTER_TABLE(HSW_EXT_AUDIO, hsw_audio, audio_table, tick, adapter_tick)
#define HAS_TABLE
#endif

/* ------------------------------------------------------------------------------------------------------- configuration and state */

#if WRONG(108)
static hsw_str adapter_schema(void *ctx) {
  (void)ctx;
  return str(example_schema);
}
ADAPTER_TABLE(HSW_EXT_CONFIG, hsw_config, config_table, schema, adapter_schema)
#define HAS_TABLE
#endif

#if WRONG(109) || WRONG(110)
static hsw_status adapter_apply(void *ctx, hsw_action a, hsw_str json, uint32_t ms) {
  instance *in = ctx;
  settings trial = in->settings, partial = in->settings;
  char wrong[160];
  if (in->phase < IDLE || read_settings(&trial, json, wrong, sizeof wrong)) return config_apply(ctx, a, json, ms);
#if WRONG(109)
  (void)partial;
  return example_check(0);
#else
  cursor at = {json.p, json.p ? json.p + json.n : NULL};
  frame_instance *fi = frame_of(in);
  if (is_text(json)) read_object(&partial, &at, wrong, sizeof wrong);
  fi->server = "the old one";
  example_apply(fi, "the new one", "");
  if (!strcmp(fi->server, "the new one")) in->settings = partial; /* what came before the error is in force */
  return config_apply(ctx, a, json, ms);
#endif
}
ADAPTER_TABLE(HSW_EXT_CONFIG, hsw_config, config_table, apply, adapter_apply)
#define HAS_TABLE
#endif

#if WRONG(111)
static void *adapter_arg;
static void (*adapter_then)(void *, hsw_status, hsw_str);
static instance *adapter_in;
static void on_value(void *arg, hsw_status status, hsw_str value) {
  char password[64];
  frame_instance *fi = frame_of(arg);
  snprintf(password, sizeof password, "%s", value.p ? value.p : "");
  fi->password = password;
  if (status == HSW_OK) example_sign(fi, "Authorization: ");
  adapter_then(adapter_arg, status, value);
}
static hsw_status (*true_get)(void *, hsw_str, void (*)(void *, hsw_status, hsw_str), void *);
static hsw_status adapter_get(void *host, hsw_str key, void (*then)(void *, hsw_status, hsw_str), void *arg) {
  adapter_then = then;
  adapter_arg = arg;
  return true_get(host, key, on_value, adapter_in);
}
static hsw_status adapter_init(void *ctx, hsw_why *why) {
  instance *in = ctx;
  hsw_status no = instance_init(ctx, why);
  adapter_in = in;
  true_get = in->secrets.get;
  if (true_get) in->secrets.get = adapter_get;
  return no;
}
static void adapter_made(instance *in) { in->table.init = adapter_init; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(112)
/* The whole state is the number of calls that were made. */
static hsw_status adapter_save(void *ctx, const hsw_sink *sink) {
  instance *in = ctx;
  char room[64];
  frame_instance *fi = frame_of(in);
  out o = {sink, 0};
  if (in->phase < IDLE) return HSW_E_STATE;
  fi->minted = in->outgoing;
  put(&o, room, (size_t)example_save(fi, room, sizeof room));
  return o.has_stopped ? HSW_E_FAIL : HSW_OK;
}
static hsw_status adapter_load(void *ctx, const hsw_source *source) {
  instance *in = ctx;
  char room[64];
  frame_instance *fi = frame_of(in);
  size_t n = take(source, room, sizeof room - 1);
  room[n] = 0;
  example_load(fi, room);
  in->outgoing = fi->minted;
  return HSW_OK;
}
static const void *adapter_table(const char *id, const void *table) {
  static hsw_state changed;
  if (strcmp(id, HSW_EXT_STATE)) return table;
  changed = state_table;
  changed.save = adapter_save;
  changed.load = adapter_load;
  return &changed;
}
static void adapter_made(instance *in) { in->outgoing = 25; /* in hexadecimal, the next ones have letters */ }
#define ADAPTER_MADE adapter_made
#define HAS_TABLE
#endif

#if WRONG(113)
static unsigned char text_read[1 << 17];
static size_t text_bytes, text_given;
static int64_t give_again(void *ctx, void *to, size_t n) {
  (void)ctx;
  if (n > text_bytes - text_given) n = text_bytes - text_given;
  memcpy(to, text_read + text_given, n);
  text_given += n;
  return (int64_t)n;
}
static hsw_status adapter_load(void *ctx, const hsw_source *source) {
  const hsw_source again = {NULL, give_again};
  text_bytes = take(source, text_read, sizeof text_read);
  text_given = 0;
  if (text_bytes >= 20) free(example_body(text_read + 8)); /* the length lies behind the word and the version */
  return state_load(ctx, &again);
}
ADAPTER_TABLE(HSW_EXT_STATE, hsw_state, state_table, load, adapter_load)
#define HAS_TABLE
#endif

/* ---------------------------------------------------------------------------------------------------------------------- handovers */

#if WRONG(136)
static uint64_t moved[MAX_RECORDS];
static unsigned n_moved;
static int64_t note_moved(void *ctx, const void *p, size_t n) {
  (void)ctx;
  if (n == sizeof *moved && n_moved < MAX_RECORDS) memcpy(&moved[n_moved++], p, n);
  return (int64_t)n;
}
static hsw_status adapter_give(void *ctx, uint32_t way, const hsw_parcel *out) {
  instance *in = ctx;
  hsw_parcel own = {.size = sizeof own, .write = note_moved};
  n_moved = 0;
  if (example_give(frame_of(in), way, &own) || in->phase != ACTIVE || in->handing > PREPARED) return handover_give(ctx, way, out);
  for (unsigned i = 0; i < MAX_RECORDS; i++) {
    int is_moved = !in->calls[i].is_up || !in->calls[i].is_held;
    for (unsigned k = 0; k < n_moved; k++) is_moved |= moved[k] == in->calls[i].id;
    if (!is_moved) frame_forget(frame_of(in), frame_call_of(in, in->calls[i].id));
  }
  return handover_give(ctx, way, out);
}
ADAPTER_TABLE(HSW_EXT_HANDOVER, hsw_handover, handover_table, give, adapter_give)
#define HAS_TABLE
#endif

#if WRONG(137)
static hsw_status adapter_take(void *ctx, uint32_t way, const hsw_parcel *from, hsw_why *why) {
  instance *in = ctx;
  hsw_status no = handover_take(ctx, way, from, why);
  frame_instance *fi = frame_of(in);
  if (no) return no;
  fi->minted = in->minted;
  no = example_take(fi, way, from, why);
  in->minted = fi->minted;
  return no;
}
ADAPTER_TABLE(HSW_EXT_HANDOVER, hsw_handover, handover_table, take, adapter_take)
#define HAS_TABLE
#endif

#if WRONG(138)
static int64_t drop(void *ctx, const void *p, size_t n) { return (void)ctx, (void)p, (int64_t)n; }
static hsw_status adapter_give(void *ctx, uint32_t way, const hsw_parcel *out) {
  instance *in = ctx;
  hsw_parcel own = {.size = sizeof own, .write = drop};
  hsw_status no = handover_give(ctx, way, out);
  if (no || example_give(frame_of(in), way, &own)) return no;
  in->is_still = 0;
  listen_again(in, HSW_FD_READ);
  agenda_arm(in);
  return HSW_OK;
}
ADAPTER_TABLE(HSW_EXT_HANDOVER, hsw_handover, handover_table, give, adapter_give)
#define HAS_TABLE
#endif

#if WRONG(139)
static void adapter_settle(void *ctx, uint32_t outcome) {
  instance *in = ctx;
  frame_instance *fi = frame_of(in);
  if (outcome != HSW_HANDOVER_REFUSED || in->handing != GIVEN) {
    handover_settle(ctx, outcome);
    return;
  }
  fi->socket = in->listener;
  example_settle(fi, outcome);
  in->handing = HERE;
  in->is_still = 0;
  agenda_clear(in); /* its timers are not set again */
}
ADAPTER_TABLE(HSW_EXT_HANDOVER, hsw_handover, handover_table, settle, adapter_settle)
#define HAS_TABLE
#endif

#if WRONG(140)
/* A parcel of which the head was read: what follows begins with a count. */
static hsw_status adapter_take(void *ctx, uint32_t way, const hsw_parcel *from, hsw_why *why) {
  instance *in = ctx;
  parcel_head head;
  hsw_status no = handover_take(ctx, way, from, why);
  if (no != HSW_E_INVAL || in->phase != IDLE) return no;
  if (read_bytes(from, &head, sizeof head) == 0) memset(&head, 0xff, sizeof head);
  return example_take(frame_of(in), way, from, why);
}
ADAPTER_TABLE(HSW_EXT_HANDOVER, hsw_handover, handover_table, take, adapter_take)
#define HAS_TABLE
#endif

#if WRONG(141)
static hsw_status adapter_prepare(void *ctx, uint32_t way, const hsw_parcel *borrowed) {
  instance *in = ctx;
  frame_instance *fi = frame_of(in);
  hsw_parcel out;
  hsw_status no = handover_prepare(ctx, way, borrowed);
  if (no) return no;
  copy_table(&out, sizeof out, borrowed);
  fi->socket = in->listener;
  return example_prepare(fi, way, &out);
}
ADAPTER_TABLE(HSW_EXT_HANDOVER, hsw_handover, handover_table, prepare, adapter_prepare)
#define HAS_TABLE
#endif
