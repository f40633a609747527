/* A rate limiter for requests. It looks at each one once its header is read, before the library keeps anything for it, and admits it, has
 * it refused with 503, or drops it. So strangers can cause only a bounded amount of work and memory. */
#include "gate.h"

#include "../Messages/parts.h"
#include "../Thread/clock.h"
#include "../stack.h"

#include <sys/random.h>
#include <sys/resource.h>

static __thread csip_stack *here;

csip_stack *csip_gate_here(void) { return here; }

/* The limit of 503 responses per second: the library keeps each one, and retransmits it for half a minute when no ACK comes. */
static const float refusals_in_all = 200;

/* ------------------------------------------------------------------------------------------------------------------------- verdicts */

typedef enum { PASS, REFUSE, DROP } verdict;

/* True when this message's Call-ID belongs to a dialog here; the library compares the tags. */
static int is_known(csip_stack *stack, sip_t const *sip) {
  nua_handle_t *handle = sip->sip_call_id && stack->nua ? nua_handle_by_call_id(stack->nua, sip->sip_call_id->i_id) : NULL;
  if (handle) nua_handle_unref(handle);
  return handle != NULL;
}

static int has_room(const csip_gate *gate, const csip_source *source) {
  const csip_limits *most = &gate->limits;
  return gate->ringing < most->max_ringing && source->ringing < (most->max_ringing + 1) / 2 && gate->calls < most->max_calls &&
         source->calls < most->max_calls_per_source;
}

static verdict judge_call(csip_gate *gate, csip_source *source, int64_t now) {
  if (has_room(gate, source) && csip_take(&source->tokens[CSIP_CALLS])) return PASS;
  csip_fill(&gate->refusals, refusals_in_all, now - gate->refused_at);
  gate->refused_at = now;
  return csip_take(&source->tokens[CSIP_REFUSALS]) && csip_take(&gate->refusals) ? REFUSE : DROP;
}

static verdict judge(csip_stack *stack, const su_sockaddr_t *from, sip_t const *sip) {
  csip_gate *gate = &stack->gate;
  const sip_method_t method = sip->sip_request->rq_method;
  const csip_place place = csip_place_of(from);
  if (method == sip_method_ack || csip_is_trusted(&gate->trusted, place)) return PASS;
  const int64_t now = csip_now();
  csip_source *source = csip_source_at(&gate->sources, place, now);
  csip_source_wait(source, (float)gate->limits.calls_per_second_per_source, now);
  const int has_dialog = sip->sip_to && sip->sip_to->a_tag;
  if (method == sip_method_invite && !has_dialog) return judge_call(gate, source, now);
  const int is_talk = (has_dialog || method == sip_method_cancel) && is_known(stack, sip);
  return csip_take(&source->tokens[is_talk ? CSIP_TALK : CSIP_STRANGERS]) ? PASS : DROP;
}

/* Decides when the library offers the call, because the library sends the answer. Meanwhile other calls may have taken the room. */
int csip_is_refused(csip_stack *stack, sip_t const *sip) {
  csip_gate *gate = &stack->gate;
  const su_sockaddr_t *from = csip_came_from(stack);
  if (!from) return 0;
  const csip_place place = csip_place_of(from);
  /* Trusted sources share the process's file descriptors with all others. */
  if (csip_is_trusted(&gate->trusted, place)) {
    if (gate->calls < gate->limits.max_calls) return 0;
  } else if (sip->sip_user != gate && has_room(gate, csip_source_at(&gate->sources, place, csip_now()))) {
    return 0;
  }
  csip_gate_count(stack, CSIP_REFUSED_CALLS, from);
  return 1;
}

int csip_gate_admits(const su_sockaddr_t *from, sip_t *sip) {
  if (!here) return 1;
  switch (judge(here, from, sip)) {
    case PASS:
      return 1;
    case REFUSE:
      sip->sip_user = &here->gate;
      return 1;
    default:
      csip_gate_count(here, CSIP_DROPPED_REQUESTS, from);
      return 0;
  }
}

/* --------------------------------------------------------------------------------------------------------------------------- calls */

void csip_gate_rings(csip_gate *gate, csip_admission *call, const su_sockaddr_t *from) {
  const csip_place place = csip_place_of(from);
  call->place = place;
  csip_gate_counts(gate, call);
  if (csip_is_trusted(&gate->trusted, place)) return;
  call->rings = call->has_source = 1;
  gate->ringing++;
  csip_source *source = csip_source_at(&gate->sources, place, csip_now());
  source->ringing++;
  source->calls++;
}

