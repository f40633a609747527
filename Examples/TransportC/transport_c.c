/* transport_c.c - a whole Hookswitch transport in one C file, to read and to copy.
 *
 *   cc -std=c99 -shared -fPIC -I Sources/TransportABI/include Examples/TransportC/transport_c.c -o transport_c.so
 *
 * There is no network behind it: each number is a far end that acts by itself, step by step (see `numbers`), and 5550199 is a far
 * end that acts only on a test's orders. See the header for the meaning of each function. A host uses the file from the bottom up:
 * the query, the descriptor, an instance, its extensions.
 *
 * Nothing here is locked. Every function that touches an instance is [loop]: one thread, one at a time, never nested. The only global
 * that changes is the count of loads, which is atomic, so any number of instances can live side by side, on one thread or on many.
 */
#include <hookswitch/transport.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID "org.hookswitch.example-c"
#define VERSION "0.1.0"
#define MAX_CALLS 16   /* at once; also told to the host */
#define MAX_RECORDS 64 /* calls remembered, so that a test can ask for the far end's view of an ended call */
#define MAX_PENDING 32 /* actions that an unresponsive number leaves open */
#define DEAD_PEER_S 10 /* the time after which a silent far end counts as gone; also in the manifest */
#define NO_ANSWER_S 30

/* The note that a host reads from the file without running it. */
HSW_NOTE(ID, VERSION, 0);

/* ------------------------------------------------------------------------------------------------------------------- the numbers */

enum { DEAF_TO_START = 1, DEAF_TO_CHANGES = 2, DEAF_TO_END = 4, REFUSES_HOLD = 8 };

/* A script has one letter per step: c connecting, r ring, e early media, a answer, h hold us, u resume us, d send 1234#, w3 wait
 * three seconds, W wait for the no-answer time-out; x hang up, b busy, n no answer, j decline, v not in service, g no circuit, o
 * another device of ours answers, k call back a second later and then run `later`. Plugins/Loopback has the same numbers. */
static const struct number {
  const char *digits, *does, *script, *later;
  unsigned faults;
} numbers[] = {
    {"5550100", "answers at once", "ca", "", 0},
    {"5550101", "rings for 3 s, then answers", "crw3a", "", 0},
    {"5550102", "is busy", "cb", "", 0},
    {"5550103", "rings without an answer", "crWn", "", 0},
    {"5550104", "rings for 1 s, then declines", "crw1j", "", 0},
    {"5550105", "is not in service", "v", "", 0},
    {"5550106", "cannot be reached: no circuit", "g", "", 0},
    {"5550107", "answers, and hangs up after 2 s", "caw2x", "", 0},
    {"5550108", "answers, holds us after 1 s, and resumes us 1 s later", "caw1hw1u", "", 0},
    {"5550109", "answers, and sends 1234# after 1 s", "caw1d", "", 0},
    {"5550110", "is busy, and calls back after 1 s", "ckb", "Wn", 0},
    {"5550111", "is busy, calls back after 1 s, and gives up after 3 s", "ckb", "w3x", 0},
    {"5550112", "is busy, calls back after 1 s, and after 3 s another device of ours answers", "ckb", "w3o", 0},
    {"5550113", "never completes the start of the call", "", "", DEAF_TO_START},
    {"5550114", "answers, and never completes hold, mute, DTMF and grouping", "ca", "", DEAF_TO_CHANGES},
    {"5550115", "answers, and never completes the end", "ca", "", DEAF_TO_END},
    {"5550116", "answers, and refuses to be held", "ca", "", REFUSES_HOLD},
    {"5550117", "plays an announcement for 2 s, then answers", "cew2a", "", 0},
};
static const char test_peer_number[] = "5550199";
/* 55502NN rings for NN seconds, then answers. Any other number is not in service. */

/* ---------------------------------------------------------------------------------------------------------------- an instance */

typedef struct call {
  uint64_t id;    /* 0: this record is free */
  hsw_timer timer; /* for the script's wait, or for a far end that vanished; 0: none */
  const char *script;
  const struct number *number; /* NULL: a far end that only a test drives */
  unsigned faults, wait_s, cause, group;
  int is_up, is_begun, is_test, is_outgoing, is_ringing, is_active, is_held, is_held_there, is_muted;
  char handle[64], digits[128];
} call;

typedef struct instance {
  hsw_instance table; /* the host's view; its ctx is this struct */
  hsw_host host;      /* copies: a shorter table of an older host reads as zero */
  hsw_host_loop loop;
  enum { CREATED, FAILED, IDLE, ACTIVE, DRAINING } phase;
  hsw_timer drain;
  uint64_t minted;
  unsigned last_group;
  unsigned next_record;
  call calls[MAX_RECORDS];
  struct pending {
    hsw_action action;
    uint64_t call;
  } pending[MAX_PENDING];
  struct call_back { /* a far end will call us */
    hsw_timer timer;
    const struct number *number;
  } call_backs[MAX_CALLS];
} instance;

