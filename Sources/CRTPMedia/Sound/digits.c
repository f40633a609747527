/* Digits as events (RFC 4733). */
#define _GNU_SOURCE 1

#include "digits.h"

#include "../Packets/transmit.h"
#include "../bytes.h"
#include "../engine.h"
#include "../session.h"

#include <string.h>

#define SOUND_TICKS 5u
#define PAUSE_TICKS 3u
#define DIGIT_NS 50000000u
#define DIGITS_AT_ONCE 32u

static const char known[] = "0123456789*#ABCD";

/* Sends 100 ms of an event in packets of 20 ms that share its first timestamp, the last one three times; then pauses 60 ms (section
 * 2.5.1). The digits wait while the far end takes none. */
int crtp_send_digit(crtp_session *session) {
  speech *out = &session->sound->out;
  if (!session->s.digits_type) return 0;
  if (out->digit_ticks >= SOUND_TICKS + PAUSE_TICKS) {
    memmove(out->digits, out->digits + 1, --out->n_digits);
    out->digit_ticks = 0;
  }
  if (out->n_digits == 0) return 0;
  if (out->digit_ticks == 0) out->digit_timestamp = out->timestamp;
  const uint32_t tick = ++out->digit_ticks;
  if (tick > SOUND_TICKS) return 1;
  const int is_last = tick == SOUND_TICKS;
  const unsigned char code = (unsigned char)(strchr(known, out->digits[0]) - known);
  unsigned char event[4] = {code, (unsigned char)(10 | (is_last ? 0x80 : 0)), 0, 0}; /* at -10 dBm0 */
  put16(event + 2, tick * ((session->s.digits_clock ? session->s.digits_clock : crtp_clock(session->s.codec)) / 50));
  for (int i = 0; i < (is_last ? 3 : 1); i++)
    crtp_transmit(session, session->s.digits_type, tick == 1, out->digit_timestamp, event, sizeof event);
  if (is_last && out->n_digits == 1) session->has_sent_digits = 1;
  return 1;
}

/* Limits reported digits to 20 a second, faster than anyone dials, and to a burst of 32 from a phone's memory. Excess digits are
 * dropped: each reported digit costs the program more than it cost the far end. */
static int may_be_told(hearing *in, uint64_t now) {
  if (in->digits_until < now) in->digits_until = now;
  if (in->digits_until - now > DIGITS_AT_ONCE * DIGIT_NS) return 0;
  in->digits_until += DIGIT_NS;
  return 1;
}

/* Reports an event once: its packets share a timestamp, and the first one to come counts (section 2.5.2). An event longer than its
 * duration field can say continues as another, whose timestamp is later by the longest duration (2.5.1.3). */
void crtp_hear_digit(crtp_session *session, uint32_t timestamp, const unsigned char *data, size_t bytes) {
  hearing *in = &session->sound->in;
  if (bytes < 4 || data[0] > 15) return;
  const uint32_t after = timestamp - in->digit_timestamp;
  const int goes_on = after == 0xffff && data[0] == in->digit && !in->digit_is_over;
  const int is_new = !in->has_digit || (after != 0 && after < 0x80000000u && !goes_on);
  if (in->has_digit && after >= 0x80000000u) return; /* overtaken by the next event */
  in->digit_is_over = is_new || goes_on ? data[1] >> 7 : in->digit_is_over | data[1] >> 7;
  in->has_digit = 1;
  in->digit = data[0];
  in->digit_timestamp = timestamp;
  if (!is_new) return;
  if (!may_be_told(in, session->engine->now)) {
    session->seen.digits_dropped++;
    return;
  }
  const crtp_listener *listener = &session->engine->listener;
  if (listener->digit) listener->digit(listener->context, session->number, known[data[0]]);
}

uint32_t crtp_send_digits(crtp_session *session, const char *digits) {
  size_t n = strlen(digits);
  if (strspn(digits, known) < n) return 0; /* part of a number is another number */
  pthread_mutex_lock(&session->lock);
  speech *out = session->sound ? &session->sound->out : NULL;
  if (!out || !session->s.digits_type || n > sizeof out->digits - out->n_digits) n = 0;
  if (n > 0) memcpy(out->digits + out->n_digits, digits, n);
  if (n > 0) out->n_digits = (uint8_t)(out->n_digits + n);
  pthread_mutex_unlock(&session->lock);
  return (uint32_t)n;
}

static uint8_t least(uint8_t n, uint8_t limit) { return n < limit ? n : limit; }

void crtp_stop_digits(crtp_session *session) {
  pthread_mutex_lock(&session->lock);
  if (session->sound) {
    speech *out = &session->sound->out;
    out->n_digits = least(out->n_digits, out->digit_ticks > 0);
    out->n_keys = least(out->n_keys, out->key_ticks > 0);
  }
  pthread_mutex_unlock(&session->lock);
}
