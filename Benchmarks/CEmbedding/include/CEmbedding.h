#ifndef CEMBEDDING_H
#define CEMBEDDING_H

#include <stdint.h>

/* A C program that embeds the host by libhookswitch.so, in a process of its own. It measures a round for each byte that it reads. */

enum {
  EMBEDDING_TRAFFIC = 't',   /* whole calls on all lines */
  EMBEDDING_REQUESTS = 'r', /* requests to a host at rest: the calls of all lines begin and end */
  EMBEDDING_TRANSPORTS = 'k' /* more providers of a known transport; the last round, since it leaves them there */
};

/* The whole calls that a round measures, and those that warm up before. The calls of many lines end in waves, so that the number of those that
 * end in a second would jump by the number of lines. */
enum { EMBEDDING_CALLS = 20000, EMBEDDING_WARM_UP = 5000 };

/* The figures of a round; those of other kinds are zero. Times are medians. */
typedef struct {
  double lifecycles_per_s;      /* traffic: whole calls, from dialing to the end */
  double processor_us;          /* traffic: the processor time of a whole call */
  double busy_next_ns;          /* traffic: taking an event that waits, while another thread adds events */
  double busy_dial_ns;          /* traffic: asking, while the transport works for other lines */
  double busy_end_ns;
  double dial_ns, end_ns;       /* requests: asking */
  double refused_ns;            /* requests: asking for the end of a call that does not exist */
  double next_ns;               /* requests: taking an event that waits */
  double allocations_per_event; /* requests: of hk_next */
  double known_transport_ms;    /* transports: adding a provider */
} embedding_figures;

/* Measures with the library at this path: reads the rounds from `in`, and writes an embedding_figures to `out` for each. Returns 0 at the
 * end of its input, or 1 after a complaint on standard error. */
int embedding_run(const char *library, uint32_t lines, int in, int out);

#endif