/* Copies the part of a struct that both sides know. This alone gives compatibility in both directions. */
static void copy_table(void *to, size_t room, const void *from) {
  uint32_t size;
  memset(to, 0, room);
  if (!from) return;
  memcpy(&size, from, sizeof size);
  memcpy(to, from, size < room ? size : room);
}

static hsw_str str(const char *text) {
  hsw_str s = {text, strlen(text)};
  return s;
}

static uint64_t now(instance *in) { return in->loop.now_ns ? in->loop.now_ns(in->host.ctx) : 0; }

static call *find(instance *in, hsw_call c) {
  unsigned i;
  if (c.id)
    for (i = 0; i < MAX_RECORDS; i++)
      if (in->calls[i].id == c.id) return &in->calls[i];
  return NULL;
}

static call *find_up(instance *in, hsw_call c) {
  call *it = find(in, c);
  return it && it->is_up ? it : NULL;
}

static unsigned calls_up(const instance *in) {
  unsigned i, n = 0;
  for (i = 0; i < MAX_RECORDS; i++) n += in->calls[i].is_up != 0;
  return n;
}

/* Takes a record for a new call: the one whose call ended first. There are more records than calls can be up. */
static call *new_call(instance *in, uint64_t id, const struct number *number) {
  call *it;
  do it = &in->calls[in->next_record++ % MAX_RECORDS];
  while (it->is_up);
  memset(it, 0, sizeof *it);
  it->id = id;
  it->is_up = it->is_begun = 1;
  it->number = number;
  it->script = number ? number->script : "";
  it->faults = number ? number->faults : 0;
  if (number) snprintf(it->handle, sizeof it->handle, "%s", number->digits);
  return it;
}

static void stop_timer(instance *in, hsw_timer *timer) {
  if (timer->id && in->loop.del_timer) in->loop.del_timer(in->host.ctx, *timer);
  timer->id = 0;
}

/* ----------------------------------------------------------------------------------------------------- reports to the host */

static hsw_error make_error(hsw_status code, unsigned cause, const char *message) {
  hsw_error e;
  memset(&e, 0, sizeof e);
  e.size = sizeof e;
  e.code = code;
  e.cause = cause;
  e.domain = str("example-c");
  e.message = str(message);
  return e;
}

static hsw_status done(instance *in, hsw_action a, const hsw_error *e_or_null) {
  if (in->host.action_done) in->host.action_done(in->host.ctx, a, now(in), e_or_null);
  return HSW_PENDING; /* the result was sent, so the calling function must not return another */
}

static void report(instance *in, call *it, hsw_call_state state) {
  hsw_call c = {it->id};
  if (in->host.report_state) in->host.report_state(in->host.ctx, c, now(in), state);
}

/* Keeps an action that will not be completed now. */
static hsw_status keep(instance *in, hsw_action a, call *it) {
  unsigned i;
  for (i = 0; i < MAX_PENDING; i++)
    if (!in->pending[i].action.id) {
      in->pending[i].action = a;
      in->pending[i].call = it->id;
      return HSW_PENDING;
    }
  return HSW_E_BUSY;
}

static void leave_group(instance *in, call *it) {
  unsigned i, others = 0;
  call *other = NULL;
  for (i = 0; i < MAX_RECORDS; i++)
    if (it->group && &in->calls[i] != it && in->calls[i].is_up && in->calls[i].group == it->group) other = &in->calls[i], others++;
  it->group = 0;
  if (others == 1) other->group = 0; /* one call alone is not a group */
}

static void finish_drain(instance *in) {
  if (in->phase != DRAINING || calls_up(in)) return;
  stop_timer(in, &in->drain);
  in->phase = IDLE;
  if (in->host.deactivated) in->host.deactivated(in->host.ctx);
}

/* The only way in which a call ends: it completes the call's open actions, reports its end, and reports nothing more about it. */
static void over(instance *in, call *it, hsw_end_reason reason, hsw_status code, unsigned cause, const char *message) {
  hsw_error cancelled = make_error(HSW_E_CANCELLED, 0, "the call ended"), e = make_error(code, cause, message);
  hsw_call c = {it->id};
  unsigned i;
  stop_timer(in, &it->timer);
  leave_group(in, it);
  it->is_up = it->is_active = 0;
  it->cause = cause;
  for (i = 0; i < MAX_PENDING; i++)
    if (in->pending[i].action.id && in->pending[i].call == it->id) {
      hsw_action a = in->pending[i].action;
      in->pending[i].action.id = 0;
      done(in, a, &cancelled);
    }
  /* A call whose start was never completed has not begun, so it does not end either. */
  if (it->is_begun && in->host.report_ended) in->host.report_ended(in->host.ctx, c, now(in), reason, code ? &e : NULL);
  if (!it->is_test) it->id = 0; /* only tests ask about calls that are over */
  finish_drain(in);
}

