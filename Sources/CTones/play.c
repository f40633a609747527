/* Tone playback: the segments in sequence. */
#include "voice.h"

#include <math.h>
#include <string.h>

static int is_over(const ctones_player *player) { return player->segment >= player->tone.n_segments; }

/* Returns the segment after `segment`, or n_segments at the end. */
static uint32_t next_of(const ctones_tone *tone, uint32_t segment) {
  if (segment + 1u < tone->n_segments) return segment + 1u;
  return tone->n_once < tone->n_segments ? tone->n_once : tone->n_segments;
}

static int sounds(const ctones_tone *tone, uint32_t segment) {
  return segment < tone->n_segments && !segment_is_silent(&tone->segments[segment]);
}

static void begin(ctones_player *player, uint32_t segment, int goes_on) {
  player->segment = segment;
  if (is_over(player)) return;
  const int ends_in_sound = sounds(&player->tone, next_of(&player->tone, segment));
  voice_begin(&player->voice, &player->tone.segments[segment], player->rate, goes_on, ends_in_sound);
}

void ctones_player_start(ctones_player *player, const ctones_tone *tone, uint32_t rate) {
  memset(player, 0, sizeof *player);
  player->tone = *tone;
  player->rate = rate;
  if (tone->n_segments > CTONES_SEGMENTS || tone->n_once > tone->n_segments) player->tone.n_segments = 0;
  begin(player, 0, 0);
}

size_t ctones_play_over(ctones_player *player, int16_t *samples, size_t count) {
  size_t done = 0;
  while (done < count && !is_over(player)) {
    done += voice_add(&player->voice, samples + done, count - done);
    if (voice_is_over(&player->voice)) begin(player, next_of(&player->tone, player->segment), sounds(&player->tone, player->segment));
  }
  return done;
}

size_t ctones_play(ctones_player *player, int16_t *samples, size_t count) {
  memset(samples, 0, count * sizeof *samples);
  return ctones_play_over(player, samples, count);
}

/* MARK: Seamless loops */

static uint64_t common_divisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* Returns the number of samples after which all of a segment's frequencies, in steps of 0.1 Hz, are in phase again. */
static size_t round_of(const ctones_segment *segment, uint32_t rate) {
  uint64_t divisor = 0;
  for (uint32_t i = 0; i < CTONES_FREQUENCIES; i++) divisor = common_divisor(divisor, (uint64_t)llroundf(segment->hertz[i] * 10.0f));
  divisor = common_divisor(divisor, (uint64_t)llroundf(segment->modulation * 10.0f));
  if (divisor == 0) return rate / 50u;
  /* Whole periods in whole samples: the smallest n for which n * divisor / (10 * rate) is whole. */
  const uint64_t tenths = 10u * (uint64_t)rate;
  return (size_t)(tenths / common_divisor(tenths, divisor));
}

/* Returns the number of repetitions after which the oscillators, which continue over the seam, are in phase again. */
static size_t passes(const ctones_tone *tone) {
  const uint64_t cycle = 10000; /* 0.1 Hz during 1 ms */
  uint64_t all = 1;
  for (uint32_t i = 0; i <= CTONES_FREQUENCIES; i++) {
    uint64_t turned = 0;
    for (uint32_t s = tone->n_once; s < tone->n_segments; s++) {
      const ctones_segment *segment = &tone->segments[s];
      const float hertz = i < CTONES_FREQUENCIES ? segment->hertz[i] : segment->modulation;
      turned += (uint64_t)llroundf(hertz * 10.0f) * segment->ms;
    }
    const uint64_t own = cycle / common_divisor(cycle, turned % cycle);
    all = all / common_divisor(all, own) * own;
  }
  return (size_t)all;
}

size_t ctones_period(const ctones_tone *tone, uint32_t rate, size_t *lead) {
  size_t once = 0, again = 0;
  for (uint32_t i = 0; i < tone->n_segments && i < CTONES_SEGMENTS; i++) {
    const ctones_segment *segment = &tone->segments[i];
    const size_t samples = (size_t)((uint64_t)segment->ms * rate / 1000u);
    if (segment->ms == 0) {
      /* The fade-in at the start is not part of the repetition. */
      *lead = once + again + voice_fade(rate);
      return round_of(segment, rate);
    }
    if (i < tone->n_once) once += samples;
    else again += samples;
  }
  *lead = once;
  if (again == 0 || !sounds(tone, tone->n_once) || !sounds(tone, tone->n_segments - 1u)) return again;
  *lead = once + voice_fade(rate);
  return again * passes(tone);
}
