#ifndef HOOKSWITCH_CTONES_PLAY_H
#define HOOKSWITCH_CTONES_PLAY_H
/* A tone's samples. */
#include "CTonesPlan.h"

CTONES_ASSUME_NONNULL_BEGIN

/** What sounds just now: oscillators with their levels. Private: it stands here only so that others can hold one. */
typedef struct ctones_voice {
  uint32_t phase[CTONES_FREQUENCIES + 1u]; /* the last is the modulation's */
  int32_t step[CTONES_FREQUENCIES + 1u];
  float scale[CTONES_FREQUENCIES];
  uint32_t frequencies;
  uint32_t length, position; /* samples; length 0: for ever */
  uint32_t fade_in, fade_out; /* samples at either end, inside the length, over which it swells and fades */
} ctones_voice;

/** A tone being played. In the caller's memory; to be moved and copied freely: a copy goes on from the same sample. */
typedef struct ctones_player {
  ctones_tone tone;
  ctones_voice voice;
  uint32_t rate;
  uint32_t segment; /* n_segments: it is over */
} ctones_player;

/** Begins a tone at its first sample. `rate`: 8000, 16000 or 48000. [any-thread] */
void ctones_player_start(ctones_player *player, const ctones_tone *tone, uint32_t rate);

/** Puts the tone's next samples into `samples` and silence behind its end; answers how many are the tone's, fewer than `count` once it is
 *  over. Segments begin and end on the very sample; beside silence a sound swells and fades over 2 ms of its own, so that nothing clicks.
 *  Neither allocates nor waits. [any-thread, one at a time] */
size_t ctones_play(ctones_player *player, int16_t *samples, size_t count);

/** The same, added to what is in `samples` already, which is held at full scale. */
size_t ctones_play_over(ctones_player *player, int16_t *samples, size_t count);

/** How many samples until the tone is back where it was, so that a loop of them has no seam: its cadence; or as many whole periods of all its
 *  frequencies as it takes where it sounds without end. `lead`: how many come before, once. 0: it ends, after `lead`. */
size_t ctones_period(const ctones_tone *tone, uint32_t rate, size_t *lead);

CTONES_ASSUME_NONNULL_END
#endif