/* ------------------------------------------------------------------------------------------------------------- the far ends */

static void run(instance *in, call *it);

static void on_wait_over(void *arg, hsw_timer t) {
  instance *in = arg;
  unsigned i;
  for (i = 0; i < MAX_RECORDS; i++)
    if (in->calls[i].timer.id == t.id) {
      in->calls[i].timer.id = 0;
      run(in, &in->calls[i]);
      return;
    }
}

static int wait_s(instance *in, hsw_timer *timer, unsigned seconds, void (*then)(void *, hsw_timer)) {
  return in->loop.add_timer && in->loop.add_timer(in->host.ctx, seconds * 1000000000ull, 0, then, in, timer) == HSW_OK;
}

static call *incoming(instance *in, const hsw_call_info *from, const struct number *number) {
  hsw_call c = {1ull << 63 | ++in->minted}; /* bit 63: the plugin minted it */
  call *it;
  if (in->phase != ACTIVE || calls_up(in) >= MAX_CALLS || !in->host.report_incoming) return NULL;
  it = new_call(in, c.id, number);
  if (in->host.report_incoming(in->host.ctx, c, now(in), from) >= 0) return it;
  it->id = 0; /* not taken: the handle is dead */
  it->is_up = 0;
  return NULL;
}

static void on_call_back(void *arg, hsw_timer t) {
  instance *in = arg;
  unsigned i;
  for (i = 0; i < MAX_CALLS; i++)
    if (in->call_backs[i].timer.id == t.id) {
      hsw_call_info from;
      call *it;
      memset(&from, 0, sizeof from);
      from.size = sizeof from;
      from.handle_kind = str("tel");
      from.handle = str(in->call_backs[i].number->digits);
      from.display_name = str("Calling back");
      in->call_backs[i].timer.id = 0;
      it = incoming(in, &from, in->call_backs[i].number);
      if (it) {
        it->script = it->number->later;
        it->faults = 0;
        run(in, it);
      }
      return;
    }
}

static void call_back(instance *in, const struct number *number) {
  unsigned i;
  for (i = 0; i < MAX_CALLS; i++)
    if (!in->call_backs[i].timer.id) {
      in->call_backs[i].number = number;
      if (!wait_s(in, &in->call_backs[i].timer, 1, on_call_back)) in->call_backs[i].timer.id = 0;
      return;
    }
}

static void far_end_answers(instance *in, call *it) {
  it->is_active = 1;
  report(in, it, HSW_CALL_ACTIVE);
}

static void far_end_holds(instance *in, call *it, int on) {
  it->is_held_there = on;
  report(in, it, on ? HSW_CALL_HELD_REMOTE : HSW_CALL_RESUMED_REMOTE);
}

static void far_end_rings(instance *in, call *it) {
  it->is_ringing = 1;
  report(in, it, HSW_CALL_RINGING);
}

static void far_end_sends(instance *in, call *it, hsw_str digits) {
  hsw_call c = {it->id};
  if (in->host.report_dtmf) in->host.report_dtmf(in->host.ctx, c, now(in), digits);
}

