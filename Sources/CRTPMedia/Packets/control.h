/* RTCP. */
#ifndef CRTP_CONTROL_H
#define CRTP_CONTROL_H

#include "addresses.h"
#include "crtpmedia.h"

void crtp_report(crtp_session *);
void crtp_say_goodbye(crtp_session *);
void crtp_hear_report(crtp_session *, unsigned char *packet, size_t bytes, const address *from, int is_control);

#endif
