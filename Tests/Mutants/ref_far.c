/* ref_far.c - the far ends: their own acts, and the effect of each act on the call. */

static call *its_call(instance *in, const event *ev) {
  call *it = find(in, ev->call);
  return it && it->is_up ? it : NULL;
}

static void fault_answer_later(instance *in, const call *it);
static int fault_is_ending_unanswered(const instance *in, const call *it);

void far_end_rings(instance *in, call *it) {
  it->is_ringing = 1;
  if (MUTANT(x221)) fault_answer_later(in, it);
  if (MUTANT(m63)) return;
  if (!(MUTANT(f01) && it->has_said_active)) say_state(in, MUTANT(x266) ? fault_newest_dialed(in, it) : it, HSW_CALL_RINGING);
}

void far_end_answers(instance *in, call *it) {
  it->is_active = 1;
  audio_follow(in, it);
  if (!(MUTANT(f01) && it->has_said_active)) say_state(in, it, HSW_CALL_ACTIVE);
  if (MUTANT(x220) && it->is_ringing) say_state(in, it, HSW_CALL_ACTIVE);
  if (MUTANT(m27_state)) say_state(in, it, HSW_CALL_CONNECTING);
}

/* Ends the call: the far end hangs up, or was never there. */
void far_end_goes(instance *in, call *it, unsigned cause) {
  switch (cause) {
  case HSW_CAUSE_NORMAL:
    if (MUTANT(x262) && fault_is_ending_unanswered(in, it)) return;
    if (MUTANT(f02)) say_state(in, it, HSW_CALL_ACTIVE);
    else over(in, it, HSW_END_REMOTE, HSW_OK, cause, "");
    if (MUTANT(x223)) fault_spread_end(in, it);
    break;
  case HSW_CAUSE_BUSY: over(in, it, HSW_END_REMOTE, HSW_E_FAIL, MUTANT(x268) ? HSW_CAUSE_REJECTED : cause, "the number is busy"); break;
  case HSW_CAUSE_REJECTED: over(in, it, HSW_END_REMOTE, HSW_E_FAIL, cause, "the far end declined"); break;
  case HSW_CAUSE_NO_RESPONSE: over(in, it, HSW_END_FAILED, HSW_E_TIMEOUT, cause, "the far end is silent"); break;
  default: over(in, it, HSW_END_FAILED, HSW_E_FAIL, HSW_CAUSE_UNALLOCATED, "the number is not in service"); break;
  }
}

static void on_connecting(instance *in, event *ev) {
  call *it = its_call(in, ev);
  if (it) say_state(in, it, HSW_CALL_CONNECTING);
}

static void on_ringing(instance *in, event *ev) {
  call *it = its_call(in, ev);
  if (it) far_end_rings(in, it);
}

static void on_answered(instance *in, event *ev) {
  call *it = its_call(in, ev);
  if (it) far_end_answers(in, it);
}

static void on_gone(instance *in, event *ev) {
  call *it = its_call(in, ev);
  if (it) far_end_goes(in, it, ev->number);
}

/* The acts of a number after it was called. */
static const struct step {
  const char *digits;
  unsigned after_ms;
  void (*then)(instance *, event *);
  unsigned cause;
} steps[] = {
    {"5550100", 0, on_connecting, 0},
    {"5550100", 0, on_answered, 0},
    {"5550101", 0, on_ringing, 0},
    {"5550101", 3000, on_answered, 0},
    {"5550102", 0, on_gone, HSW_CAUSE_BUSY},
    {"5550107", 0, on_answered, 0},
    {"5550107", 2000, on_gone, HSW_CAUSE_NORMAL},
};

static void will(instance *in, const call *it, unsigned after_ms, void (*then)(instance *, event *), unsigned cause) {
  event *ev = agenda_add(in, after_ms * 1000000ull, then);
  if (!ev) return;
  ev->call = it->id;
  ev->number = cause;
}

void far_end_begins(instance *in, call *it) {
  hsw_str number = lend(&it->handle);
  int is_known = equals(number, TEST_PEER);
  for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++)
    if (equals(number, steps[i].digits)) {
      will(in, it, steps[i].after_ms, steps[i].then, steps[i].cause);
      is_known = 1;
    }
  if (!is_known) will(in, it, 0, on_gone, HSW_CAUSE_UNALLOCATED);
}

/* For x262: 1 while the answer of the call is under way, after which nobody looks for its end. */
static int fault_is_ending_unanswered(const instance *in, const call *it) {
  for (const event *ev = in->agenda; ev; ev = ev->next)
    if (ev->call == it->id && ev->then == mute_arrives && !it->is_active) return 1;
  return 0;
}

/* For x221: a far end that answers unasked. */
static void on_answered_if_not_yet(instance *in, event *ev) {
  call *it = its_call(in, ev);
  if (it && !it->is_active) far_end_answers(in, it);
}

static void fault_answer_later(instance *in, const call *it) { will(in, it, 45000, on_answered_if_not_yet, 0); }

/* Lets nothing arrive at the far end from now on, pending actions included; the time-out follows. */
void far_end_vanishes(instance *in, call *it) {
  event **at = &in->agenda, *lost = NULL;
  it->has_vanished = 1;
  while (*at) {
    event *ev = *at;
    if (ev->call != it->id || !ev->action.id || ev->then == end_arrives) {
      at = &ev->next;
      continue;
    }
    *at = ev->next;
    ev->next = lost;
    lost = ev;
  }
  while (lost) {
    event *ev = lost;
    lost = ev->next;
    ev->due = NEVER;
    insert(in, ev);
  }
  if ((MUTANT(x211) && !it->is_active) || (MUTANT(x212) && it->is_held)) return;
  if (!MUTANT(m69)) will(in, it, DEAD_PEER_S * 1000, on_gone, HSW_CAUSE_NO_RESPONSE);
  agenda_arm(in);
}
