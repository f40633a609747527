/* ref_peer.c - the test-peer: its orders, and its view of the call. */

static hsw_status peer_dialable(void *ctx, hsw_call_info *to) {
  hsw_call_info info;
  (void)ctx;
  memset(&info, 0, sizeof info);
  info.size = to->size; /* the host's size: its struct may be shorter or longer than ours */
  info.handle_kind = str("tel");
  info.handle = MUTANT(x316) ? fault_text_on_stack(TEST_PEER) : str(TEST_PEER);
  memcpy(to, &info, to->size < sizeof info ? to->size : sizeof info);
  return HSW_OK;
}

static void on_believed(instance *in, event *ev) {
  call *it = find(in, ev->call);
  if (it) it->is_up = 1;
}

static hsw_status peer_call(void *ctx, const hsw_call_info *borrowed) {
  instance *in = ctx;
  hsw_call_info from;
  hsw_status no = read_info(&from, borrowed);
  char cut[32];
  hsw_call c;
  call *it;
  fault_lock();
  if (in->phase != ACTIVE) return HSW_E_STATE;
  if (no) return no;
  if (calls_up(in) + in->lost_slots >= in->settings.max_calls) return HSW_E_BUSY;
  c.id = 1ull << 63 | (MUTANT(m29) ? ++in->minted % 16 : ++in->minted);
  if (MUTANT(x350)) fault_call_rings();
  it = new_call(in, c.id);
  it->is_begun = 1;
  if (MUTANT(x303)) fault_keep(from.display_name);
  if (!keep_text(&it->handle, from.handle)) {
    it->is_up = 0;
    return HSW_E_NOMEM;
  }
  if (MUTANT(x249) && from.handle.n > 255) {
    it->handle.n = 255;
    it->handle.p[255] = 0;
    from.handle = lend(&it->handle);
  }
  fault_at_caller(in, &from);
  from.size = sizeof from; /* its strings are borrowed from our caller, and valid until we return */
  if (!from.local_handle.n) from.local_handle = str(in->settings.own_number);
  if (MUTANT(x325) && from.display_name.n > 31) { /* its room has 31 bytes */
    snprintf(cut, sizeof cut, "%s", from.display_name.p);
    from.display_name = str(cut);
  }
  if (MUTANT(m32)) from.mask |= HSW_CI_CAN_HOLD, from.flags &= ~HSW_CI_CAN_HOLD;
  if (!in->host.report_incoming || in->host.report_incoming(in->host.ctx, c, now(in), &from) < 0) {
    it->is_up = 0; /* not taken: the handle is dead, and the far end gets "busy" */
    it->cause = HSW_CAUSE_BUSY;
    if (MUTANT(x228)) in->lost_slots++;
    return HSW_E_BUSY;
  }
  in->incoming++;
  if (MUTANT(m42)) {
    event *ev = agenda_add(in, 1, on_believed);
    it->is_up = !ev;
    if (ev) ev->call = c.id;
  }
  return HSW_OK;
}

static hsw_status ask_transfer(instance *in, call *it, hsw_str number) {
  hsw_call c = {it->id};
  hsw_call_info to;
  if (!in->transfer.report_request) return HSW_E_NOTSUP;
  if (!is_phone_number(number)) return HSW_E_INVAL;
  if (it->is_asked) return HSW_E_STATE;
  if (!keep_text(&it->asked, number)) return HSW_E_NOMEM;
  memset(&to, 0, sizeof to);
  to.size = sizeof to;
  to.handle_kind = str("tel");
  to.handle = lend(&it->asked);
  it->is_asked = 1;
  if (MUTANT(x08)) keep_text(&it->transferred, number); /* transfers before the host allows it */
  if (in->transfer.report_request(in->host.ctx, c, now(in), &to) < 0) it->is_asked = 0;
  return HSW_OK;
}

static hsw_status hold_there(instance *in, call *it, int on) {
  if (it->is_held_there == on) return HSW_E_STATE;
  it->is_held_there = on;
  if (MUTANT(x219) && !on) say_state(in, it, HSW_CALL_RESUMED_REMOTE);
  if (MUTANT(x10)) say_state(in, it, on ? HSW_CALL_HELD : HSW_CALL_ACTIVE); /* takes the far end's hold for ours */
  else say_state(in, it, on ? HSW_CALL_HELD_REMOTE : HSW_CALL_RESUMED_REMOTE);
  return HSW_OK;
}

static hsw_status send_digits(instance *in, const call *it, hsw_str digits) {
  hsw_call c = {it->id};
  char once[64];
  if (!is_dtmf(digits)) return HSW_E_INVAL;
  if (MUTANT(x216) && in->phase == DRAINING) return HSW_OK;
  if (MUTANT(x204) && digits.n < sizeof once) {
    memcpy(once, digits.p, digits.n);
    digits.n = fault_without_repeats(once, digits.n);
    once[digits.n] = 0;
    digits.p = once;
  }
  if (in->host.report_dtmf) in->host.report_dtmf(in->host.ctx, c, now(in), digits);
  return HSW_OK;
}

