#ifndef HOOKSWITCH_MEDIA_PLAN_SLOT_H
#define HOOKSWITCH_MEDIA_PLAN_SLOT_H
/* Where the control side leaves a plan and the audio thread finds it: one pointer, and two counts that tell when nobody reads the old one.
 *
 * A tick counts itself in, then reads the pointer. The control side changes the pointer, then reads how many have counted themselves in: a tick
 * that counts itself in later sees the new plan. So the old one is free once as many have counted themselves out. */
#include <stdint.h>

typedef struct hookswitch_plan_slot {
  void *plan;
  uint64_t begun, ended;
  uint32_t busy; /* a tick is running: where ticks are called by hand, two threads may try */
  /* Whose turn it is to run ticks, times two, and one more while that thread is inside a clock, which may never return. */
  uint64_t turn;
  void *clock; /* what the clock that was entered last is given */
} hookswitch_plan_slot;

/* Takes the slot for a tick: 0 when another runs. [audio thread] */
static inline uint32_t hookswitch_tick_enter(hookswitch_plan_slot *slot) {
  uint32_t idle = 0;
  return __atomic_compare_exchange_n(&slot->busy, &idle, 1u, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED) ? 1u : 0u;
}

/* The plan of this tick, good until hookswitch_tick_leave. NULL: there is none. [audio thread] */
static inline void *hookswitch_tick_plan(hookswitch_plan_slot *slot) {
  __atomic_store_n(&slot->begun, __atomic_load_n(&slot->begun, __ATOMIC_RELAXED) + 1u, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&slot->plan, __ATOMIC_SEQ_CST);
}

/* [audio thread] */
static inline void hookswitch_tick_leave(hookswitch_plan_slot *slot) {
  __atomic_store_n(&slot->ended, __atomic_load_n(&slot->begun, __ATOMIC_RELAXED), __ATOMIC_RELEASE);
  __atomic_store_n(&slot->busy, 0u, __ATOMIC_RELEASE);
}

/* Puts `plan` in. Gives the count of ticks that must have ended before anything of the old one may be freed. [one thread at a time] */
static inline uint64_t hookswitch_plan_put(hookswitch_plan_slot *slot, void *plan) {
  __atomic_store_n(&slot->plan, plan, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&slot->begun, __ATOMIC_SEQ_CST);
}

/* The same count for what no plan has had since the last hookswitch_plan_put. [that same thread] */
static inline uint64_t hookswitch_ticks_begun(const hookswitch_plan_slot *slot) { return __atomic_load_n(&slot->begun, __ATOMIC_SEQ_CST); }

/* The turn of the calling thread, for the tick that it runs. [audio thread] */
static inline uint64_t hookswitch_turn(const hookswitch_plan_slot *slot) { return __atomic_load_n(&slot->turn, __ATOMIC_RELAXED) & ~1ull; }

/* Goes into a clock. [audio thread] */
static inline void hookswitch_clock_enter(hookswitch_plan_slot *slot, uint64_t turn, void *clock) {
  __atomic_store_n(&slot->clock, clock, __ATOMIC_RELAXED);
  __atomic_store_n(&slot->turn, turn | 1u, __ATOMIC_RELEASE);
}

/* Comes back from it: 0 when the turn was taken away meanwhile. Then the thread may touch nothing any more. [audio thread] */
static inline uint32_t hookswitch_clock_leave(hookswitch_plan_slot *slot, uint64_t turn) {
  uint64_t inside = turn | 1u;
  return __atomic_compare_exchange_n(&slot->turn, &inside, turn, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED) ? 1u : 0u;
}

/* Where the audio thread is: odd while it is inside a clock, which `clock` then names. [any thread] */
static inline uint64_t hookswitch_turn_now(const hookswitch_plan_slot *slot, void **clock) {
  const uint64_t turn = __atomic_load_n(&slot->turn, __ATOMIC_ACQUIRE);
  *clock = __atomic_load_n(&slot->clock, __ATOMIC_RELAXED);
  return turn;
}

/* Takes the turn from a thread that is still inside the clock where it was seen, and ends its tick for it; 0 when it has come back. From here on
 * another thread may run ticks. [one thread at a time] */
static inline uint32_t hookswitch_turn_take(hookswitch_plan_slot *slot, uint64_t seen) {
  if (!__atomic_compare_exchange_n(&slot->turn, &seen, (seen & ~1ull) + 2u, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return 0;
  __atomic_store_n(&slot->ended, __atomic_load_n(&slot->begun, __ATOMIC_RELAXED), __ATOMIC_RELEASE);
  __atomic_store_n(&slot->busy, 0u, __ATOMIC_RELEASE);
  return 1;
}

/* How many ticks have ended. [any thread] */
static inline uint64_t hookswitch_ticks_ended(const hookswitch_plan_slot *slot) { return __atomic_load_n(&slot->ended, __ATOMIC_ACQUIRE); }
#endif
