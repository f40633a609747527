#ifndef CEMBEDDING_H
#define CEMBEDDING_H

#include <stdint.h>

/* A C program that embeds the host by libhookswitch.so, in a process of its own. */

typedef struct {
  double lifecycles_per_s;      /* whole calls of `lines` lines: dial, active, end, ended; the median of five seconds */
  double next_ns;               /* taking an event that waits, the median, while the host is at rest */
  double busy_next_ns;          /* the same while another thread adds events */
  double dial_ns, end_ns;       /* asking, the median */
  double refused_ns;            /* asking for the end of a call that does not exist */
  double allocations_per_event; /* of hk_next */
  double known_transport_ms;    /* adding a second provider of a transport, the median */
} embedding_figures;

/* Measures with the library at this path. Writes an embedding_figures to `out`. Returns 0, or 1 after a complaint on standard error. */
int embedding_run(const char *library, uint32_t lines, int out);

#endif
