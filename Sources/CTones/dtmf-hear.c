/* Digits heard in sound, by spandsp. */
#include "spandsp-headers.h"

#include "CTonesDTMF.h"
#include "CTonesListen.h"

#include <stdlib.h>

/* spandsp looks at blocks of so many samples, whatever it is fed. */
#define BLOCK 102u

struct ctones_dtmf_detector {
  dtmf_rx_state_t *rx;
  ctones_decimator decimator;
  uint64_t heard; /* samples of 8,000 a second */
  uint32_t in_block;
  ctones_dtmf_event *events;
  size_t room, count;
};

/* Called by spandsp at the end of a block in which something began or ended. */
static void note(void *context, int code, int level, int delay) {
  ctones_dtmf_detector *detector = context;
  (void)level, (void)delay;
  if (detector->count == detector->room) return;
  ctones_dtmf_event *event = &detector->events[detector->count++];
  event->sample = (detector->heard + BLOCK - detector->in_block) * detector->decimator.factor;
  event->digit = (char)code;
}

ctones_dtmf_limits ctones_dtmf_wide(void) {
  const ctones_dtmf_limits wide = {.twist = 10, .reverse_twist = 10, .threshold = -45};
  return wide;
}

ctones_dtmf_detector *ctones_dtmf_detector_new(uint32_t rate, ctones_dtmf_limits limits) {
  ctones_dtmf_detector *detector = calloc(1, sizeof *detector);
  if (detector == NULL) return NULL;
  if (ctones_decimator_start(&detector->decimator, rate) == 0) detector->rx = dtmf_rx_init(NULL, NULL, NULL);
  if (detector->rx == NULL) {
    free(detector);
    return NULL;
  }
  dtmf_rx_parms(detector->rx, FALSE, (int)limits.twist, (int)limits.reverse_twist, limits.threshold);
  dtmf_rx_set_realtime_callback(detector->rx, note, detector);
  return detector;
}

void ctones_dtmf_detector_free(ctones_dtmf_detector *detector) {
  if (detector == NULL) return;
  dtmf_rx_free(detector->rx);
  free(detector);
}

static void feed(ctones_dtmf_detector *detector, const int16_t *samples, size_t count) {
  for (size_t at = 0; at < count;) {
    const size_t left = count - at, block = BLOCK - detector->in_block, part = left < block ? left : block;
    dtmf_rx(detector->rx, samples + at, (int)part);
    detector->heard += part;
    detector->in_block = (detector->in_block + (uint32_t)part) % BLOCK;
    at += part;
  }
}

size_t ctones_dtmf_hear(ctones_dtmf_detector *detector, const int16_t *samples, size_t count, ctones_dtmf_event *events, size_t room) {
  detector->events = events;
  detector->room = room;
  detector->count = 0;
  int16_t slow[BLOCK + 1u];
  const size_t most = (size_t)BLOCK * detector->decimator.factor;
  for (size_t at = 0; at < count;) {
    const size_t part = count - at < most ? count - at : most;
    feed(detector, slow, ctones_decimate(&detector->decimator, samples + at, part, slow));
    at += part;
  }
  detector->events = NULL;
  detector->room = 0;
  return detector->count;
}