/* Returns the error of an order that a far end in this state cannot follow, or 0. */
static hsw_status order_refusal(instance *in, const call *it, uint32_t what) {
  hsw_status no = refusal(in, it, 0);
  if (no) return no;
  if (what < HSW_ORDER_RING || what > HSW_ORDER_ASK_TRANSFER) return HSW_E_RANGE;
  if (it->is_outgoing && !equals(lend(&it->handle), TEST_PEER)) return HSW_E_NOTSUP; /* this far end acts by itself */
  if (it->has_vanished || !it->is_begun) return HSW_E_STATE;
  if (what <= HSW_ORDER_BUSY) return it->is_outgoing && !it->is_active ? HSW_OK : HSW_E_STATE;
  if (what == HSW_ORDER_END || what == HSW_ORDER_VANISH) return HSW_OK;
  return it->is_active ? HSW_OK : HSW_E_STATE;
}

/* Sets the audio that the far end sends from now on. */
static hsw_status make_sound(instance *in, call *it, uint32_t what, hsw_str hertz) {
  unsigned n = 0;
  for (size_t i = 0; i < hertz.n; i++) {
    if (hertz.p[i] < '0' || hertz.p[i] > '9' || n > 20000) return HSW_E_INVAL;
    n = n * 10 + (unsigned)(hertz.p[i] - '0');
  }
  if (what == HSW_ORDER_TONE && (n < 20 || n > 20000)) return HSW_E_INVAL;
  it->sound = what;
  it->hertz = n;
  audio_follow(in, it);
  return HSW_OK;
}

static hsw_status peer_order(void *ctx, hsw_call c, uint32_t what, hsw_str arg) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = order_refusal(in, it, what);
  if (no) return no;
  switch (what) {
  case HSW_ORDER_RING: far_end_rings(in, it); return HSW_OK;
  case HSW_ORDER_ANSWER: far_end_answers(in, it); return HSW_OK;
  case HSW_ORDER_DECLINE: far_end_goes(in, it, HSW_CAUSE_REJECTED); return HSW_OK;
  case HSW_ORDER_BUSY: far_end_goes(in, it, HSW_CAUSE_BUSY); return HSW_OK;
  case HSW_ORDER_END: far_end_goes(in, it, HSW_CAUSE_NORMAL); return HSW_OK;
  case HSW_ORDER_HOLD: return hold_there(in, it, 1);
  case HSW_ORDER_RESUME: return hold_there(in, it, 0);
  case HSW_ORDER_DTMF: return send_digits(in, it, arg);
  case HSW_ORDER_VANISH: far_end_vanishes(in, it); return HSW_OK;
  case HSW_ORDER_ASK_TRANSFER: return ask_transfer(in, it, arg);
  default: return make_sound(in, it, what, arg);
  }
}

static const char *state_of(const call *it) {
  if (MUTANT(m64) && it->is_active) return "active";
  if (it->is_left) return it->is_ringing ? "ringing" : "calling";
  if (!it->is_up) return "ended";
  if (it->is_active) return "active";
  return it->is_ringing ? "ringing" : "calling";
}

static const char *json_bool(int is_so) { return is_so ? "true" : "false"; }

static hsw_status peer_observe(void *ctx, hsw_call c, const hsw_sink *sink) {
  const call *it = find(ctx, c.id);
  out o = {sink, 0};
  fault_lock();
  if (!it) return HSW_E_NOCALL;
  put_format(&o, "{\"state\":\"%s\",\"held\":%s,\"muted\":%s,\"digits\":", state_of(it), json_bool(it->is_held), json_bool(it->is_muted));
  put_text(&o, lend(&it->digits));
  put_format(&o, ",\"group\":%u,\"tone\":%u,\"cause\":%u,\"transferred\":", it->group, audio_heard_there(ctx, it), it->cause);
  put_text(&o, lend(&it->transferred));
  put(&o, "}", 1);
  return o.has_stopped ? HSW_E_FAIL : HSW_OK;
}

const hsw_test_peer peer_table = {
    .size = sizeof(hsw_test_peer), .dialable = peer_dialable, .call = peer_call, .order = peer_order, .observe = peer_observe};

static hsw_status diag_dump(void *ctx, hsw_call c_or_none, uint32_t level, const hsw_sink *sink) {
  instance *in = ctx;
  const call *it = find_up(in, c_or_none);
  out o = {sink, 0};
  unsigned pending = 0;
  fault_lock();
  fault_at(AT_DUMP, in);
  if (in->phase < IDLE) return HSW_E_STATE;
  if (MUTANT(x305)) fault_keep_struct(sink);
  if (c_or_none.id && !it) return HSW_E_NOCALL;
  for (const event *ev = in->agenda; ev; ev = ev->next) pending += ev->action.id && (!it || ev->call == it->id);
  if (MUTANT(x04)) put_format(&o, "calls: %u", calls_up(in)); /* not JSON */
  else if (it) put_format(&o, "{\"state\":\"%s\",\"held\":%s,\"pending\":%u", state_of(it), json_bool(it->is_held), pending);
  else put_format(&o, "{\"calls\":%u,\"pending\":%u,\"line\":%u", calls_up(in), pending, in->line);
  fault_at_dump(in, it, &o);
  if (level > 0 && !it) {
    put_format(&o, ",\"outgoing\":%llu,\"incoming\":%llu,", (unsigned long long)in->outgoing, (unsigned long long)in->incoming);
    put_format(&o, "\"settings\":{\"delay-ms\":%u,\"max-calls\":%u,\"name\":", in->settings.delay_ms, in->settings.max_calls);
    put_text(&o, str(in->settings.name));
    put(&o, "}", 1);
  }
  put(&o, "}", 1);
  return o.has_stopped ? HSW_E_FAIL : HSW_OK;
}

const hsw_diag diag_table = {.size = MUTANT(m15) ? 0 : sizeof(hsw_diag), .dump = diag_dump};
