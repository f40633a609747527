/* ring.h - the audio rings of the Hookswitch transport ABI: how to put a frame into one and take one out.
 *
 * A ring has one producer and one consumer, each one thread at a time. Both share its control block and slots, perhaps across processes,
 * and access them only through these functions. None of them waits, allocates or locks, so all may run on a [media] thread. Indexes
 * run on for ever and wrap at 2^32; a slot is its index modulo n_slots. Each function reads the other side's values once and never
 * trusts them: no value of a control block leads outside the slots.
 *
 * C99 and later, C++11 and later, with the atomic builtins that gcc and clang share.
 */
#ifndef HSW_RING_H
#define HSW_RING_H

#include "hookswitch/transport.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

/** Returns the size of a slot's sample space in bytes. */
static inline uint32_t hsw_ring_room_bytes(const hsw_ring *r) { return r->slot_bytes - (uint32_t)sizeof(hsw_slot); }

/** Returns the slot of an index; it lies inside the ring for every index. */
static inline hsw_slot *hsw_ring_slot(const hsw_ring *r, uint32_t index) {
  return (hsw_slot *)(void *)(r->slots + (size_t)(index & (r->n_slots - 1u)) * r->slot_bytes);
}

/* ------------------------------------------------------------------------------------------------------------------- the producer */

/** Returns the slot to fill next: its `bytes` (at most hsw_ring_room_bytes), `flags`, `mono_ns` and samples; then hsw_ring_push. NULL
 *  when the ring is full: the frame is lost and counted as an overrun. */
static inline hsw_slot *HSW_NULLABLE hsw_ring_room(const hsw_ring *r) {
  const uint32_t head = __atomic_load_n(&r->ctl->head, __ATOMIC_RELAXED);
  const uint32_t tail = __atomic_load_n(&r->ctl->tail, __ATOMIC_ACQUIRE);
  if (head - tail < r->n_slots) return hsw_ring_slot(r, head);
  __atomic_store_n(&r->ctl->overruns, __atomic_load_n(&r->ctl->overruns, __ATOMIC_RELAXED) + 1u, __ATOMIC_RELAXED);
  return NULL;
}

/** Hands over the slot that hsw_ring_room returned. 1 when the consumer sleeps: write an 8-byte 1 to wake_fd; else 0. */
static inline uint32_t hsw_ring_push(const hsw_ring *r) {
  const uint32_t head = __atomic_load_n(&r->ctl->head, __ATOMIC_RELAXED);
  __atomic_store_n(&r->ctl->head, head + 1u, __ATOMIC_RELEASE);
  if (r->wake_fd < 0) return 0u;
  /* The consumer sets `waiting` and then looks again, so one of the two sees the other's store. */
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return __atomic_exchange_n(&r->ctl->waiting, 0u, __ATOMIC_ACQ_REL) != 0u ? 1u : 0u;
}

/** Voids every queued frame: the next frame pushed is the next one heard. */
static inline void hsw_ring_flush(const hsw_ring *r) {
  __atomic_store_n(&r->ctl->flush, __atomic_load_n(&r->ctl->head, __ATOMIC_RELAXED), __ATOMIC_RELEASE);
}

/** Returns how many frames the consumer has not taken yet, flushed ones included. */
static inline uint32_t hsw_ring_queued(const hsw_ring *r) {
  const uint32_t head = __atomic_load_n(&r->ctl->head, __ATOMIC_RELAXED);
  const uint32_t queued = head - __atomic_load_n(&r->ctl->tail, __ATOMIC_ACQUIRE);
  return queued < r->n_slots ? queued : r->n_slots;
}

/* ------------------------------------------------------------------------------------------------------------------- the consumer */

/** Drops flushed frames, so that the producer has their room back, and returns the head; for the functions below. */
static inline uint32_t hsw_ring_settle_(const hsw_ring *r, uint32_t *first) {
  const uint32_t tail = __atomic_load_n(&r->ctl->tail, __ATOMIC_RELAXED);
  /* Read `flush` before `head`, so that it lies within the queued frames. A flush that took effect long ago lies behind the tail and
   * reads as a huge distance. */
  const uint32_t flush = __atomic_load_n(&r->ctl->flush, __ATOMIC_ACQUIRE);
  const uint32_t head = __atomic_load_n(&r->ctl->head, __ATOMIC_ACQUIRE);
  const uint32_t queued = head - tail, voided = flush - tail;
  *first = tail;
  if (queued > r->n_slots) *first = head; /* not a valid state: take the ring as empty */
  else if (voided <= queued) *first = flush;
  if (*first != tail) __atomic_store_n(&r->ctl->tail, *first, __ATOMIC_RELEASE);
  return head;
}

/** Returns how many frames can be taken now; drops flushed ones. */
static inline uint32_t hsw_ring_count(const hsw_ring *r) {
  uint32_t first;
  const uint32_t head = hsw_ring_settle_(r, &first);
  return head - first;
}

/** Returns the oldest frame that is not void; read it, then return it with hsw_ring_pop. NULL when there is none, which is counted as
 *  an underrun: where an empty ring is no fault, call hsw_ring_count first. */
static inline const hsw_slot *HSW_NULLABLE hsw_ring_front(const hsw_ring *r) {
  uint32_t first;
  const uint32_t head = hsw_ring_settle_(r, &first);
  if (first != head) return hsw_ring_slot(r, first);
  __atomic_store_n(&r->ctl->underruns, __atomic_load_n(&r->ctl->underruns, __ATOMIC_RELAXED) + 1u, __ATOMIC_RELAXED);
  return NULL;
}

/** Returns the bytes of samples in a slot, never more than fit. */
static inline uint32_t hsw_ring_bytes(const hsw_ring *r, const hsw_slot *slot) {
  const uint32_t bytes = __atomic_load_n(&slot->bytes, __ATOMIC_RELAXED), room = hsw_ring_room_bytes(r);
  return bytes < room ? bytes : room;
}

/** Returns to the producer the slot that hsw_ring_front gave. */
static inline void hsw_ring_pop(const hsw_ring *r) {
  const uint32_t tail = __atomic_load_n(&r->ctl->tail, __ATOMIC_RELAXED);
  __atomic_store_n(&r->ctl->tail, tail + 1u, __ATOMIC_RELEASE);
}

/** Announces that the consumer is about to sleep until wake_fd is written. 0: it must not sleep, because a frame came meanwhile. */
static inline uint32_t hsw_ring_wait(const hsw_ring *r) {
  __atomic_store_n(&r->ctl->waiting, 1u, __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (hsw_ring_count(r) == 0u) return 1u;
  __atomic_store_n(&r->ctl->waiting, 0u, __ATOMIC_RELEASE);
  return 0u;
}

/* ----------------------------------------------------------------------------------------------------------------------- both sides */

/** Returns how often the producer found the ring full. */
static inline uint32_t hsw_ring_overruns(const hsw_ring *r) { return __atomic_load_n(&r->ctl->overruns, __ATOMIC_RELAXED); }

/** Returns how often the consumer found it empty. */
static inline uint32_t hsw_ring_underruns(const hsw_ring *r) { return __atomic_load_n(&r->ctl->underruns, __ATOMIC_RELAXED); }

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif
#ifdef __cplusplus
}
#endif
#endif /* HSW_RING_H */
