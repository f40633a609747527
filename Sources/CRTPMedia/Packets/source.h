/* The far end's source of RTP. */
#ifndef CRTP_SOURCE_H
#define CRTP_SOURCE_H

#include <stdint.h>

/* Its state as its packets tell it (RFC 3550 appendix A). */
typedef struct {
  uint32_t ssrc;
  uint8_t is_known, has_transit;
  uint16_t highest;
  uint32_t cycles, base, received, expected_before, received_before;
  double jitter, transit;    /* in units of the timestamp's clock */
  uint32_t first_timestamp;
  double fastest_ms, spread_ms; /* the delay of the fastest packets, and how far the others are behind it */
  uint32_t last_report_middle;
  uint64_t last_report_ns;
} source;

#endif
