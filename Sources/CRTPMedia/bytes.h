/* Numbers in network byte order. */
#ifndef CRTP_BYTES_H
#define CRTP_BYTES_H

#include <stdint.h>

static inline uint16_t get16(const unsigned char *p) { return (uint16_t)(p[0] << 8 | p[1]); }
static inline uint32_t get32(const unsigned char *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }
static inline void put16(unsigned char *p, uint32_t v) { p[0] = (unsigned char)(v >> 8), p[1] = (unsigned char)v; }
static inline void put32(unsigned char *p, uint32_t v) { put16(p, v >> 16), put16(p + 2, v & 0xffff); }

#endif
