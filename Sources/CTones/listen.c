/* Power, in total or at one frequency. */
#include "CTonesListen.h"

#include <math.h>

double ctones_power(const int16_t *samples, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += (double)samples[i] * samples[i];
  return count > 0 ? sum / (double)count : 0;
}

double ctones_power_at(const int16_t *samples, size_t count, double hertz, double rate) {
  if (count < 2) return 0;
  /* Two rotating vectors: the sine at `hertz`, and the window's single period. */
  const double turn = 2.0 * acos(-1.0);
  const double c = cos(turn * hertz / rate), s = sin(turn * hertz / rate);
  const double wc = cos(turn / (double)count), ws = sin(turn / (double)count);
  double x = 1, y = 0, wx = 1, wy = 0, in_phase = 0, across = 0, weight = 0;
  for (size_t i = 0; i < count; i++) {
    const double window = 0.5 - 0.5 * wx, value = window * samples[i];
    in_phase += value * x;
    across += value * y;
    weight += window;
    const double nx = x * c - y * s, nw = wx * wc - wy * ws;
    y = x * s + y * c;
    x = nx;
    wy = wx * ws + wy * wc;
    wx = nw;
  }
  return 2.0 * (in_phase * in_phase + across * across) / (weight * weight);
}

/* Sums the power over pieces of the samples: a low frequency resolution, so that few steps miss nothing. */
static double coarse(const int16_t *samples, size_t count, size_t piece, double hertz, double rate) {
  double sum = 0;
  for (size_t at = 0; at + piece <= count; at += piece) sum += ctones_power_at(samples + at, piece, hertz, rate);
  return sum;
}

double ctones_loudest(const int16_t *samples, size_t count, double rate, double low, double high) {
  if (count < 16 || ctones_power(samples, count) == 0) return 0;
  if (count > (size_t)rate) count = (size_t)rate;
  const size_t wanted = (size_t)(rate / 16.0), piece = count < wanted ? count : wanted;
  double best = low, most = -1, step = rate / (double)piece / 2.0;
  for (double hertz = low; hertz <= high; hertz += step) {
    const double power = coarse(samples, count, piece, hertz, rate);
    if (power > most) most = power, best = hertz;
  }
  /* Search with all samples at once, then between neighbours by ternary search: there the power has one maximum. */
  const double from = best - step, to = best + step;
  step = rate / (double)count / 2.0;
  most = -1;
  for (double hertz = from; hertz <= to; hertz += step) {
    const double power = ctones_power_at(samples, count, hertz, rate);
    if (power > most) most = power, best = hertz;
  }
  double left = best - step, right = best + step;
  while (right - left > 0.005) {
    const double a = left + (right - left) / 3.0, b = right - (right - left) / 3.0;
    if (ctones_power_at(samples, count, a, rate) < ctones_power_at(samples, count, b, rate)) left = a;
    else right = b;
  }
  return (left + right) / 2.0;
}
