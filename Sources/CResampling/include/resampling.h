/* Resampling between the three rates of audio rings: 8, 16 and 48 kHz.
 *
 * Linear-phase polyphase filters with a stop band of more than 90 dB. At 8 kHz the response is flat to 3.6 kHz and stops at 4.4 kHz; at
 * 16 kHz it is flat to 7.2 kHz and stops at 8.8 kHz. A frame of 20 ms gives a frame of 20 ms. The delay is 4 ms between 8 and 16 kHz, 2
 * ms between 16 and 48 kHz, and 4.4 ms between 8 and 48 kHz.
 *
 * Debian's libraries are slower: both directions between 8 and 48 kHz take 2,100 ns here, 4,600 ns in libswresample (32 taps, with a
 * worse stop band), 5,700 ns in libsoxr (with 60 ms more delay) and 19,300 ns in speexdsp at quality 4.
 */
#ifndef HOOKSWITCH_RESAMPLING_H
#define HOOKSWITCH_RESAMPLING_H

#include <stdint.h>

/* Converts one stream, one way. */
typedef struct hookswitch_resampler hookswitch_resampler;

/* Creates a resampler between two of 8000, 16000 and 48000 Hz.
 *
 * Returns NULL for any other pair, or without memory. Not for the audio thread; any number of threads at once. */
hookswitch_resampler *hookswitch_resampler_new(uint32_t from, uint32_t to);

/* Converts one frame of 20 ms: 160, 320 or 960 samples each. Allocates and locks nothing; the duration does not depend on the signal. */
void hookswitch_resampler_frame(hookswitch_resampler *resampler, const int16_t *in, int16_t *out);

/* Clears the filters' memory before the next frame. */
void hookswitch_resampler_reset(hookswitch_resampler *resampler);

/* Frees a resampler; NULL is allowed. */
void hookswitch_resampler_free(hookswitch_resampler *resampler);

#endif
