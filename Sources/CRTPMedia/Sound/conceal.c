/* Conceals gaps in G.711 and G.722: repeats the last pitch period before the gap, fading out (after ITU-T G.711 appendix I). */
#include "conceal.h"

#include <math.h>
#include <string.h>

void crtp_remember(concealment *gap, const int16_t *samples, size_t n) {
  if (n >= PAST) {
    memcpy(gap->past, samples + n - PAST, sizeof gap->past);
  } else {
    memmove(gap->past, gap->past + n, (PAST - n) * sizeof *gap->past);
    memcpy(gap->past + PAST - n, samples, n * sizeof *samples);
  }
  gap->made = gap->period = 0;
}

/* Returns how similar the end of the past is to the samples `lag` before it. */
static double likeness(const int16_t *past, size_t n, size_t lag) {
  const int16_t *now = past + PAST - n, *then = now - lag;
  double product = 0, power = 1;
  for (size_t i = 0; i < n; i++) {
    product += (double)now[i] * then[i];
    power += (double)then[i] * then[i];
  }
  return product / sqrt(power);
}

/* Returns the pitch period, of 66 to 400 Hz. Of two equally good ones, as a steady tone has, the longer sounds less robotic. */
static size_t period_of(const int16_t *past, uint32_t rate) {
  const size_t window = rate / 50;
  size_t best = rate / 66;
  double most = -1e300;
  for (size_t lag = rate / 400; lag <= rate / 66; lag++) {
    const double value = likeness(past, window, lag);
    if (value >= most) most = value, best = lag;
  }
  return best;
}

/* Full volume for 10 ms, then a fade to silence at 60 ms. */
static double gain_at(size_t made, uint32_t rate) {
  const double ms = 1000.0 * (double)made / rate;
  return ms < 10 ? 1 : ms > 60 ? 0 : (60 - ms) / 50;
}

/* The past must hold the compared 20 ms and the longest period before it: true up to the rate of G.722. Opus conceals by itself. */
#define RATE_MAX 16000u
_Static_assert(RATE_MAX / 50 + RATE_MAX / 66 <= PAST, "the past is too short for the rate");

void crtp_conceal(concealment *gap, int16_t *samples, size_t n, uint32_t rate) {
  if (rate > RATE_MAX) {
    memset(samples, 0, n * sizeof *samples);
    return;
  }
  if (gap->period == 0) gap->period = period_of(gap->past, rate);
  for (size_t i = 0; i < n; i++, gap->made++) {
    const int16_t again = gap->past[PAST - gap->period + gap->made % gap->period];
    samples[i] = (int16_t)(again * gain_at(gap->made, rate));
  }
}

void crtp_join(concealment *gap, int16_t *samples, size_t n, uint32_t rate) {
  int16_t made[PAST];
  const size_t both = rate / 200 < n ? rate / 200 : n;
  if (gap->made == 0 || both > PAST) return;
  crtp_conceal(gap, made, both, rate);
  for (size_t i = 0; i < both; i++) samples[i] = (int16_t)((made[i] * (double)(both - i) + samples[i] * (double)i) / (double)both);
}
