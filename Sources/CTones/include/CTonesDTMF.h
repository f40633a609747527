#ifndef HOOKSWITCH_CTONES_DTMF_H
#define HOOKSWITCH_CTONES_DTMF_H
/* DTMF sending (ITU-T Q.23) and detection (ITU-T Q.24). Digits are 0-9 * # A-D. */
#include "CTonesPlay.h"

CTONES_ASSUME_NONNULL_BEGIN

/** The levels and timing of sent digits. */
typedef struct ctones_dtmf_style {
  float dbm0;       /* the low tone's level */
  float twist;      /* dB of the high tone above the low one; telephones send 2 dB more, because lines attenuate high tones */
  uint32_t on_ms;   /* the duration of a digit */
  uint32_t off_ms;  /* the pause after it */
} ctones_dtmf_style;

/** Returns the style of common telephones: -10 dBm0, 2 dB twist, 100 ms on, 100 ms off. */
ctones_dtmf_style ctones_dtmf_usual(void);

/** The capacity of a sender's queue. */
#define CTONES_DTMF_ROOM 128u

/** A sender of digits, in the caller's memory. */
typedef struct ctones_dtmf_sender {
  ctones_dtmf_style style;
  ctones_voice voice;
  uint32_t rate;
  uint32_t gap; /* remaining samples of the pause */
  uint32_t first, count;
  char digits[CTONES_DTMF_ROOM];
} ctones_dtmf_sender;

/** Initializes a sender with an empty queue. [any-thread] */
void ctones_dtmf_sender_start(ctones_dtmf_sender *sender, ctones_dtmf_style style, uint32_t rate);

/** Queues all digits, or none and returns -1 when one is not a digit or there is no room. [any-thread, one at a time] */
int32_t ctones_dtmf_put(ctones_dtmf_sender *sender, const char *digits, size_t count);

/** Writes the next samples, with silence after the last digit; returns the number of leading samples that belong to digits and their
 * pauses, fewer than `count` after the last one. Neither allocates nor waits. */
size_t ctones_dtmf_send(ctones_dtmf_sender *sender, int16_t *samples, size_t count);

/** Stops at once: empties the queue, and fades the present digit over 2 ms. */
void ctones_dtmf_stop(ctones_dtmf_sender *sender);

/** A detector of digits: three detectors of spandsp, which work at 8,000 Hz for every input rate. */
typedef struct ctones_dtmf_detector ctones_dtmf_detector;

/** The criteria for a digit. */
typedef struct ctones_dtmf_limits {
  uint32_t twist;          /* dB that the high tone may be weaker than the low one (on a long line) */
  uint32_t reverse_twist;  /* dB that it may be stronger */
  int32_t threshold;       /* dBm0, the weakest tone */
} ctones_dtmf_limits;

/** Returns limits that accept all lines of Q.24: 10 dB either way, from -45 dBm0. */
ctones_dtmf_limits ctones_dtmf_wide(void);

/** Creates a detector for samples at `rate`; NULL without memory or for another rate. Not on a [media] thread. */
ctones_dtmf_detector *CTONES_NULLABLE ctones_dtmf_detector_new(uint32_t rate, ctones_dtmf_limits limits);

/** Frees it. Not on a [media] thread. */
void ctones_dtmf_detector_free(ctones_dtmf_detector *CTONES_NULLABLE detector);

/** The beginning or end of a digit. */
typedef struct ctones_dtmf_event {
  uint64_t sample; /* the detection, in samples since the detector's creation: about 15 to 35 ms after the event */
  char digit;      /* '0'-'9', '*', '#', 'A'-'D'; 0 for the end of the digit before */
} ctones_dtmf_event;

/** Processes `count` samples and writes the digits' beginnings and ends to `events`, at most `room` of them; further ones are lost.
 * Returns their number. At most one event occurs in 4 ms of audio. Neither allocates nor waits. [any-thread, one at a time] */
size_t ctones_dtmf_hear(ctones_dtmf_detector *detector, const int16_t *samples, size_t count, ctones_dtmf_event *events, size_t room);

CTONES_ASSUME_NONNULL_END
#endif
