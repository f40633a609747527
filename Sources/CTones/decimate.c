/* Decimation to 8,000 Hz: a low-pass (a sinc with a Hamming window), then every second or sixth sample. */
#include "CTonesListen.h"

#include <math.h>
#include <string.h>

int32_t ctones_decimator_start(ctones_decimator *decimator, uint32_t rate) {
  memset(decimator, 0, sizeof *decimator);
  if (rate != 8000u && rate != 16000u && rate != 48000u) return -1;
  decimator->factor = rate / 8000u;
  decimator->n_taps = rate == 48000u ? CTONES_TAPS : rate == 16000u ? CTONES_TAPS / 2u + 1u : 1u;
  const double pi = acos(-1.0), cut = 3600.0 / rate, middle = (decimator->n_taps - 1u) / 2.0;
  double sum = 0;
  for (uint32_t i = 0; i < decimator->n_taps; i++) {
    const double t = i - middle, sinc = t == 0 ? 2.0 * cut : sin(2.0 * pi * cut * t) / (pi * t);
    const double window = decimator->n_taps == 1u ? 1.0 : 0.54 - 0.46 * cos(2.0 * pi * i / (decimator->n_taps - 1u));
    decimator->taps[i] = (float)(sinc * window);
    sum += sinc * window;
  }
  for (uint32_t i = 0; i < decimator->n_taps; i++) decimator->taps[i] = (float)(decimator->taps[i] / sum);
  return 0;
}

static int16_t filtered(const ctones_decimator *decimator) {
  float sum = 0;
  uint32_t at = decimator->at;
  for (uint32_t i = 0; i < decimator->n_taps; i++) {
    at = at == 0 ? decimator->n_taps - 1u : at - 1u;
    sum += decimator->taps[i] * decimator->past[at];
  }
  return (int16_t)lrintf(fminf(fmaxf(sum, -32768.0f), 32767.0f));
}

size_t ctones_decimate(ctones_decimator *decimator, const int16_t *samples, size_t count, int16_t *out) {
  if (decimator->factor == 1u) {
    memcpy(out, samples, count * sizeof *samples);
    return count;
  }
  size_t done = 0;
  for (size_t i = 0; i < count; i++) {
    decimator->past[decimator->at] = samples[i];
    decimator->at = (decimator->at + 1u) % decimator->n_taps;
    decimator->phase = (decimator->phase + 1u) % decimator->factor;
    if (decimator->phase == 0) out[done++] = filtered(decimator);
  }
  return done;
}
