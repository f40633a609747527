/* The four codecs behind one face. */
#include "media.h"

#include <stdlib.h>
#include <string.h>

uint32_t crtp_rate(crtp_codec codec) { return codec == CRTP_OPUS ? 48000u : codec == CRTP_G722 ? 16000u : 8000u; }

/* The clock of the timestamps; G.722's is 8,000 by an old mistake that stays (RFC 3551 section 4.5.2). */
uint32_t crtp_clock(crtp_codec codec) { return codec == CRTP_OPUS ? 48000u : 8000u; }

void crtp_codec_close(crtp_session *session) {
  if (session->g722_out) g722_encode_free(session->g722_out);
  if (session->g722_in) g722_decode_free(session->g722_in);
  if (session->opus_out) opus_encoder_destroy(session->opus_out);
  if (session->opus_in) opus_decoder_destroy(session->opus_in);
  session->g722_out = NULL;
  session->g722_in = NULL;
  session->opus_out = NULL;
  session->opus_in = NULL;
}

int crtp_codec_open(crtp_session *session, crtp_codec codec) {
  g722_encode_state_t *g722_out = NULL;
  g722_decode_state_t *g722_in = NULL;
  OpusEncoder *opus_out = NULL;
  OpusDecoder *opus_in = NULL;
  if (codec == CRTP_G722) {
    g722_out = g722_encode_init(NULL, 64000, 0);
    g722_in = g722_decode_init(NULL, 64000, 0);
    if (!g722_out || !g722_in) return -1;
  } else if (codec == CRTP_OPUS) {
    int error = 0;
    opus_out = opus_encoder_create(48000, 1, OPUS_APPLICATION_VOIP, &error);
    opus_in = opus_decoder_create(48000, 1, &error);
    if (!opus_out || !opus_in) return -1;
    opus_encoder_ctl(opus_out, OPUS_SET_INBAND_FEC(1));
    opus_encoder_ctl(opus_out, OPUS_SET_PACKET_LOSS_PERC(10));
    opus_encoder_ctl(opus_out, OPUS_SET_BITRATE(32000));
  }
  crtp_codec_close(session);
  session->g722_out = g722_out;
  session->g722_in = g722_in;
  session->opus_out = opus_out;
  session->opus_in = opus_in;
  session->n_last = 0;
  session->fade = 0;
  return 0;
}

size_t crtp_encode(crtp_session *session, const int16_t *samples, size_t n, unsigned char *out, size_t room) {
  switch (session->s.codec) {
    case CRTP_PCMU:
      for (size_t i = 0; i < n && i < room; i++) out[i] = linear_to_ulaw(samples[i]);
      return n;
    case CRTP_PCMA:
      for (size_t i = 0; i < n && i < room; i++) out[i] = linear_to_alaw(samples[i]);
      return n;
    case CRTP_G722:
      return n / 2 > room ? 0 : (size_t)g722_encode(session->g722_out, out, samples, (int)n);
    default: {
      const opus_int32 bytes = opus_encode(session->opus_out, samples, (int)n, out, (opus_int32)room);
      return bytes < 0 ? 0 : (size_t)bytes;
    }
  }
}

size_t crtp_decode(crtp_session *session, const unsigned char *data, size_t bytes, int16_t *samples, size_t room) {
  size_t n = 0;
  switch (session->s.codec) {
    case CRTP_PCMU:
      for (; n < bytes && n < room; n++) samples[n] = ulaw_to_linear(data[n]);
      break;
    case CRTP_PCMA:
      for (; n < bytes && n < room; n++) samples[n] = alaw_to_linear(data[n]);
      break;
    case CRTP_G722:
      if (2 * bytes > room) bytes = room / 2;
      n = (size_t)g722_decode(session->g722_in, samples, data, (int)bytes);
      break;
    default: {
      const int decoded = opus_decode(session->opus_in, data, (opus_int32)bytes, samples, (int)room, 0);
      return decoded < 0 ? 0 : (size_t)decoded;
    }
  }
  /* The last frame is what a lost one is made of. */
  const size_t frame = crtp_rate(session->s.codec) / 50;
  if (n >= frame) {
    memcpy(session->last, samples + n - frame, frame * sizeof *samples);
    session->n_last = frame;
    session->fade = 0;
  }
  return n;
}

/* What the packet after a lost one still knows of it (RFC 6716 section 2.1.7). */
size_t crtp_decode_redundancy(crtp_session *session, const unsigned char *data, size_t bytes, int16_t *samples, size_t n) {
  if (session->s.codec != CRTP_OPUS) return 0;
  const int decoded = opus_decode(session->opus_in, data, (opus_int32)bytes, samples, (int)n, 1);
  return decoded < 0 ? 0 : (size_t)decoded;
}

size_t crtp_conceal(crtp_session *session, int16_t *samples, size_t n) {
  if (session->s.codec == CRTP_OPUS) {
    const int made = opus_decode(session->opus_in, NULL, 0, samples, (int)n, 0);
    if (made > 0) return (size_t)made;
    memset(samples, 0, n * sizeof *samples);
    return n;
  }
  /* The last frame again, each time at half the level, and joined at its ends by turning every second one round: spandsp's concealment, which
   * would follow the pitch, copies within one buffer over itself (0.0.6). */
  if (session->fade < 8) session->fade++;
  for (size_t i = 0; i < n; i++) {
    const size_t at = session->n_last ? i % session->n_last : 0;
    const size_t from = session->fade & 1 && session->n_last ? session->n_last - 1 - at : at;
    samples[i] = session->n_last ? (int16_t)(session->last[from] >> session->fade) : 0;
  }
  return n;
}
