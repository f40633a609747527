#ifndef HOOKSWITCH_MEDIA_ATOMICS_H
#define HOOKSWITCH_MEDIA_ATOMICS_H
/* One writer, the audio thread; readers anywhere. A figure is never torn, and two of them need not belong together. */
#include <stdint.h>

static inline uint64_t hookswitch_figure(const uint64_t *figure) { return __atomic_load_n(figure, __ATOMIC_RELAXED); }
static inline void hookswitch_figure_set(uint64_t *figure, uint64_t value) { __atomic_store_n(figure, value, __ATOMIC_RELAXED); }
/* No locked instruction: nobody else writes. */
static inline void hookswitch_figure_add(uint64_t *figure, uint64_t more) {
  __atomic_store_n(figure, __atomic_load_n(figure, __ATOMIC_RELAXED) + more, __ATOMIC_RELAXED);
}

/* Asks for a line of memory that will be wanted soon. Any address will do: it is never followed. */
static inline void hookswitch_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }
#endif
