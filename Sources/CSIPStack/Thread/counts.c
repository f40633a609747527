/* A stack's counters. */
#include "counts.h"

#include "../stack.h"

void csip_count(csip_counters *counters, csip_counted what) {
  _Atomic uint64_t *count = &counters->of[what];
  atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + 1, memory_order_relaxed);
}

static uint64_t read_count(const csip_stack *stack, csip_counted what) {
  return atomic_load_explicit(&stack->counts.of[what], memory_order_relaxed);
}

void csip_measure(const csip_stack *stack, csip_counts *out) {
  *out = (csip_counts){
      .messages = read_count(stack, CSIP_MESSAGES), .mended = read_count(stack, CSIP_MENDED), .unreachable = read_count(stack, CSIP_UNREACHABLE),
      .calls = read_count(stack, CSIP_CALLS_OFFERED), .refused = read_count(stack, CSIP_REFUSED_CALLS),
      .dropped = read_count(stack, CSIP_DROPPED_REQUESTS), .cut = read_count(stack, CSIP_CUT_STREAMS),
      .max_calls = stack->gate.limits.max_calls};
}
