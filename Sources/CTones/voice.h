#ifndef HOOKSWITCH_CTONES_VOICE_H
#define HOOKSWITCH_CTONES_VOICE_H
/* A voice: oscillators at their levels, for a number of samples. */
#include "CTonesPlay.h"

/** Returns the samples of a fade next to silence: 2 ms. */
uint32_t voice_fade(uint32_t rate);

/** Starts a segment. After sound (`goes_on`) the oscillators keep their phases, so that a change of frequency is continuous. */
void voice_begin(ctones_voice *voice, const ctones_segment *segment, uint32_t rate, int goes_on, int ends_in_sound);

/** Sets an oscillator. */
void voice_set(ctones_voice *voice, uint32_t index, float hertz, float dbm0, uint32_t rate);

/** Adds at most `count` samples to `samples`; returns the number added, fewer at the voice's end. */
size_t voice_add(ctones_voice *voice, int16_t *samples, size_t count);

int voice_is_over(const ctones_voice *voice);
int segment_is_silent(const ctones_segment *segment);
#endif
