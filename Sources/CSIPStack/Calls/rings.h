/* The ring time-out of incoming calls. */
#ifndef CSIP_RINGS_H
#define CSIP_RINGS_H

#include "dialogs.h"

void csip_rings_open(csip_stack *);
void csip_rings_close(csip_stack *);
/* Starts the time-out of a call. */
void csip_ring_begins(csip_stack *, csip_dialog *);

#endif
