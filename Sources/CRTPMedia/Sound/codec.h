/* The codecs. */
#ifndef CRTP_CODEC_H
#define CRTP_CODEC_H

#include "crtpmedia.h"

#include <opus/opus.h>
#include <spandsp.h>

#define FRAME_MAX 960u       /* samples of 20 ms at 48 kHz */
#define DURATION_MAX 5760u   /* samples of 120 ms at 48 kHz: the longest packet (RFC 7587 section 4.2) */

typedef struct {
  crtp_codec kind;
  g722_encode_state_t *g722_out;
  g722_decode_state_t *g722_in;
  OpusEncoder *opus_out;
  OpusDecoder *opus_in;
} codec;

/* Returns the clock of the timestamps. */
uint32_t crtp_clock(crtp_codec);
int crtp_codec_open(codec *, crtp_codec);
void crtp_codec_close(codec *);
size_t crtp_encode(codec *, const int16_t *samples, size_t n, unsigned char *out, size_t room);
size_t crtp_decode(codec *, const unsigned char *data, size_t bytes, int16_t *samples, size_t room);
/* Decodes a lost packet from the redundancy in the packet after it (RFC 6716 section 2.1.7). */
size_t crtp_decode_redundancy(codec *, const unsigned char *data, size_t bytes, int16_t *samples, size_t n);
/* Lets the codec itself conceal a lost packet; 0: it cannot. */
size_t crtp_decode_nothing(codec *, int16_t *samples, size_t n);
/* Returns the samples in a packet. */
size_t crtp_duration(crtp_codec, const unsigned char *data, size_t bytes);

#endif
