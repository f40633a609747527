/* The playout of received packets. */
#ifndef CRTP_PLAY_H
#define CRTP_PLAY_H

#include "crtpmedia.h"

/* Plays a frame. */
void crtp_play(crtp_session *);
/* Returns the samples that wait for their playout. */
size_t crtp_held(const crtp_session *);

#endif
