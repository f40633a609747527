/* The requests from the host, and the reports to it. See hookswitch/transport.h for the meaning of each function.
 *
 * Nothing is locked: every function that touches an instance is [loop], so all run on one thread, one at a time, never nested.
 * Instances share nothing, so any number of them can live side by side. */
#include "instance.h"
#include <stdio.h>
#include <string.h>

call *find(instance *in, hsw_call c) {
  unsigned i;
  for (i = 0; c.id && i < RECORDS; i++)
    if (in->calls[i].id == c.id) return &in->calls[i];
  return NULL;
}

unsigned calls_up(const instance *in) {
  unsigned i, n = 0;
  for (i = 0; i < RECORDS; i++) n += in->calls[i].is_up != 0;
  return n;
}

call *new_call(instance *in, uint64_t id) {
  call *it;
  do it = &in->calls[in->next++ % RECORDS];
  while (it->is_up); /* there are more records than calls can be up */
  memset(it, 0, sizeof *it);
  it->id = id;
  it->is_up = 1;
  return it;
}

/* ------------------------------------------------------------------------------------------------------------ reports to the host */

uint64_t now(instance *in) { return in->loop.now_ns ? in->loop.now_ns(in->host.ctx) : 0; }

void stop_timer(instance *in, hsw_timer *timer) {
  if (timer->id && in->loop.del_timer) in->loop.del_timer(in->host.ctx, *timer);
  timer->id = 0;
}

hsw_status start_timer(instance *in, hsw_timer *timer, uint64_t after, void (*then)(void *, hsw_timer)) {
  hsw_status status;
  stop_timer(in, timer);
  status = in->loop.add_timer(in->host.ctx, after, 0, then, in, timer);
  if (status != HSW_OK) timer->id = 0;
  return status;
}

static hsw_error make_error(hsw_status code, unsigned cause, const char *message) {
  hsw_error e;
  memset(&e, 0, sizeof e);
  e.size = sizeof e;
  e.code = code;
  e.cause = cause;
  e.domain = str("@NAME@");
  e.message = str(message);
  return e;
}

/* Sends the result of an action. Returns HSW_PENDING for the calling function, which must not return another result. */
static hsw_status done(instance *in, hsw_action a, const hsw_error *e_or_null) {
  if (in->host.action_done) in->host.action_done(in->host.ctx, a, now(in), e_or_null);
  return HSW_PENDING;
}

void report(instance *in, call *it, hsw_call_state state) {
  hsw_call c = {it->id};
  if (in->host.report_state) in->host.report_state(in->host.ctx, c, now(in), state);
}

/* The only way in which a call ends: it reports the end once, and nothing about the call afterwards. */
void over(instance *in, call *it, hsw_end_reason reason, hsw_status code, unsigned cause, const char *message) {
  hsw_error e = make_error(code, cause, message);
  hsw_call c = {it->id};
  stop_timer(in, &it->timer);
  it->is_up = it->is_active = 0;
  it->cause = cause;
  if (in->host.report_ended) in->host.report_ended(in->host.ctx, c, now(in), reason, &e);
  finish_drain(in);
}

/* --------------------------------------------------------------------------------------------------------------- calls (mandatory) */

/* Returns the call that a request is about, or NULL and the reason when the request cannot be served. */
call *asked(instance *in, hsw_call c, uint32_t on, int must_be_active, hsw_status *why) {
  call *it = find(in, c);
  *why = HSW_OK;
  if (in->phase != ACTIVE && in->phase != DRAINING) *why = HSW_E_STATE;
  else if (!it || !it->is_up) *why = HSW_E_NOCALL;
  else if (on > 1) *why = HSW_E_RANGE;
  else if (must_be_active && !it->is_active) *why = HSW_E_STATE;
  else if (must_be_active && it->is_silent) *why = HSW_E_TIMEOUT;
  return *why ? NULL : it;
}

/* This function and those below ignore `deadline_ms`: the host watches the deadline. A function whose work takes longer than a turn
 * of the loop returns HSW_PENDING, keeps the action, and completes it later (or gets `cancel`). */
