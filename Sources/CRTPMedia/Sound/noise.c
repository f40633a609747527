/* Comfort noise (RFC 3389): white, at the given level in -dBov; a spectrum in the packet is ignored. */
#include "noise.h"

#include <math.h>

/* 0 dBov is a full-scale square wave. */
static double amplitude(uint8_t level) { return 32767 * pow(10, -(double)level / 20); }

void crtp_noise(uint32_t *state, uint8_t level, int16_t *samples, size_t n) {
  /* The RMS of a uniform distribution is its maximum divided by the root of three. */
  double most = level >= 127 ? 0 : amplitude(level) * 1.7320508;
  if (most > 32767) most = 32767;
  for (size_t i = 0; i < n; i++) {
    *state = *state * 1664525u + 1013904223u;
    samples[i] = (int16_t)lrint(most * ((int32_t)*state / 2147483648.0));
  }
}

uint8_t crtp_level(const int16_t *samples, size_t n) {
  double power = 0;
  for (size_t i = 0; i < n; i++) power += (double)samples[i] * samples[i];
  if (n == 0 || power < 1) return 127;
  const double level = -20 * log10(sqrt(power / (double)n) / 32767);
  return level > 127 ? 127 : level < 0 ? 0 : (uint8_t)(level + 0.5);
}
