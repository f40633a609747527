#ifndef CRTPRIVAL_H
#define CRTPRIVAL_H

#include <stdint.h>

/* The far ends of many calls with G.711, in a process of their own: each sends a packet every 20 ms, the calls spread evenly over them, and says of
   what comes by the kernel's own time how evenly it does. */

typedef struct {
  uint64_t sent, heard;
  uint64_t lost;             /* by the numbers of what came */
  uint64_t late;             /* of its own: packets that it sent more than 2 ms after their time */
  double p50_ms, p99_ms, most_ms; /* how far intervals between packets were from 20 ms */
} rtp_rival_figures;

/* Opens `calls` ports at 127.0.0.1 and writes their numbers to `out`, two bytes each; reads from `in` where each is to send; carries the calls for
   `seconds`; writes the figures to `out`. The first second is not judged. 0, or 1: the system did not give what is needed. */
int rtp_rival_run(uint32_t calls, uint32_t seconds, int in, int out);

#endif
