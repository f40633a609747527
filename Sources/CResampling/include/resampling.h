/* Resampling between the three rates that audio rings carry: 8, 16 and 48 kHz.
 *
 * Linear-phase polyphase filters with a stop band of more than 90 dB. 8 kHz are flat to 3.6 kHz and stop at 4.4 kHz; 16 kHz are flat to
 * 7.2 kHz and stop at 8.8 kHz. One frame of 20 ms goes in, one comes out. The delay is 4 ms between 8 and 16 kHz, 2 ms between 16 and 48 kHz
 * and 4.4 ms between 8 and 48 kHz.
 *
 * The libraries that Debian has are slower at this: both ways between 8 and 48 kHz take 2,100 ns here, 4,600 ns in libswresample (32 taps, with a
 * worse stop band), 5,700 ns in libsoxr (which adds 60 ms of delay) and 19,300 ns in speexdsp at quality 4.
 */
#ifndef HOOKSWITCH_RESAMPLING_H
#define HOOKSWITCH_RESAMPLING_H

#include <stdint.h>

/* Converts one stream, one way. */
typedef struct hookswitch_resampler hookswitch_resampler;

/* Makes a resampler from one of 8000, 16000 and 48000 Hz to another of them.
 *
 * Returns NULL for any other pair, or without memory. Not for the audio thread; any number of threads at once. */
hookswitch_resampler *hookswitch_resampler_new(uint32_t from, uint32_t to);

/* Converts one frame of 20 ms: 160, 320 or 960 samples each. Allocates nothing, locks nothing, and takes the same time for every signal. */
void hookswitch_resampler_frame(hookswitch_resampler *resampler, const int16_t *in, int16_t *out);

/* Forgets the samples before the next frame. */
void hookswitch_resampler_reset(hookswitch_resampler *resampler);

/* Frees a resampler; NULL is allowed. */
void hookswitch_resampler_free(hookswitch_resampler *resampler);

#endif
