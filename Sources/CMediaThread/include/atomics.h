#ifndef HOOKSWITCH_MEDIA_ATOMICS_H
#define HOOKSWITCH_MEDIA_ATOMICS_H
/* Figures have one writer, the audio thread, and readers on any thread. Each figure is read whole; two figures read together may be from
 * different moments. */
#include <stdint.h>

static inline uint64_t hookswitch_figure(const uint64_t *figure) { return __atomic_load_n(figure, __ATOMIC_RELAXED); }
static inline void hookswitch_figure_set(uint64_t *figure, uint64_t value) { __atomic_store_n(figure, value, __ATOMIC_RELAXED); }
/* Needs no locked instruction, because there is one writer. */
static inline void hookswitch_figure_add(uint64_t *figure, uint64_t more) {
  __atomic_store_n(figure, __atomic_load_n(figure, __ATOMIC_RELAXED) + more, __ATOMIC_RELAXED);
}

/* Prefetches a cache line. Any address is allowed, because it is never dereferenced. */
static inline void hookswitch_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }
#endif