/* Continues the script until it waits, ends the call, or is finished. */
static void run(instance *in, call *it) {
  while (*it->script) {
    unsigned seconds = NO_ANSWER_S;
    switch (*it->script++) {
    case 'c': report(in, it, HSW_CALL_CONNECTING); break;
    case 'r': far_end_rings(in, it); break;
    case 'e': report(in, it, HSW_CALL_EARLY_MEDIA); break;
    case 'a': far_end_answers(in, it); break;
    case 'h': far_end_holds(in, it, 1); break;
    case 'u': far_end_holds(in, it, 0); break;
    case 'd': far_end_sends(in, it, str("1234#")); break;
    case 'k': call_back(in, it->number); break;
    case '.': seconds = it->wait_s; goto wait; /* 55502NN */
    case 'w': seconds = (unsigned)(*it->script++ - '0'); /* fall through */
    case 'W':
    wait:
      if (wait_s(in, &it->timer, seconds, on_wait_over)) return;
      it->timer.id = 0; /* without a timer, skip the wait rather than wait for ever */
      break;
    case 'x': over(in, it, HSW_END_REMOTE, HSW_OK, HSW_CAUSE_NORMAL, ""); return;
    case 'b': over(in, it, HSW_END_REMOTE, HSW_E_FAIL, HSW_CAUSE_BUSY, "the number is busy"); return;
    case 'j': over(in, it, HSW_END_REMOTE, HSW_E_FAIL, HSW_CAUSE_REJECTED, "the far end declined"); return;
    case 'n': over(in, it, HSW_END_UNANSWERED, HSW_E_TIMEOUT, HSW_CAUSE_NO_ANSWER, "no answer"); return;
    case 'v': over(in, it, HSW_END_FAILED, HSW_E_FAIL, HSW_CAUSE_UNALLOCATED, "the number is not in service"); return;
    case 'g': over(in, it, HSW_END_FAILED, HSW_E_NET, HSW_CAUSE_CONGESTION, "no circuit to the number"); return;
    case 'q': over(in, it, HSW_END_FAILED, HSW_E_NET, HSW_CAUSE_NO_RESPONSE, "the far end is silent"); return;
    case 'o': over(in, it, HSW_END_ELSEWHERE_ANSWERED, HSW_OK, 0, ""); return;
    }
  }
}

/* --------------------------------------------------------------------------------------------------------------- calls (mandatory) */

static int is_dtmf(hsw_str s) {
  size_t i;
  if (s.n > HSW_STR_MAX) return 0;
  for (i = 0; i < s.n; i++)
    if (!s.p[i] || !strchr("0123456789*#ABCD", s.p[i])) return 0;
  return s.n > 0;
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int is_phone_number(hsw_str s) {
  size_t i = s.n && s.p[0] == '+';
  if (i == s.n) return 0;
  for (; i < s.n; i++)
    if (!s.p[i] || !strchr("0123456789*#", s.p[i])) return 0;
  return 1;
}

/* True when a string may cross the ABI: no NUL inside, not too long, UTF-8 (no overlong forms, no surrogates, at most U+10FFFF). */
static int is_text(hsw_str s) {
  const unsigned char *p = (const unsigned char *)s.p;
  size_t i = 0, k;
  if (s.n > HSW_STR_MAX || (s.n && !p)) return 0;
  while (i < s.n) {
    unsigned c = p[i++], more = c < 0x80 ? 0 : c < 0xc2 ? 9 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : c < 0xf5 ? 3 : 9;
    if (!c || more > s.n - i) return 0;
    if (more && ((c == 0xe0 && p[i] < 0xa0) || (c == 0xed && p[i] > 0x9f) || (c == 0xf0 && p[i] < 0x90) || (c == 0xf4 && p[i] > 0x8f)))
      return 0;
    for (k = 0; k < more; k++)
      if ((p[i++] & 0xc0) != 0x80) return 0;
  }
  return 1;
}

static int equals(hsw_str s, const char *text) { return s.n == strlen(text) && !memcmp(s.p, text, s.n); }

/* Returns the error of a request that cannot be served, or 0. */
static hsw_status refusal(instance *in, call *it, uint32_t on, int must_be_active) {
  if (in->phase != ACTIVE && in->phase != DRAINING) return HSW_E_STATE;
  if (!it) return HSW_E_NOCALL;
  if (on > 1) return HSW_E_RANGE;
  return must_be_active && !it->is_active ? HSW_E_STATE : HSW_OK;
}

static hsw_status calls_start(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *borrowed, uint32_t deadline_ms) {
  instance *in = ctx;
  hsw_call_info to;
  call *it;
  unsigned i;
  (void)deadline_ms; /* the host watches the deadline, and sends `cancel` */
  copy_table(&to, sizeof to, borrowed);
  if (in->phase != ACTIVE) return HSW_E_STATE;
  if (to.flags & HSW_MUST) return HSW_E_NOTSUP; /* none of those is known here */
  if (!a.id || !c.id || c.id >> 63 || !to.handle.n) return HSW_E_INVAL;
  if (to.presentation > HSW_PRESENTATION_UNAVAILABLE) return HSW_E_RANGE;
  if (!is_text(to.handle_kind) || !is_text(to.handle) || !is_text(to.display_name) || !is_text(to.local_handle) ||
      !is_text(to.diverted_from) || !is_text(to.correlation_id) || !is_text(to.extra_json))
    return HSW_E_INVAL;
  if (to.handle_kind.n && !equals(to.handle_kind, "tel")) return HSW_E_INVAL;
  if (find_up(in, c)) return HSW_E_STATE;
  if (calls_up(in) >= MAX_CALLS) return HSW_E_BUSY;
  if (!is_phone_number(to.handle)) { /* through action_done, because the refusal has a sentence */
    hsw_error e = make_error(HSW_E_INVAL, HSW_CAUSE_INVALID_NUMBER, "that is not a telephone number");
    return done(in, a, &e);
  }

  it = new_call(in, c.id, NULL);
  it->is_outgoing = 1;
  snprintf(it->handle, sizeof it->handle, "%.*s", (int)(to.handle.n < 60 ? to.handle.n : 60), to.handle.p);
  if (equals(to.handle, test_peer_number)) {
    it->is_test = 1;
    return HSW_OK;
  }
  it->script = "v";
  for (i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (equals(to.handle, numbers[i].digits)) {
      it->number = &numbers[i];
      it->script = numbers[i].script;
      it->faults = numbers[i].faults;
    }
  if (to.handle.n == 7 && !memcmp(to.handle.p, "55502", 5) && is_digit(to.handle.p[5]) && is_digit(to.handle.p[6])) {
    it->wait_s = (unsigned)(to.handle.p[5] - '0') * 10 + (unsigned)(to.handle.p[6] - '0');
    it->script = "cr.a";
  }
  if (it->faults & DEAF_TO_START) {
    hsw_status status = keep(in, a, it);
    it->is_begun = 0;
    if (status < 0) it->is_up = 0, it->id = 0;
    return status;
  }
  /* Complete the start before any report about its call; the script reports next. */
  done(in, a, NULL);
  run(in, it);
  return HSW_PENDING;
}

static hsw_status calls_answer(void *ctx, hsw_action a, hsw_call c, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, 0, 0);
  (void)a, (void)deadline_ms;
  if (no) return no;
  if (it->is_outgoing || it->is_active) return HSW_E_STATE;
  if (it->faults & DEAF_TO_CHANGES) return keep(in, a, it);
  stop_timer(in, &it->timer); /* the caller's own plan for no answer */
  it->script = "";
  it->is_active = 1;
  return HSW_OK;
}

/* Returns the cause for the host's `why`; an unknown one is a plain hang-up. */
static unsigned cause_of(hsw_end_why why) {
  switch (why) {
  case HSW_WHY_DECLINED:
  case HSW_WHY_BLOCKED: return HSW_CAUSE_REJECTED;
  case HSW_WHY_BUSY:
  case HSW_WHY_DO_NOT_DISTURB: return HSW_CAUSE_BUSY;
  case HSW_WHY_RING_TIMEOUT: return HSW_CAUSE_NO_ANSWER;
  case HSW_WHY_ELSEWHERE: return HSW_CAUSE_CONGESTION;
  default: return HSW_CAUSE_NORMAL;
  }
}

static hsw_status calls_end(void *ctx, hsw_action a, hsw_call c, hsw_end_why why, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, 0, 0);
  (void)deadline_ms;
  if (no) return no;
  if (it->faults & DEAF_TO_END) return keep(in, a, it);
  done(in, a, NULL);
  over(in, it, HSW_END_LOCAL, HSW_OK, cause_of(why), "");
  return HSW_PENDING;
}