void csip_gate_counts(csip_gate *gate, csip_admission *call) {
  if (call->is_counted) return;
  call->is_counted = 1;
  gate->calls++;
}

void csip_gate_leaves(csip_gate *gate, csip_admission *call) {
  csip_gate_settled(gate, call);
  if (call->is_counted) gate->calls--;
  call->is_counted = 0;
  if (!call->has_source) return;
  call->has_source = 0;
  csip_source *source = csip_source_at(&gate->sources, call->place, csip_now());
  if (source->calls) source->calls--;
}

void csip_gate_settled(csip_gate *gate, csip_admission *call) {
  if (!call->rings) return;
  call->rings = 0;
  gate->ringing--;
  csip_source *source = csip_source_at(&gate->sources, call->place, csip_now());
  /* The row may have been reused since: its count then began anew. */
  if (source->ringing) source->ringing--;
}

/* -------------------------------------------------------------------------------------------------------------------------- reports */

static void tell(csip_stack *stack) {
  csip_gate *gate = &stack->gate;
  char room[64] = "";
  if (gate->last_refused.su_family) su_inet_ntop(gate->last_refused.su_family, SU_ADDR(&gate->last_refused), room, sizeof room);
  csip_event event = {.kind = CSIP_REFUSED_FLOOD, .refused = gate->refused, .dropped = gate->dropped, .cut = gate->cut, .source = room};
  gate->refused = gate->dropped = gate->cut = 0;
  gate->told_at = csip_now();
  csip_tell(stack, &event);
}

static void tell_later(su_root_magic_t *magic, su_timer_t *timer, su_timer_arg_t *argument) {
  (void)magic, (void)timer;
  csip_stack *stack = (csip_stack *)argument;
  if (stack->gate.refused + stack->gate.dropped + stack->gate.cut) tell(stack);
}

void csip_gate_count(csip_stack *stack, csip_counted what, const su_sockaddr_t *from) {
  csip_gate *gate = &stack->gate;
  if (from) gate->last_refused = *from;
  csip_count(&stack->counts, what);
  ++*(what == CSIP_REFUSED_CALLS ? &gate->refused : what == CSIP_DROPPED_REQUESTS ? &gate->dropped : &gate->cut);
  if (csip_now() - gate->told_at >= 1000) tell(stack);
  else if (!su_timer_is_set(gate->timer)) su_timer_set_interval(gate->timer, tell_later, (su_timer_arg_t *)stack, 1000);
}

static uint32_t or_else(uint32_t value, uint32_t usual) { return value ? value : usual; }

/* A call with media has two sockets. The rest is left for connections and for the host's other work. */
static uint32_t calls_for_files(void) {
  enum { MOST = 100000, FEW = 8 };
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) < 0 || files.rlim_cur >= MOST * 5 / 2) return MOST;
  const uint32_t calls = (uint32_t)files.rlim_cur * 2 / 5;
  return calls > FEW ? calls : FEW;
}

void csip_gate_open(csip_stack *stack, const csip_limits *wanted) {
  csip_gate *gate = &stack->gate;
  const uint32_t max_calls = or_else(wanted->max_calls, calls_for_files());
  gate->limits = (csip_limits){
      .max_ringing = or_else(wanted->max_ringing, 1000),
      .calls_per_second_per_source = or_else(wanted->calls_per_second_per_source, 500),
      .max_streams_per_source = or_else(wanted->max_streams_per_source, 100),
      .patience_ms = or_else(wanted->patience_ms, 10000),
      .max_calls = max_calls,
      .max_calls_per_source = or_else(wanted->max_calls_per_source, (max_calls + 1) / 2),
      .max_ring_seconds = or_else(wanted->max_ring_seconds, 300)};
  gate->refusals = refusals_in_all;
  gate->told_at = -1000;
  if (getrandom(&gate->sources.seed, sizeof gate->sources.seed, 0) < 0) gate->sources.seed = (uint64_t)csip_now();
  gate->timer = su_timer_create(su_root_task(stack->root), 1000);
  here = stack;
}

void csip_gate_close(csip_stack *stack) {
  here = NULL;
  su_timer_destroy(stack->gate.timer);
  stack->gate.timer = NULL;
}
