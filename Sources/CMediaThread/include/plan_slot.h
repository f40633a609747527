#ifndef HOOKSWITCH_MEDIA_PLAN_SLOT_H
#define HOOKSWITCH_MEDIA_PLAN_SLOT_H
/* Passes plans from the control side to the audio thread: one pointer, and two counters that show when the old plan is unused.
 *
 * A tick increments `begun`, then reads the pointer. The control side changes the pointer, then reads `begun`: any later tick sees the
 * new plan. The old plan is therefore free once `ended` reaches that count. */
#include <stdint.h>

typedef struct hookswitch_plan_slot {
  void *plan;
  uint64_t begun, ended;
  uint32_t busy; /* a tick is running; two threads may try to tick by hand */
  /* Twice the turn of the thread that runs ticks, plus 1 while that thread is inside a clock, which may never return. */
  uint64_t turn;
  void *clock; /* the argument of the clock last entered */
} hookswitch_plan_slot;

/* Takes the slot for a tick: 0 when another tick is running. [audio thread] */
static inline uint32_t hookswitch_tick_enter(hookswitch_plan_slot *slot) {
  uint32_t idle = 0;
  return __atomic_compare_exchange_n(&slot->busy, &idle, 1u, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED) ? 1u : 0u;
}

/* Returns the plan of this tick, valid until hookswitch_tick_leave; NULL for none. [audio thread] */
static inline void *hookswitch_tick_plan(hookswitch_plan_slot *slot) {
  __atomic_store_n(&slot->begun, __atomic_load_n(&slot->begun, __ATOMIC_RELAXED) + 1u, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&slot->plan, __ATOMIC_SEQ_CST);
}

/* [audio thread] */
static inline void hookswitch_tick_leave(hookswitch_plan_slot *slot) {
  __atomic_store_n(&slot->ended, __atomic_load_n(&slot->begun, __ATOMIC_RELAXED), __ATOMIC_RELEASE);
  __atomic_store_n(&slot->busy, 0u, __ATOMIC_RELEASE);
}

/* Replaces the plan. Returns the number of ticks that must have ended before the old plan is freed. [one thread at a time] */
static inline uint64_t hookswitch_plan_put(hookswitch_plan_slot *slot, void *plan) {
  __atomic_store_n(&slot->plan, plan, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&slot->begun, __ATOMIC_SEQ_CST);
}

/* Returns the same number for objects that no plan contains since the last hookswitch_plan_put. [that same thread] */
static inline uint64_t hookswitch_ticks_begun(const hookswitch_plan_slot *slot) { return __atomic_load_n(&slot->begun, __ATOMIC_SEQ_CST); }

/* Returns the turn of the thread that runs the present tick. [audio thread] */
static inline uint64_t hookswitch_turn(const hookswitch_plan_slot *slot) { return __atomic_load_n(&slot->turn, __ATOMIC_RELAXED) & ~1ull; }

/* Marks the entry into a clock. [audio thread] */
static inline void hookswitch_clock_enter(hookswitch_plan_slot *slot, uint64_t turn, void *clock) {
  __atomic_store_n(&slot->clock, clock, __ATOMIC_RELAXED);
  __atomic_store_n(&slot->turn, turn | 1u, __ATOMIC_RELEASE);
}

/* Marks the return from a clock: 0 when another thread took the turn meanwhile; this thread must then touch nothing. [audio thread] */
static inline uint32_t hookswitch_clock_leave(hookswitch_plan_slot *slot, uint64_t turn) {
  uint64_t inside = turn | 1u;
  return __atomic_compare_exchange_n(&slot->turn, &inside, turn, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED) ? 1u : 0u;
}

/* Returns the turn, odd while the audio thread is inside a clock; `clock` then gets its argument. [any thread] */
static inline uint64_t hookswitch_turn_now(const hookswitch_plan_slot *slot, void **clock) {
  const uint64_t turn = __atomic_load_n(&slot->turn, __ATOMIC_ACQUIRE);
  *clock = __atomic_load_n(&slot->clock, __ATOMIC_RELAXED);
  return turn;
}

/* Takes the turn from a thread that is still inside the clock where it was seen, and ends its tick; 0 when it has returned. Another
 * thread may run ticks afterwards. [one thread at a time] */
static inline uint32_t hookswitch_turn_take(hookswitch_plan_slot *slot, uint64_t seen) {
  if (!__atomic_compare_exchange_n(&slot->turn, &seen, (seen & ~1ull) + 2u, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return 0;
  __atomic_store_n(&slot->ended, __atomic_load_n(&slot->begun, __ATOMIC_RELAXED), __ATOMIC_RELEASE);
  __atomic_store_n(&slot->busy, 0u, __ATOMIC_RELEASE);
  return 1;
}

/* Returns the number of ticks that have ended. [any thread] */
static inline uint64_t hookswitch_ticks_ended(const hookswitch_plan_slot *slot) { return __atomic_load_n(&slot->ended, __ATOMIC_ACQUIRE); }
#endif