static void calls_shown(void *ctx, hsw_call c) {
  call *it = find_up(ctx, c);
  if (it) it->is_ringing = 1; /* a real network would tell the caller, as SIP's 180 does */
}

static void calls_cancel(void *ctx, hsw_action a) {
  instance *in = ctx;
  unsigned i;
  for (i = 0; i < MAX_PENDING; i++)
    if (a.id && in->pending[i].action.id == a.id) {
      hsw_call c = {in->pending[i].call};
      call *it = find_up(in, c);
      in->pending[i].action.id = 0;
      if (it && !it->is_begun) { /* cancelling a start ends its call, without a report */
        it->is_up = 0;
        it->id = 0;
        finish_drain(in);
      }
    }
}

static const hsw_calls calls_table = {sizeof(hsw_calls), 0, calls_start, calls_answer, calls_end, calls_shown, calls_cancel, NULL};

/* ------------------------------------------------------------------------------------------------ hold, mute, DTMF, groups */

static hsw_status hold_set_held(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, on, 1);
  (void)deadline_ms;
  if (no) return no;
  if (it->faults & DEAF_TO_CHANGES) return keep(in, a, it);
  if (it->faults & REFUSES_HOLD) {
    hsw_error e = make_error(HSW_E_FAIL, HSW_CAUSE_REJECTED, "the far end refuses to be held");
    return done(in, a, &e);
  }
  it->is_held = (int)on; /* set, not toggled: holding twice is still held */
  return HSW_OK;
}

static const hsw_hold hold_table = {sizeof(hsw_hold), 0, hold_set_held};

