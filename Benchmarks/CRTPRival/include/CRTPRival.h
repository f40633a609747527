#ifndef CRTPRIVAL_H
#define CRTPRIVAL_H

#include <stdint.h>

/* The far ends of many G.711 calls, in a process of their own. Each sends a packet every 20 ms, with the calls spread evenly over that
 * time, and measures the regularity of incoming packets by the kernel's time stamps. */

typedef struct {
  uint64_t sent, heard;
  uint64_t lost;             /* by the sequence numbers of incoming packets */
  uint64_t late;             /* outgoing packets that left more than 2 ms late */
  double p50_ms, p99_ms, most_ms; /* deviation of the intervals between packets from 20 ms */
} rtp_rival_figures;

/* Opens `calls` ports at 127.0.0.1 and writes their numbers to `out`, two bytes each. Reads the destination port of each from `in`, carries
 * the calls for `seconds`, and writes the figures to `out`, which exclude the first second. Returns 0, or 1 when a system call fails. */
int rtp_rival_run(uint32_t calls, uint32_t seconds, int in, int out);

#endif
