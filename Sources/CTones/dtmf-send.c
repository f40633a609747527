/* DTMF generation. */
#include "voice.h"

#include "CTonesDTMF.h"

#include <string.h>

static const float low[4] = {697.0f, 770.0f, 852.0f, 941.0f};
static const float high[4] = {1209.0f, 1336.0f, 1477.0f, 1633.0f};

/* Returns the digit's position on the keypad, row by row; -1 for no digit. */
static int place(char digit) {
  static const char pad[] = "123A456B789C*0#D";
  const char *found = digit != 0 ? strchr(pad, digit) : NULL;
  return found != NULL ? (int)(found - pad) : -1;
}

ctones_dtmf_style ctones_dtmf_usual(void) {
  const ctones_dtmf_style usual = {.dbm0 = -10.0f, .twist = 2.0f, .on_ms = 100, .off_ms = 100};
  return usual;
}

void ctones_dtmf_sender_start(ctones_dtmf_sender *sender, ctones_dtmf_style style, uint32_t rate) {
  memset(sender, 0, sizeof *sender);
  sender->style = style;
  sender->rate = rate;
}

int32_t ctones_dtmf_put(ctones_dtmf_sender *sender, const char *digits, size_t count) {
  if (count > CTONES_DTMF_ROOM - sender->count) return -1;
  for (size_t i = 0; i < count; i++) {
    if (place(digits[i]) < 0) return -1;
  }
  for (size_t i = 0; i < count; i++) {
    sender->digits[(sender->first + sender->count) % CTONES_DTMF_ROOM] = digits[i];
    sender->count += 1u;
  }
  return 0;
}

void ctones_dtmf_stop(ctones_dtmf_sender *sender) {
  sender->count = 0;
  sender->gap = 0;
  ctones_voice *voice = &sender->voice;
  if (voice_is_over(voice) || voice->length == 0) return;
  const uint32_t end = voice->position + voice_fade(sender->rate);
  if (end < voice->length) voice->length = end;
}

static void begin_next(ctones_dtmf_sender *sender) {
  const int pad = place(sender->digits[sender->first]);
  sender->first = (sender->first + 1u) % CTONES_DTMF_ROOM;
  sender->count -= 1u;
  const ctones_segment length = {.ms = sender->style.on_ms};
  voice_begin(&sender->voice, &length, sender->rate, 0, 0);
  voice_set(&sender->voice, 0, low[pad / 4], sender->style.dbm0, sender->rate);
  voice_set(&sender->voice, 1, high[pad % 4], sender->style.dbm0 + sender->style.twist, sender->rate);
  sender->gap = (uint32_t)((uint64_t)sender->style.off_ms * sender->rate / 1000u);
}

size_t ctones_dtmf_send(ctones_dtmf_sender *sender, int16_t *samples, size_t count) {
  memset(samples, 0, count * sizeof *samples);
  size_t done = 0;
  while (done < count) {
    if (sender->voice.length > 0 && !voice_is_over(&sender->voice)) {
      done += voice_add(&sender->voice, samples + done, count - done);
    } else if (sender->gap > 0) {
      const size_t left = count - done, pause = sender->gap < left ? sender->gap : left;
      sender->gap -= (uint32_t)pause;
      done += pause;
    } else if (sender->count > 0 && sender->style.on_ms > 0) {
      begin_next(sender);
    } else {
      break;
    }
  }
  return done;
}