static hsw_status mute_set_muted(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, on, 0);
  (void)deadline_ms;
  if (no) return no;
  if (it->faults & DEAF_TO_CHANGES) return keep(in, a, it);
  it->is_muted = (int)on;
  return HSW_OK;
}

static const hsw_mute mute_table = {sizeof(hsw_mute), 0, mute_set_muted};

static hsw_status dtmf_play(void *ctx, hsw_action a, hsw_call c, hsw_str digits, uint32_t kind, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, 0, 1);
  size_t used;
  (void)deadline_ms;
  if (no) return no;
  if (kind < HSW_DTMF_TONE || kind > HSW_DTMF_HARD_PAUSE) return HSW_E_RANGE;
  if (!is_dtmf(digits)) return HSW_E_INVAL; /* all digits or none */
  if (it->faults & DEAF_TO_CHANGES) return keep(in, a, it);
  used = strlen(it->digits);
  if (digits.n >= sizeof it->digits - used) used = 0; /* the far end forgets digits it heard long ago */
  if (digits.n < sizeof it->digits) snprintf(it->digits + used, sizeof it->digits - used, "%.*s", (int)digits.n, digits.p);
  return HSW_OK;
}

static const hsw_dtmf dtmf_table = {sizeof(hsw_dtmf), 0, dtmf_play};

static hsw_status group_set_group(void *ctx, hsw_action a, hsw_call c, hsw_call with_or_none, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c), *other = find_up(in, with_or_none);
  hsw_status no = refusal(in, it, 0, 1);
  (void)deadline_ms;
  if (!no && with_or_none.id) no = other == it && it ? HSW_E_INVAL : refusal(in, other, 0, 1);
  if (no) return no;
  if (it->faults & DEAF_TO_CHANGES) return keep(in, a, it);
  if (other && !other->group) other->group = ++in->last_group;
  if (!other || it->group != other->group) leave_group(in, it);
  if (other) it->group = other->group;
  return HSW_OK;
}

static const hsw_group group_table = {sizeof(hsw_group), 0, group_set_group};

/* ----------------------------------------------------------------------------------------------------------------- test-peer */

static hsw_status peer_dialable(void *ctx, hsw_call_info *out) {
  hsw_call_info info;
  (void)ctx;
  memset(&info, 0, sizeof info);
  info.size = out->size; /* the host's size: its struct may be shorter or longer than ours */
  info.handle_kind = str("tel");
  info.handle = str(test_peer_number);
  memcpy(out, &info, out->size < sizeof info ? out->size : sizeof info);
  return HSW_OK;
}

static hsw_status peer_call(void *ctx, const hsw_call_info *borrowed) {
  instance *in = ctx;
  hsw_call_info from;
  call *it;
  copy_table(&from, sizeof from, borrowed);
  if (in->phase != ACTIVE) return HSW_E_STATE;
  if (from.flags & HSW_MUST) return HSW_E_NOTSUP;
  if (!is_text(from.handle_kind) || !is_text(from.handle) || !is_text(from.display_name)) return HSW_E_INVAL;
  from.size = sizeof from;
  it = incoming(in, &from, NULL); /* its strings are borrowed from our caller, and valid until we return */
  if (!it) return HSW_E_BUSY;
  it->is_test = 1;
  return HSW_OK;
}

static hsw_status peer_order(void *ctx, hsw_call c, uint32_t what, hsw_str arg) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, 0, 0);
  const char *last = NULL;
  if (no) return no;
  if (what < HSW_ORDER_RING || what > HSW_ORDER_ASK_TRANSFER) return HSW_E_RANGE;
  if (what <= HSW_ORDER_BUSY && (!it->is_outgoing || it->is_active)) return HSW_E_STATE;
  if (what >= HSW_ORDER_HOLD && what <= HSW_ORDER_DTMF && !it->is_active) return HSW_E_STATE;
  switch (what) {
  case HSW_ORDER_RING: far_end_rings(in, it); return HSW_OK;
  case HSW_ORDER_ANSWER: stop_timer(in, &it->timer); it->script = ""; far_end_answers(in, it); return HSW_OK;
  case HSW_ORDER_DECLINE: last = "j"; break;
  case HSW_ORDER_BUSY: last = "b"; break;
  case HSW_ORDER_END: last = "x"; break;
  case HSW_ORDER_HOLD:
  case HSW_ORDER_RESUME:
    if (it->is_held_there == (what == HSW_ORDER_HOLD)) return HSW_E_STATE;
    far_end_holds(in, it, what == HSW_ORDER_HOLD);
    return HSW_OK;
  case HSW_ORDER_DTMF:
    if (!is_dtmf(arg)) return HSW_E_INVAL;
    far_end_sends(in, it, arg);
    return HSW_OK;
  case HSW_ORDER_VANISH: /* the far end answers nothing from now on; the time-out follows */
    stop_timer(in, &it->timer);
    it->faults = DEAF_TO_CHANGES;
    it->script = "q";
    return wait_s(in, &it->timer, DEAD_PEER_S, on_wait_over) ? HSW_OK : HSW_E_FAIL;
  default: return HSW_E_NOTSUP; /* tone, silence, echo, transfer: there is no audio here, and no transfer target */
  }
  it->script = last;
  run(in, it);
  return HSW_OK;
}

