#ifndef HOOKSWITCH_CTONES_LISTEN_H
#define HOOKSWITCH_CTONES_LISTEN_H
/* Measuring: the inner loops of the detectors, in C so that debug builds are fast too. */
#include "CTonesNullability.h"
#include <stddef.h>
#include <stdint.h>

CTONES_ASSUME_NONNULL_BEGIN

/** Returns the mean square of `count` samples; 0 for no samples. Full scale is 32768 squared. */
double ctones_power(const int16_t *samples, size_t count);

/** Returns the power of the sine of `hertz` in `count` samples under a Hann window, as the mean square of that sine alone. */
double ctones_power_at(const int16_t *samples, size_t count, double hertz, double rate);

/** Returns the frequency between `low` and `high` hertz with the most power; 0 for silence. Accurate to 0.1 Hz, given about 0.2 s of a
 * clean tone. */
double ctones_loudest(const int16_t *samples, size_t count, double rate, double low, double high);

/** Decimates 16,000 or 48,000 Hz to 8,000 Hz: a low-pass of 3.6 kHz, then every second or sixth sample. */
#define CTONES_TAPS 97u
typedef struct ctones_decimator {
  float taps[CTONES_TAPS];
  float past[CTONES_TAPS];
  uint32_t factor, n_taps, at, phase;
} ctones_decimator;

/** Initializes a decimator, as after silence. `rate`: 8000 (passes through), 16000 or 48000; -1 for any other. [any-thread] */
int32_t ctones_decimator_start(ctones_decimator *decimator, uint32_t rate);

/** Returns the number of samples written to `out`, which has room for count / factor + 1. Neither allocates nor waits. */
size_t ctones_decimate(ctones_decimator *decimator, const int16_t *samples, size_t count, int16_t *out);

CTONES_ASSUME_NONNULL_END
#endif
