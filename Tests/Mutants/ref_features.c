/* ref_features.c - hold, mute, DTMF, groups, and the watchdog's ping. */

void hold_arrives(instance *in, event *ev) {
  call *it = its_call(in, ev);
  if (!it) return;
  if (MUTANT(x200) && !it->is_outgoing) { /* done, and the far end does not know */
    say_done(in, ev->action, NULL);
    return;
  }
  if (MUTANT(x201)) it->is_muted = 0;
  if (MUTANT(x222)) it = fault_other_call(in, it);
  if (MUTANT(x233)) fault_share_hold(in, it, (int)ev->number);
  it->is_held = MUTANT(m33) ? !it->is_held : (int)ev->number; /* set, not toggled: holding twice is still held */
  audio_follow(in, it);
  in->faults.held = it->id;
  in->faults.hold_action = ev->action.id;
  say_done(in, ev->action, NULL);
}

static hsw_status hold_set_held(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, 0);
  (void)deadline_ms;
  if (no) return no;
  if (on > 1) return HSW_E_RANGE;
  fault_at(AT_HOLD, in);
  if (!it->is_active) return HSW_E_STATE;
  if (MUTANT(x261))
    for (event *ev = in->agenda; ev; ev = ev->next)
      if (ev->call == it->id && ev->then == hold_arrives) on = ev->number;
  if (MUTANT(m32) || MUTANT(f06)) return HSW_OK;
  return arrives(in, a, it, hold_arrives, on);
}

const hsw_hold hold_table = {.size = sizeof(hsw_hold), .set_held = hold_set_held};

void mute_arrives(instance *in, event *ev) {
  call *it = its_call(in, ev);
  if (!it) return;
  if (MUTANT(x224) && find(in, in->faults.latest) && find(in, in->faults.latest)->is_up) it = find(in, in->faults.latest);
  if (!MUTANT(m34)) it->is_muted = (int)ev->number;
  audio_follow(in, it);
  say_done(in, ev->action, NULL);
}

static hsw_status mute_set_muted(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, 0);
  (void)deadline_ms;
  if (MUTANT(x231) && no == HSW_E_NOCALL && find(in, c.id) && !find(in, c.id)->is_outgoing && find(in, c.id)->cause == HSW_CAUSE_BUSY) return HSW_OK;
  if (no) return no;
  in->faults.latest = it->id;
  return on > 1 ? HSW_E_RANGE : arrives(in, a, it, mute_arrives, on);
}

const hsw_mute mute_table = {.size = sizeof(hsw_mute), .set_muted = mute_set_muted};

static void digits_arrive(instance *in, event *ev) {
  call *it = its_call(in, ev);
  if (!it) return;
  if (MUTANT(x11))
    for (size_t i = 0; i < ev->text.n / 2; i++) { /* the far end gets them backwards */
      char last = ev->text.p[ev->text.n - 1 - i];
      ev->text.p[ev->text.n - 1 - i] = ev->text.p[i];
      ev->text.p[i] = last;
    }
  if (MUTANT(m35)) {
    size_t kept = 0;
    for (size_t i = 0; i < ev->text.n; i++)
      if (ev->text.p[i] != '#') ev->text.p[kept++] = ev->text.p[i];
    ev->text.n = kept;
  }
  if (MUTANT(x203)) ev->text.n = fault_without_repeats(ev->text.p, ev->text.n);
  if (append_text(&it->digits, lend(&ev->text))) say_done(in, ev->action, NULL);
  else say_failed(in, ev->action, HSW_E_NOMEM, HSW_CAUSE_UNKNOWN, "out of memory");
}

/* Delivers one digit of a plugin that already reported all as sent; a held call sends none. */
static void late_digit_arrives(instance *in, event *ev) {
  call *it = its_call(in, ev);
  if (it && !it->is_held) append_text(&it->digits, lend(&ev->text));
}

static hsw_status send_digits_later(instance *in, call *it, hsw_str digits) {
  /* One event a digit, but one for all of a long string: the agenda is a list, and tens of thousands would take it ten seconds. */
  size_t at_once = digits.n > 64 ? digits.n : 1;
  for (size_t i = 0; i < digits.n; i += at_once) {
    event *ev;
    if (it->digits_due < now(in)) it->digits_due = now(in);
    it->digits_due += DIGIT_MS * 1000000ull;
    ev = agenda_add(in, it->has_vanished ? NEVER : it->digits_due - now(in), late_digit_arrives);
    if (!ev) return HSW_E_FAIL;
    ev->call = it->id;
    keep_text(&ev->text, (hsw_str){digits.p + i, at_once});
  }
  return HSW_OK;
}

static hsw_status dtmf_play(void *ctx, hsw_action a, hsw_call c, hsw_str digits, uint32_t kind, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, 0);
  text kept = {0};
  event *ev;
  (void)deadline_ms;
  if (no) return no;
  if (kind < HSW_DTMF_TONE || kind > HSW_DTMF_HARD_PAUSE) return HSW_E_RANGE;
  if (!is_dtmf(digits)) return HSW_E_INVAL; /* all digits or none */
  if (!it->is_active) return HSW_E_STATE;
  if (MUTANT(x28)) return send_digits_later(in, it, digits);
  if (!keep_text(&kept, digits)) return HSW_E_NOMEM;
  ev = agenda_add(in, it->has_vanished ? NEVER : network_delay(in), digits_arrive);
  if (!ev) {
    drop_text(&kept);
    return HSW_E_FAIL;
  }
  ev->action = a;
  ev->call = it->id;
  ev->text = kept;
  return HSW_PENDING;
}

const hsw_dtmf dtmf_table = {.size = sizeof(hsw_dtmf), .play = dtmf_play};

static void group_arrives(instance *in, event *ev) {
  call *it = its_call(in, ev), *other = find(in, ev->with);
  if (!it) return;
  if (ev->with && (!other || !other->is_up)) {
    say_failed(in, ev->action, HSW_E_NOCALL, HSW_CAUSE_UNKNOWN, "the call to group it with has ended");
    return;
  }
  if (other && !other->group) other->group = ++in->last_group;
  if (!other || it->group != other->group) leave_group(in, it);
  if (other) it->group = other->group;
  else if (MUTANT(x257)) it->is_muted = 0;
  say_done(in, ev->action, NULL);
}

static hsw_status group_set_group(void *ctx, hsw_action a, hsw_call c, hsw_call with_or_none, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c), *other = with_or_none.id ? find_up(in, with_or_none) : NULL;
  hsw_status no = refusal(in, it, 1);
  event *ev;
  (void)deadline_ms;
  if (!no && with_or_none.id) no = refusal(in, other, 1);
  if (no) return no;
  if (other == it) {
    if (MUTANT(x16)) other = *(call *volatile *)NULL;
    return HSW_E_INVAL;
  }
  ev = agenda_add(in, it->has_vanished ? NEVER : network_delay(in), group_arrives);
  if (!ev) return HSW_E_FAIL;
  ev->action = a;
  ev->call = it->id;
  ev->with = with_or_none.id;
  return HSW_PENDING;
}

const hsw_group group_table = {.size = sizeof(hsw_group), .set_group = group_set_group};

static hsw_status health_ping(void *ctx, hsw_action a, uint32_t deadline_ms) {
  instance *in = ctx;
  (void)a, (void)deadline_ms;
  fault_lock();
  if (in->phase < IDLE) return HSW_E_STATE;
  return MUTANT(x03) ? HSW_PENDING : HSW_OK;
}

const hsw_health health_table = {.size = sizeof(hsw_health), .ping = health_ping};
