/* A table of request sources. */
#include "sources.h"

#include <string.h>

csip_place csip_place_of(const su_sockaddr_t *address) {
  csip_place place = {0, 0};
  if (address->su_family == AF_INET) {
    place.low = address->su_sin.sin_addr.s_addr;
  } else if (address->su_family == AF_INET6) {
    const uint8_t *bytes = address->su_sin6.sin6_addr.s6_addr;
    uint32_t last;
    memcpy(&place.high, bytes, 8);
    memcpy(&last, bytes + 12, 4);
    /* Without a prefix it is an IPv4-mapped address, or the loopback address. */
    if (place.high == 0) place.low = last | (uint64_t)(bytes[10] != 0xFF) << 32;
  }
  return place;
}

int csip_is_same(csip_place a, csip_place b) { return a.high == b.high && a.low == b.low; }

csip_source *csip_source_at(csip_sources *sources, csip_place place, int64_t now) {
  uint64_t hash = (place.high ^ sources->seed) * 0x9E3779B97F4A7C15u;
  hash = (hash ^ hash >> 29 ^ place.low) * 0xBF58476D1CE4E5B9u;
  csip_source *set = sources->rows[(hash >> 32) & (CSIP_SOURCE_SETS - 1)], *oldest = set;
  for (csip_source *source = set; source < set + CSIP_SOURCE_WAYS; source++) {
    if (source->at && csip_is_same(source->place, place)) return source;
    if ((source->calls != 0) < (oldest->calls != 0) || ((source->calls != 0) == (oldest->calls != 0) && source->at < oldest->at))
      oldest = source;
  }
  *oldest = (csip_source){.place = place, .at = now};
  for (int i = 0; i < CSIP_BUCKETS; i++) oldest->tokens[i] = 1e9f; /* more than any bucket holds: the next refill caps it */
  return oldest;
}

void csip_fill(float *tokens, float rate, int64_t milliseconds) {
  const float room = 2 * rate, filled = *tokens + rate * (float)milliseconds / 1000;
  *tokens = filled < room ? filled : room;
}

int csip_take(float *tokens) {
  if (*tokens < 1) return 0;
  *tokens -= 1;
  return 1;
}

void csip_source_wait(csip_source *source, float rate, int64_t now) {
  /* Dialogs have many more requests than INVITEs that open them. */
  const float rates[CSIP_BUCKETS] = {[CSIP_CALLS] = rate, [CSIP_STRANGERS] = rate, [CSIP_TALK] = 8 * rate, [CSIP_REFUSALS] = 20};
  for (int i = 0; i < CSIP_BUCKETS; i++) csip_fill(&source->tokens[i], rates[i], now - source->at);
  source->at = now;
}
