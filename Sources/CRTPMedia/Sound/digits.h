/* Digits as events. */
#ifndef CRTP_DIGITS_H
#define CRTP_DIGITS_H

#include "crtpmedia.h"

/* Sends a part of the digit that is due. Returns 1 when it takes this frame's time. */
int crtp_send_digit(crtp_session *);
void crtp_hear_digit(crtp_session *, uint32_t timestamp, const unsigned char *data, size_t bytes);

#endif
