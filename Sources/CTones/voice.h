#ifndef HOOKSWITCH_CTONES_VOICE_H
#define HOOKSWITCH_CTONES_VOICE_H
/* What sounds: oscillators at their levels, for so many samples. */
#include "CTonesPlay.h"

/** Two milliseconds: over which a sound swells or fades beside silence. */
uint32_t voice_fade(uint32_t rate);

/** Begins a segment. The oscillators go on from where they are where something sounded just before, so that a change of frequency has no
 *  jump in it. */
void voice_begin(ctones_voice *voice, const ctones_segment *segment, uint32_t rate, int goes_on, int ends_in_sound);

/** Sets an oscillator. */
void voice_set(ctones_voice *voice, uint32_t index, float hertz, float dbm0, uint32_t rate);

/** Adds at most `count` samples to `samples`, and answers how many until the voice was over. */
size_t voice_add(ctones_voice *voice, int16_t *samples, size_t count);

int voice_is_over(const ctones_voice *voice);
int segment_is_silent(const ctones_segment *segment);
#endif
