#ifndef HOOKSWITCH_CTONES_DTMF_H
#define HOOKSWITCH_CTONES_DTMF_H
/* DTMF: digits as sound (ITU-T Q.23), and digits heard in sound (ITU-T Q.24). Digits are 0-9 * # A-D. */
#include "CTonesPlay.h"

CTONES_ASSUME_NONNULL_BEGIN

/** How digits are sent. */
typedef struct ctones_dtmf_style {
  float dbm0;       /* the low tone's level */
  float twist;      /* dB that the high tone is above it; a line weakens high tones, so telephones send 2 more */
  uint32_t on_ms;   /* how long a digit sounds */
  uint32_t off_ms;  /* how long it is silent after it */
} ctones_dtmf_style;

/** What telephones send: -10 dBm0, 2 dB twist, 100 ms on, 100 ms off. */
ctones_dtmf_style ctones_dtmf_usual(void);

/** How many digits wait in a sender at most. */
#define CTONES_DTMF_ROOM 128u

/** Digits being sent. In the caller's memory. */
typedef struct ctones_dtmf_sender {
  ctones_dtmf_style style;
  ctones_voice voice;
  uint32_t rate;
  uint32_t gap; /* samples of silence still to come */
  uint32_t first, count;
  char digits[CTONES_DTMF_ROOM];
} ctones_dtmf_sender;

/** Begins with nothing to send. [any-thread] */
void ctones_dtmf_sender_start(ctones_dtmf_sender *sender, ctones_dtmf_style style, uint32_t rate);

/** Puts digits behind those that wait: all of them, or none and -1 when one is no digit or there is no room. [any-thread, one at a time] */
int32_t ctones_dtmf_put(ctones_dtmf_sender *sender, const char *digits, size_t count);

/** Puts the next samples into `samples`, silence when there is nothing to send; answers how many samples from the start belong to digits and
 *  the pauses behind them: fewer than `count` once the last is over. Neither allocates nor waits. */
size_t ctones_dtmf_send(ctones_dtmf_sender *sender, int16_t *samples, size_t count);

/** Stops at once: what waits is forgotten, what sounds fades over 2 ms. */
void ctones_dtmf_stop(ctones_dtmf_sender *sender);

/** A detector of digits: three of spandsp's, at 8,000 samples a second within, whatever it is fed. */
typedef struct ctones_dtmf_detector ctones_dtmf_detector;

/** What it takes for a digit. */
typedef struct ctones_dtmf_limits {
  uint32_t twist;          /* dB that the high tone may be below the low one (a long line's doing) */
  uint32_t reverse_twist;  /* dB that it may be above */
  int32_t threshold;       /* dBm0: a weaker tone is none */
} ctones_dtmf_limits;

/** Wide enough for Q.24's lines: 10 dB either way, from -45 dBm0 on. */
ctones_dtmf_limits ctones_dtmf_wide(void);

/** Makes a detector for samples at `rate`; NULL when there is no memory or no such rate. Not on a [media] thread. */
ctones_dtmf_detector *CTONES_NULLABLE ctones_dtmf_detector_new(uint32_t rate, ctones_dtmf_limits limits);

/** Frees it. Not on a [media] thread. */
void ctones_dtmf_detector_free(ctones_dtmf_detector *CTONES_NULLABLE detector);

/** Something that a detector heard. */
typedef struct ctones_dtmf_event {
  uint64_t sample; /* when it was sure, in samples since the detector was made: about 15 to 35 ms after the digit began or ended */
  char digit;      /* '0'-'9', '*', '#', 'A'-'D'; 0: the digit before it has ended */
} ctones_dtmf_event;

/** Listens to `count` samples and notes in `events` what began and ended in them: at most `room` events, the rest are lost; answers how many.
 *  One event comes for every 4 ms of sound at most. Neither allocates nor waits. [any-thread, one at a time] */
size_t ctones_dtmf_hear(ctones_dtmf_detector *detector, const int16_t *samples, size_t count, ctones_dtmf_event *events, size_t room);

CTONES_ASSUME_NONNULL_END
#endif
