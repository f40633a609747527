/* Outgoing media. */
#ifndef CRTP_SEND_H
#define CRTP_SEND_H

#include "crtpmedia.h"

/* Takes a frame from the ring. */
void crtp_speak(crtp_session *);
/* Sends the packet that is due. */
void crtp_send(crtp_session *);

#endif
