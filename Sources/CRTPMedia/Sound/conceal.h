/* The concealment of gaps in G.711 and G.722. */
#ifndef CRTP_CONCEAL_H
#define CRTP_CONCEAL_H

#include <stddef.h>
#include <stdint.h>

#define PAST 640u            /* samples of the past kept for concealment: 40 ms at 16 kHz */

/* The source of concealment for a gap. */
typedef struct {
  int16_t past[PAST];        /* the last samples played, the newest at the end */
  size_t period;             /* of the pitch in them; 0: not searched yet */
  size_t made;               /* samples concealed in a row */
} concealment;

void crtp_remember(concealment *, const int16_t *samples, size_t n);
void crtp_conceal(concealment *, int16_t *samples, size_t n, uint32_t rate);
/* Cross-fades 5 ms from the concealment into the audio that comes back. */
void crtp_join(concealment *, int16_t *samples, size_t n, uint32_t rate);

#endif
