#ifndef HOOKSWITCH_CTONES_PLAY_H
#define HOOKSWITCH_CTONES_PLAY_H
/* Tones as samples. */
#include "CTonesPlan.h"

CTONES_ASSUME_NONNULL_BEGIN

/** The oscillators of the present segment. Private; declared here so that other structures can contain it. */
typedef struct ctones_voice {
  uint32_t phase[CTONES_FREQUENCIES + 1u]; /* the last one is the modulation's */
  int32_t step[CTONES_FREQUENCIES + 1u];
  float scale[CTONES_FREQUENCIES];
  uint32_t frequencies;
  uint32_t length, position; /* samples; length 0: endless */
  uint32_t fade_in, fade_out; /* samples at either end, within the length, that fade in and out */
} ctones_voice;

/** The playback of a tone, in the caller's memory. It may be moved and copied; a copy continues from the same sample. */
typedef struct ctones_player {
  ctones_tone tone;
  ctones_voice voice;
  uint32_t rate;
  uint32_t segment; /* n_segments after the end */
} ctones_player;

/** Starts a tone at its first sample. `rate`: 8000, 16000 or 48000. [any-thread] */
void ctones_player_start(ctones_player *player, const ctones_tone *tone, uint32_t rate);

/** Writes the tone's next samples, then silence; returns the number of the tone's samples, fewer than `count` after its end. Segments
 * begin and end exactly on their sample; next to silence a sound fades over 2 ms within its length, which avoids clicks. Neither
 * allocates nor waits. [any-thread, one at a time] */
size_t ctones_play(ctones_player *player, int16_t *samples, size_t count);

/** Like ctones_play, but adds to `samples` and clips at full scale. */
size_t ctones_play_over(ctones_player *player, int16_t *samples, size_t count);

/** Returns the samples of a seamless repetition: the tone's cadence, or, for a continuous tone, whole periods of all its frequencies; 0
 * for a tone that ends. `lead` gets the number of samples played once before. */
size_t ctones_period(const ctones_tone *tone, uint32_t rate, size_t *lead);

CTONES_ASSUME_NONNULL_END
#endif
