#ifndef HOOKSWITCH_CTONES_LISTEN_H
#define HOOKSWITCH_CTONES_LISTEN_H
/* Measuring: the inner loops of whatever listens. They are C so that they are fast in debug builds too. */
#include "CTonesNullability.h"
#include <stddef.h>
#include <stdint.h>

CTONES_ASSUME_NONNULL_BEGIN

/** The mean of the squares of `count` samples: full scale is 32768 squared. 0 for none. */
double ctones_power(const int16_t *samples, size_t count);

/** The power of the sine of `hertz` in `count` samples under a Hann window, as the mean square that such a sine alone would have. */
double ctones_power_at(const int16_t *samples, size_t count, double hertz, double rate);

/** The frequency, between `low` and `high` hertz, that has the most power in `count` samples; 0 when they are silent. Right to 0.1 Hz from
 *  about a fifth of a second of a clean tone on. */
double ctones_loudest(const int16_t *samples, size_t count, double rate, double low, double high);

/** Takes samples at 16,000 or 48,000 a second down to 8,000: a low-pass of 3.4 kHz and every second or sixth of what it leaves. */
#define CTONES_TAPS 97u
typedef struct ctones_decimator {
  float taps[CTONES_TAPS];
  float past[CTONES_TAPS];
  uint32_t factor, n_taps, at, phase;
} ctones_decimator;

/** Begins with silence behind it. `rate`: 8000 (which passes through), 16000 or 48000; -1 for any other. [any-thread] */
int32_t ctones_decimator_start(ctones_decimator *decimator, uint32_t rate);

/** Answers how many samples it put into `out`, which has room for count / factor + 1. Neither allocates nor waits. */
size_t ctones_decimate(ctones_decimator *decimator, const int16_t *samples, size_t count, int16_t *out);

CTONES_ASSUME_NONNULL_END
#endif
