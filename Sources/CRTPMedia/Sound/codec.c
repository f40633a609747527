/* The four codecs behind one interface. */
#include "codec.h"

#include <string.h>

uint32_t crtp_rate(crtp_codec codec) { return codec == CRTP_OPUS ? 48000u : codec == CRTP_G722 ? 16000u : 8000u; }

/* G.722's is 8,000 by an old mistake that stays (RFC 3551 section 4.5.2). */
uint32_t crtp_clock(crtp_codec codec) { return codec == CRTP_OPUS ? 48000u : 8000u; }

void crtp_codec_close(codec *codec) {
  if (codec->g722_out) g722_encode_free(codec->g722_out);
  if (codec->g722_in) g722_decode_free(codec->g722_in);
  if (codec->opus_out) opus_encoder_destroy(codec->opus_out);
  if (codec->opus_in) opus_decoder_destroy(codec->opus_in);
  memset(codec, 0, sizeof *codec);
}

int crtp_codec_open(codec *out, crtp_codec kind) {
  codec made = {.kind = kind};
  int is_whole = 1;
  if (kind == CRTP_G722) {
    made.g722_out = g722_encode_init(NULL, 64000, 0);
    made.g722_in = g722_decode_init(NULL, 64000, 0);
    is_whole = made.g722_out && made.g722_in;
  } else if (kind == CRTP_OPUS) {
    int error = 0;
    made.opus_out = opus_encoder_create(48000, 1, OPUS_APPLICATION_VOIP, &error);
    made.opus_in = opus_decoder_create(48000, 1, &error);
    is_whole = made.opus_out && made.opus_in;
  }
  if (!is_whole) {
    crtp_codec_close(&made);
    return -1;
  }
  if (made.opus_out) {
    opus_encoder_ctl(made.opus_out, OPUS_SET_INBAND_FEC(1));
    opus_encoder_ctl(made.opus_out, OPUS_SET_PACKET_LOSS_PERC(10));
    opus_encoder_ctl(made.opus_out, OPUS_SET_BITRATE(32000));
    /* Half the work of the default, without an audible difference on a telephone. */
    opus_encoder_ctl(made.opus_out, OPUS_SET_COMPLEXITY(5));
  }
  *out = made;
  return 0;
}

size_t crtp_encode(codec *codec, const int16_t *samples, size_t n, unsigned char *out, size_t room) {
  if ((codec->kind == CRTP_G722 ? n / 2 : n) > room && codec->kind != CRTP_OPUS) return 0;
  switch (codec->kind) {
    case CRTP_PCMU:
      for (size_t i = 0; i < n; i++) out[i] = linear_to_ulaw(samples[i]);
      return n;
    case CRTP_PCMA:
      for (size_t i = 0; i < n; i++) out[i] = linear_to_alaw(samples[i]);
      return n;
    case CRTP_G722: return (size_t)g722_encode(codec->g722_out, out, samples, (int)n);
    default: {
      const opus_int32 bytes = opus_encode(codec->opus_out, samples, (int)n, out, (opus_int32)room);
      return bytes < 0 ? 0 : (size_t)bytes;
    }
  }
}

size_t crtp_duration(crtp_codec kind, const unsigned char *data, size_t bytes) {
  if (kind == CRTP_G722) return 2 * bytes;
  if (kind != CRTP_OPUS) return bytes;
  const int n = opus_packet_get_nb_samples(data, (opus_int32)bytes, 48000);
  return n < 0 ? 0 : (size_t)n;
}

size_t crtp_decode(codec *codec, const unsigned char *data, size_t bytes, int16_t *samples, size_t room) {
  const size_t n = crtp_duration(codec->kind, data, bytes);
  if (n == 0 || n > room) return 0;
  switch (codec->kind) {
    case CRTP_PCMU:
      for (size_t i = 0; i < n; i++) samples[i] = ulaw_to_linear(data[i]);
      return n;
    case CRTP_PCMA:
      for (size_t i = 0; i < n; i++) samples[i] = alaw_to_linear(data[i]);
      return n;
    case CRTP_G722: return (size_t)g722_decode(codec->g722_in, samples, data, (int)bytes);
    default: {
      const int decoded = opus_decode(codec->opus_in, data, (opus_int32)bytes, samples, (int)room, 0);
      return decoded < 0 ? 0 : (size_t)decoded;
    }
  }
}

size_t crtp_decode_redundancy(codec *codec, const unsigned char *data, size_t bytes, int16_t *samples, size_t n) {
  if (codec->kind != CRTP_OPUS) return 0;
  const int decoded = opus_decode(codec->opus_in, data, (opus_int32)bytes, samples, (int)n, 1);
  return decoded < 0 ? 0 : (size_t)decoded;
}

size_t crtp_decode_nothing(codec *codec, int16_t *samples, size_t n) {
  if (codec->kind != CRTP_OPUS) return 0;
  const int made = opus_decode(codec->opus_in, NULL, 0, samples, (int)n, 0);
  return made < 0 ? 0 : (size_t)made;
}
