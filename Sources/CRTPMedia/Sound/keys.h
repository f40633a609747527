/* Digits as tones. */
#ifndef CRTP_KEYS_H
#define CRTP_KEYS_H

#include "crtpmedia.h"

/* Replaces a frame by the tone of a key, while any wait. */
void crtp_sound_key(crtp_session *, int16_t *frame, size_t n);

#endif
