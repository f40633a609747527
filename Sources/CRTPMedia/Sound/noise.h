/* Comfort noise. */
#ifndef CRTP_NOISE_H
#define CRTP_NOISE_H

#include <stddef.h>
#include <stdint.h>

void crtp_noise(uint32_t *state, uint8_t level, int16_t *samples, size_t n);
/* Returns the level of these samples in -dBov. */
uint8_t crtp_level(const int16_t *samples, size_t n);

#endif
