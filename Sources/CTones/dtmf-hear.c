/* DTMF detection, by spandsp. */
#include "spandsp-headers.h"

#include "CTonesDTMF.h"
#include "CTonesListen.h"

#include <stdlib.h>

/* spandsp analyses blocks of BLOCK samples and needs two equal results. A digit of 40 ms fills two or three blocks, depending on their
 * start, and a low tone 8 dB above its high tone leaks into the high tone's filter. So three detectors work on blocks a third apart,
 * after a filter that raises the high tones by about 2 dB; a digit that one of them detects counts. */
#define BLOCK 102u
#define EARS 3u
#define TILT 0.35f
#define TILT_DB 2

typedef struct ear {
  dtmf_rx_state_t *rx;
  uint32_t in_block;
  char digit; /* the digit detected now; 0 for none */
} ear;

struct ctones_dtmf_detector {
  ear ears[EARS];
  ctones_decimator decimator;
  float previous;
  uint64_t heard; /* samples at 8,000 Hz */
  char digit;     /* the digit last reported */
};

ctones_dtmf_limits ctones_dtmf_wide(void) {
  const ctones_dtmf_limits wide = {.twist = 10, .reverse_twist = 10, .threshold = -45};
  return wide;
}

/* spandsp's callback after a block in which a digit began or ended. */
static void note(void *context, int code, int level, int delay) {
  (void)level, (void)delay;
  ((ear *)context)->digit = (char)code;
}

static int open_ear(ear *ear, uint32_t index, ctones_dtmf_limits limits) {
  ear->rx = dtmf_rx_init(NULL, NULL, NULL);
  if (ear->rx == NULL) return 0;
  dtmf_rx_parms(ear->rx, FALSE, (int)limits.twist, (int)limits.reverse_twist + TILT_DB, limits.threshold);
  dtmf_rx_set_realtime_callback(ear->rx, note, ear);
  static const int16_t silence[BLOCK];
  ear->in_block = index * BLOCK / EARS;
  dtmf_rx(ear->rx, silence, (int)ear->in_block);
  return 1;
}

ctones_dtmf_detector *ctones_dtmf_detector_new(uint32_t rate, ctones_dtmf_limits limits) {
  ctones_dtmf_detector *detector = calloc(1, sizeof *detector);
  if (detector == NULL) return NULL;
  int is_open = ctones_decimator_start(&detector->decimator, rate) == 0;
  for (uint32_t i = 0; i < EARS && is_open; i++) is_open = open_ear(&detector->ears[i], i, limits);
  if (is_open) return detector;
  ctones_dtmf_detector_free(detector);
  return NULL;
}

void ctones_dtmf_detector_free(ctones_dtmf_detector *detector) {
  if (detector == NULL) return;
  for (uint32_t i = 0; i < EARS; i++) {
    if (detector->ears[i].rx != NULL) dtmf_rx_free(detector->ears[i].rx);
  }
  free(detector);
}

/* Returns the detectors' common result: the digit last reported while one of them detects it, else another's digit. */
static char opinion(const ctones_dtmf_detector *detector) {
  char digit = 0;
  for (uint32_t i = 0; i < EARS; i++) {
    const char own = detector->ears[i].digit;
    if (own != 0 && own == detector->digit) return own;
    if (own != 0) digit = own;
  }
  return digit;
}

/* Returns the number of samples until a detector completes its block and may change its result. */
static size_t until_block(const ctones_dtmf_detector *detector, size_t most) {
  for (uint32_t i = 0; i < EARS; i++) {
    const size_t left = BLOCK - detector->ears[i].in_block;
    if (left < most) most = left;
  }
  return most;
}

static void raise_highs(ctones_dtmf_detector *detector, int16_t *samples, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const float sample = samples[i], raised = sample - TILT * detector->previous;
    detector->previous = sample;
    samples[i] = (int16_t)lrintf(fminf(fmaxf(raised, -32768.0f), 32767.0f));
  }
}

/* Processes samples at 8,000 Hz; returns the number of events so far. */
static size_t listen(ctones_dtmf_detector *detector, int16_t *samples, size_t count, ctones_dtmf_event *events, size_t room, size_t found) {
  raise_highs(detector, samples, count);
  for (size_t at = 0; at < count;) {
    const size_t part = until_block(detector, count - at);
    for (uint32_t i = 0; i < EARS; i++) {
      ear *ear = &detector->ears[i];
      dtmf_rx(ear->rx, samples + at, (int)part);
      ear->in_block = (ear->in_block + (uint32_t)part) % BLOCK;
    }
    detector->heard += part;
    at += part;
    const char digit = opinion(detector);
    if (digit == detector->digit) continue;
    detector->digit = digit;
    if (found == room) continue;
    events[found].sample = detector->heard * detector->decimator.factor;
    events[found++].digit = digit;
  }
  return found;
}

size_t ctones_dtmf_hear(ctones_dtmf_detector *detector, const int16_t *samples, size_t count, ctones_dtmf_event *events, size_t room) {
  int16_t slow[BLOCK + 1u];
  const size_t most = (size_t)BLOCK * detector->decimator.factor;
  size_t found = 0;
  for (size_t at = 0; at < count;) {
    const size_t part = count - at < most ? count - at : most;
    found = listen(detector, slow, ctones_decimate(&detector->decimator, samples + at, part, slow), events, room, found);
    at += part;
  }
  return found;
}
