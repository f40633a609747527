/* spandsp's oscillators at any rate: spandsp assumes 8,000 Hz, so frequencies are scaled in proportion. */
#include "spandsp-headers.h"
#include "voice.h"

#include <math.h>
#include <string.h>

#define MODULATION CTONES_FREQUENCIES

int segment_is_silent(const ctones_segment *segment) { return segment->hertz[0] == 0; }

int voice_is_over(const ctones_voice *voice) { return voice->length > 0 && voice->position >= voice->length; }

uint32_t voice_fade(uint32_t rate) { return rate / 500u; }

static int32_t step_of(float hertz, uint32_t rate) { return dds_phase_ratef((float)((double)hertz * SAMPLE_RATE / rate)); }

void voice_set(ctones_voice *voice, uint32_t index, float hertz, float dbm0, uint32_t rate) {
  voice->step[index] = step_of(hertz, rate);
  voice->scale[index] = dds_scaling_dbm0f(dbm0);
  voice->frequencies = index + 1u;
}

void voice_begin(ctones_voice *voice, const ctones_segment *segment, uint32_t rate, int goes_on, int ends_in_sound) {
  const ctones_voice before = *voice;
  memset(voice, 0, sizeof *voice);
  if (goes_on) memcpy(voice->phase, before.phase, sizeof voice->phase);
  voice->length = (uint32_t)((uint64_t)segment->ms * rate / 1000u);
  for (uint32_t i = 0; i < CTONES_FREQUENCIES && segment->hertz[i] > 0; i++) voice_set(voice, i, segment->hertz[i], segment->dbm0, rate);
  if (segment->modulation > 0) {
    voice->step[MODULATION] = step_of(segment->modulation, rate);
    /* The level includes the sidebands' power, so the carrier is reduced. */
    for (uint32_t i = 0; i < voice->frequencies; i++) voice->scale[i] /= sqrtf(1.0f + CTONES_DEPTH * CTONES_DEPTH / 2.0f);
  }
  const uint32_t fade = voice_fade(rate), half = voice->length / 2u;
  const uint32_t short_fade = voice->length > 0 && half < fade ? half : fade;
  voice->fade_in = goes_on ? 0 : short_fade;
  voice->fade_out = ends_in_sound ? 0 : short_fade;
}

static float next_value(ctones_voice *voice) {
  float sum = 0;
  for (uint32_t i = 0; i < voice->frequencies; i++) sum += dds_modf(&voice->phase[i], voice->step[i], voice->scale[i], 0);
  if (voice->step[MODULATION] != 0) sum *= 1.0f + dds_modf(&voice->phase[MODULATION], voice->step[MODULATION], CTONES_DEPTH, 0);
  return sum;
}

/* Returns the present gain: 1 except near the ends, where it follows a smooth step. */
static float swell(const ctones_voice *voice) {
  float part = 1.0f;
  if (voice->position < voice->fade_in) part = (float)voice->position / (float)voice->fade_in;
  if (voice->length > 0) {
    const uint32_t left = voice->length - 1u - voice->position;
    if (left < voice->fade_out) part = fminf(part, (float)left / (float)voice->fade_out);
  }
  return part * part * (3.0f - 2.0f * part);
}

static int16_t held(float value) {
  if (value > 32767.0f) return 32767;
  if (value < -32768.0f) return -32768;
  return (int16_t)lrintf(value);
}

size_t voice_add(ctones_voice *voice, int16_t *samples, size_t count) {
  size_t done = 0;
  for (; done < count && !voice_is_over(voice); done++) {
    if (voice->frequencies > 0) samples[done] = held((float)samples[done] + swell(voice) * next_value(voice));
    /* An endless segment stops counting after its fade-in. */
    if (voice->length > 0 || voice->position < voice->fade_in) voice->position += 1u;
  }
  return done;
}
