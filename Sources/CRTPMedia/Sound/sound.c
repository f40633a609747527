/* A session's codec and buffers, from its first open direction to its end. */
#include "sound.h"

#include "../clock.h"

#include <stdlib.h>
#include <string.h>

sound *crtp_sound_open(crtp_codec kind) {
  sound *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->in.noise = crtp_random();
  made->out.timestamp = crtp_random();
  /* In the first half, so that an SRTP receiver that misses the first packets cannot miss a rollover of the number (RFC 3711 section
   * 3.3.1). */
  made->out.sequence = (uint16_t)(crtp_random() & 0x7fff);
  if (!crtp_codec_open(&made->codec, kind) && !crtp_buffer_open(&made->in.buffer)) return made;
  crtp_sound_close(made);
  return NULL;
}

void crtp_sound_close(sound *sound) {
  if (!sound) return;
  crtp_codec_close(&sound->codec);
  crtp_buffer_close(&sound->in.buffer);
  free(sound);
}

void crtp_hearing_clear(hearing *in) {
  crtp_buffer_clear(&in->buffer);
  memset(&in->gap, 0, sizeof in->gap);
  in->n_waiting = in->owed = in->waited = 0;
  in->is_resting = 0;
  in->held_ticks = 0;
}

void crtp_sound_change(sound *sound, const codec *codec) {
  crtp_codec_close(&sound->codec);
  sound->codec = *codec;
  crtp_hearing_clear(&sound->in);
  sound->in.packet = 0;
  sound->out.n_waiting = 0;
}