static hsw_status peer_observe(void *ctx, hsw_call c, const hsw_sink *json) {
  call *it = find(ctx, c);
  char text[400];
  size_t n, at = 0;
  if (!it) return HSW_E_NOCALL;
  snprintf(text, sizeof text,
           "{\"state\":\"%s\",\"held\":%s,\"muted\":%s,\"digits\":\"%s\",\"group\":%u,\"tone\":0,\"cause\":%u,\"transferred\":\"\"}",
           !it->is_up ? "ended" : it->is_active ? "active" : it->is_ringing ? "ringing" : "calling", it->is_held ? "true" : "false",
           it->is_muted ? "true" : "false", it->digits, it->group, it->cause);
  for (n = strlen(text); at < n;) { /* a sink may take only a few bytes at a time */
    int64_t taken = json->write ? json->write(json->ctx, text + at, n - at) : -1;
    if (taken <= 0) return HSW_E_FAIL;
    at += (size_t)taken;
  }
  return HSW_OK;
}

static const hsw_test_peer peer_table = {sizeof(hsw_test_peer), 0, peer_dialable, peer_call, peer_order, peer_observe};

/* -------------------------------------------------------------------------------------------------- the instance's life cycle */

static hsw_status fail(hsw_why *why, hsw_status code, const char *text) {
  if (why->size >= offsetof(hsw_why, text)) why->code = code;
  if (why->size > offsetof(hsw_why, text)) {
    size_t room = why->size < sizeof *why ? why->size - offsetof(hsw_why, text) : sizeof why->text;
    snprintf(why->text, room, "%s", text);
  }
  return code;
}

static void forget_everything(instance *in) {
  unsigned i;
  for (i = 0; i < MAX_RECORDS; i++) stop_timer(in, &in->calls[i].timer);
  for (i = 0; i < MAX_CALLS; i++) stop_timer(in, &in->call_backs[i].timer);
  memset(in->calls, 0, sizeof in->calls);
  memset(in->pending, 0, sizeof in->pending);
}

static void end_all(instance *in) {
  unsigned i;
  for (i = 0; i < MAX_RECORDS; i++)
    if (in->calls[i].is_up) over(in, &in->calls[i], HSW_END_LOCAL, HSW_OK, HSW_CAUSE_NORMAL, "");
}

static void on_drained(void *arg, hsw_timer t) {
  instance *in = arg;
  (void)t;
  in->drain.id = 0;
  end_all(in);
}

static hsw_status instance_init(void *ctx, hsw_why *why) {
  instance *in = ctx;
  if (in->phase != CREATED) return HSW_E_STATE;
  in->phase = FAILED;
  if (in->host.get_extension) copy_table(&in->loop, sizeof in->loop, in->host.get_extension(in->host.ctx, HSW_HEXT_LOOP));
  if (!in->loop.add_timer) return fail(why, HSW_E_NOTSUP, "the host offers no " HSW_HEXT_LOOP);
  in->phase = IDLE;
  return HSW_OK;
}

static hsw_status instance_activate(void *ctx, hsw_why *why) {
  instance *in = ctx;
  (void)why;
  if (in->phase != IDLE) return HSW_E_STATE;
  in->phase = ACTIVE;
  return HSW_OK; /* without a report, the line is ready */
}

static hsw_status instance_deactivate(void *ctx, uint32_t drain_ms) {
  instance *in = ctx;
  unsigned i;
  if (in->phase != ACTIVE) return HSW_E_STATE;
  for (i = 0; i < MAX_CALLS; i++) stop_timer(in, &in->call_backs[i].timer);
  in->phase = IDLE; /* not yet DRAINING, so that ending all calls here completes no deactivate */
  if (drain_ms == 0) end_all(in);
  if (!calls_up(in)) return HSW_OK;
  if (drain_ms != ~0u && in->loop.add_timer(in->host.ctx, drain_ms * 1000000ull, 0, on_drained, in, &in->drain) != HSW_OK) {
    end_all(in);
    return HSW_OK;
  }
  in->phase = DRAINING;
  return HSW_PENDING;
}

