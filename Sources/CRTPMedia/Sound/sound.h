/* A session's codec and buffers: most of its memory, allocated only once media flows. */
#ifndef CRTP_SOUND_H
#define CRTP_SOUND_H

#include "buffer.h"
#include "codec.h"
#include "conceal.h"

/* Outgoing audio. */
typedef struct {
  uint32_t timestamp;        /* of the sample after the waiting ones */
  uint16_t sequence;
  uint8_t is_talking;
  uint8_t pause;             /* half ticks until the next packet may go */
  int16_t waiting[FRAME_MAX * 4];
  size_t n_waiting;
  uint32_t silent_ticks;
  char digits[64];
  uint8_t n_digits, digit_ticks;
  uint32_t digit_timestamp;
  char keys[64];             /* digits to play as tones */
  uint8_t n_keys, key_ticks;
} speech;

/* Incoming audio. */
typedef struct {
  jitter_buffer buffer;
  concealment gap;
  int16_t waiting[DURATION_MAX + 2 * FRAME_MAX];
  size_t n_waiting;
  size_t packet;             /* samples in one packet of theirs */
  size_t owed, waited;       /* owed: samples concealed for packets that may still come; waited: those of them that lengthen the buffer */
  size_t least_held;         /* the least held in the last two seconds */
  uint32_t held_ticks, loss_ticks;
  uint8_t is_resting;        /* their last packet was comfort noise or a digit: they send no audio */
  uint8_t noise_level;       /* -dBov */
  uint32_t noise;
  uint32_t digit_timestamp;
  uint8_t has_digit, digit, digit_is_over;
  uint64_t digits_until;     /* the rate limiter's state: each reported digit moves it on */
} hearing;

typedef struct {
  codec codec;
  speech out;
  hearing in;
} sound;

sound *crtp_sound_open(crtp_codec);
void crtp_sound_close(sound *);
/* Switches to another codec. */
void crtp_sound_change(sound *, const codec *);
void crtp_hearing_clear(hearing *);

#endif