static hsw_status calls_start(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *borrowed, uint32_t deadline_ms) {
  instance *in = ctx;
  hsw_call_info to;
  hsw_status status = read_info(&to, borrowed);
  call *it = find(in, c);
  (void)deadline_ms;
  if (in->phase != ACTIVE) return HSW_E_STATE;
  if (status) return status;
  if (!a.id || !c.id || c.id >> 63 || !to.handle.n || (to.handle_kind.n && !equals(to.handle_kind, "tel"))) return HSW_E_INVAL;
  if (it && it->is_up) return HSW_E_STATE;
  if (calls_up(in) >= MAX_CALLS) return HSW_E_BUSY;
  if (to.handle.p[0] == '+') to.handle.p++, to.handle.n--;
  if (!is_made_of(to.handle, "0123456789*#")) { /* through action_done, because the refusal has a sentence */
    hsw_error e = make_error(HSW_E_INVAL, HSW_CAUSE_INVALID_NUMBER, "that is not a telephone number");
    return done(in, a, &e);
  }
  it = new_call(in, c.id);
  it->is_outgoing = 1;
  if (equals(to.handle, TEST_NUMBER)) return HSW_OK;
  done(in, a, NULL); /* complete the start before any report about its call */
  report(in, it, HSW_CALL_CONNECTING);
  if (equals(to.handle, CALL_BACK_NUMBER)) {
    over(in, it, HSW_END_REMOTE, HSW_E_FAIL, HSW_CAUSE_BUSY, "the number is busy");
    call_back_soon(in);
    return HSW_PENDING;
  }
  far_end_rings(in, it);
  answer_soon(in, it);
  return HSW_PENDING;
}

static hsw_status calls_answer(void *ctx, hsw_action a, hsw_call c, uint32_t deadline_ms) {
  hsw_status why;
  call *it = asked(ctx, c, 0, 0, &why);
  (void)a, (void)deadline_ms;
  if (!it) return why;
  if (it->is_outgoing || it->is_active) return HSW_E_STATE;
  if (it->is_silent) return HSW_E_TIMEOUT;
  it->is_active = 1;
  return HSW_OK;
}

static hsw_status calls_end(void *ctx, hsw_action a, hsw_call c, hsw_end_why why, uint32_t deadline_ms) {
  hsw_status no;
  call *it = asked(ctx, c, 0, 0, &no);
  unsigned cause = why == HSW_WHY_DECLINED || why == HSW_WHY_BLOCKED      ? HSW_CAUSE_REJECTED
                   : why == HSW_WHY_BUSY || why == HSW_WHY_DO_NOT_DISTURB ? HSW_CAUSE_BUSY
                   : why == HSW_WHY_RING_TIMEOUT                          ? HSW_CAUSE_NO_ANSWER
                                                                          : HSW_CAUSE_NORMAL;
  (void)deadline_ms;
  if (!it) return no;
  done(ctx, a, NULL);
  over(ctx, it, HSW_END_LOCAL, HSW_OK, cause, "");
  return HSW_PENDING;
}

static void calls_shown(void *ctx, hsw_call c) {
  call *it = find(ctx, c);
  if (it && it->is_up) it->is_ringing = 1; /* a real network would tell the caller */
}

static void calls_cancel(void *ctx, hsw_action a) { (void)ctx, (void)a; /* no action here is ever pending */ }

const hsw_calls calls_table = {sizeof(hsw_calls), 0, calls_start, calls_answer, calls_end, calls_shown, calls_cancel, NULL};

/* ----------------------------------------------------------------------------------------------------------------- hold, mute, DTMF */

static hsw_status hold_set_held(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t deadline_ms) {
  hsw_status why;
  call *it = asked(ctx, c, on, 1, &why);
  (void)a, (void)deadline_ms;
  if (it) it->is_held = (int)on; /* set, not toggled: holding twice is still held */
  return why;
}
const hsw_hold hold_table = {sizeof(hsw_hold), 0, hold_set_held};

static hsw_status mute_set_muted(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t deadline_ms) {
  hsw_status why;
  call *it = asked(ctx, c, on, 0, &why);
  (void)a, (void)deadline_ms;
  if (it) it->is_muted = (int)on;
  return why;
}
const hsw_mute mute_table = {sizeof(hsw_mute), 0, mute_set_muted};

static hsw_status dtmf_play(void *ctx, hsw_action a, hsw_call c, hsw_str digits, uint32_t kind, uint32_t deadline_ms) {
  hsw_status why;
  call *it = asked(ctx, c, 0, 1, &why);
  size_t used = it ? strlen(it->digits) : 0, room = sizeof it->digits;
  (void)a, (void)deadline_ms;
  if (!it) return why;
  if (kind < HSW_DTMF_TONE || kind > HSW_DTMF_HARD_PAUSE) return HSW_E_RANGE;
  if (!is_made_of(digits, "0123456789*#ABCD")) return HSW_E_INVAL; /* all digits or none */
  if (digits.n >= room - used) used = 0;                           /* the far end forgets digits it heard long ago */
  snprintf(it->digits + used, room - used, "%.*s", (int)(digits.n < room ? digits.n : room - 1), digits.p);
  return HSW_OK;
}
const hsw_dtmf dtmf_table = {sizeof(hsw_dtmf), 0, dtmf_play};