static void instance_reset(void *ctx) {
  instance *in = ctx;
  if (in->phase < IDLE) return;
  forget_everything(in);
  finish_drain(in);
}

static void instance_destroy(void *ctx) {
  instance *in = ctx;
  if (in->phase >= IDLE) forget_everything(in);
  stop_timer(in, &in->drain);
  free(in);
}

static const void *instance_get_extension(void *ctx, const char *id) {
  (void)ctx; /* constant and the same for all instances, so any thread may ask */
  if (!strcmp(id, HSW_EXT_CALLS)) return &calls_table;
  if (!strcmp(id, HSW_EXT_HOLD)) return &hold_table;
  if (!strcmp(id, HSW_EXT_MUTE)) return &mute_table;
  if (!strcmp(id, HSW_EXT_DTMF)) return &dtmf_table;
  if (!strcmp(id, HSW_EXT_GROUP)) return &group_table;
  if (!strcmp(id, HSW_EXT_TESTPEER)) return &peer_table;
  return NULL;
}

/* ------------------------------------------------------------------------------------------------ the descriptor and the entry */

#define STR(literal) {literal, sizeof literal - 1}
static const hsw_str capabilities[] = {STR("voice"), STR("calls"), STR("hold"), STR("mute"), STR("dtmf"), STR("group"), STR("test-peer")};
static const hsw_str handle_kinds[] = {STR("tel")};

static const hsw_descriptor the_descriptor = {
    sizeof(hsw_descriptor), 0, STR(ID), STR("TransportC"), STR("Hookswitch"), STR(VERSION), STR("Apache-2.0"), STR(""),
    capabilities, sizeof capabilities / sizeof *capabilities, MAX_CALLS, handle_kinds, 1, 0};

static const hsw_descriptor *entry_descriptor(uint32_t index) { return index == 0 ? &the_descriptor : NULL; }

/* The number of loads not yet undone, to see that load comes before create. Atomic, because instances, which share nothing else, may
 * be created on any thread. */
static int loads;

static hsw_status entry_load(hsw_str dso_path) {
  (void)dso_path;
  __atomic_add_fetch(&loads, 1, __ATOMIC_RELAXED);
  return HSW_OK;
}

static void entry_unload(void) { __atomic_sub_fetch(&loads, 1, __ATOMIC_RELAXED); }

static hsw_status entry_create(hsw_str id, const hsw_host *host, hsw_str config_json, const hsw_instance **out, hsw_why *why) {
  instance *in;
  (void)config_json; /* there are no settings */
  if (__atomic_load_n(&loads, __ATOMIC_RELAXED) < 1) return fail(why, HSW_E_STATE, "load comes before create");
  if (!equals(id, ID)) return fail(why, HSW_E_INVAL, "there is no such transport here, only " ID);
  in = calloc(1, sizeof *in);
  if (!in) return fail(why, HSW_E_NOMEM, "out of memory");
  copy_table(&in->host, sizeof in->host, host);
  if (in->host.flags & HSW_MUST) {
    free(in);
    return fail(why, HSW_E_NOTSUP, "the host requests something that this transport does not know");
  }
  in->table.size = sizeof in->table;
  in->table.ctx = in;
  in->table.init = instance_init;
  in->table.activate = instance_activate;
  in->table.deactivate = instance_deactivate;
  in->table.reset = instance_reset;
  in->table.destroy = instance_destroy;
  in->table.get_extension = instance_get_extension;
  *out = &in->table;
  return HSW_OK;
}

static const hsw_entry the_entry = {sizeof(hsw_entry), 0, 1, 0, entry_descriptor, entry_load, entry_unload, entry_create};

HSW_EXPORT hsw_status hookswitch_transport_query(hsw_query *q) {
  if (!q || q->size < sizeof *q || q->magic != HSW_MAGIC) return HSW_E_INVAL; /* `size` first: a shorter query has no magic */
  q->entry = NULL;
  if (q->major_min > HSW_ABI_MAJOR || q->major_max < HSW_ABI_MAJOR) {
    snprintf(q->reason, sizeof q->reason, "this transport speaks version %u.%u of the transport ABI, the host %u to %u",
             HSW_ABI_MAJOR, HSW_ABI_MINOR, (unsigned)q->major_min, (unsigned)q->major_max);
    return HSW_E_VERSION;
  }
  q->chosen_major = HSW_ABI_MAJOR;
  q->chosen_minor = q->major_max > HSW_ABI_MAJOR ? 0 : q->minor < HSW_ABI_MINOR ? q->minor : HSW_ABI_MINOR;
  q->entry = &the_entry;
  return HSW_OK;
}
