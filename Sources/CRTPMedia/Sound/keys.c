/* Digits as DTMF tones (ITU-T Q.23), for a far end that takes them no other way. */
#define _GNU_SOURCE 1

#include "keys.h"

#include "../session.h"

#include <math.h>
#include <string.h>

#define SOUND_TICKS 5u
#define PAUSE_TICKS 5u
#define AMPLITUDE 7000.0 /* of each of the two tones: -10 dBm0 together, within the range of ITU-T Q.24 */

static const char keys[] = "123A456B789C*0#D";
static const double rows[] = {697, 770, 852, 941}, columns[] = {1209, 1336, 1477, 1633};

void crtp_sound_key(crtp_session *session, int16_t *frame, size_t n) {
  speech *out = &session->sound->out;
  if (out->n_keys == 0) return;
  memset(frame, 0, n * sizeof *frame);
  const uint32_t tick = out->key_ticks++;
  if (tick < SOUND_TICKS) {
    const size_t place = (size_t)(strchr(keys, out->keys[0]) - keys);
    const double turn = 2 * M_PI / crtp_rate(session->s.codec), row = rows[place / 4], column = columns[place % 4];
    for (size_t i = 0; i < n; i++) {
      const double at = turn * (double)(tick * n + i);
      frame[i] = (int16_t)lrint(AMPLITUDE * (sin(row * at) + sin(column * at)));
    }
  }
  if (out->key_ticks < SOUND_TICKS + PAUSE_TICKS) return;
  memmove(out->keys, out->keys + 1, --out->n_keys);
  out->key_ticks = 0;
  /* By the end of the pause every packet with a part of the tone has been sent. */
  if (out->n_keys == 0) session->has_sent_digits = 1;
}

uint32_t crtp_play_keys(crtp_session *session, const char *digits) {
  size_t n = strlen(digits);
  if (strspn(digits, keys) < n) return 0; /* part of a number is another number */
  pthread_mutex_lock(&session->lock);
  speech *out = session->sound ? &session->sound->out : NULL;
  if (!out || n > sizeof out->keys - out->n_keys) n = 0;
  if (n > 0) memcpy(out->keys + out->n_keys, digits, n);
  if (n > 0) out->n_keys = (uint8_t)(out->n_keys + n);
  pthread_mutex_unlock(&session->lock);
  return (uint32_t)n;
}
