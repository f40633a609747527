/* The answers to our requests. */
#ifndef CSIP_ANSWERS_H
#define CSIP_ANSWERS_H

#include "dialogs.h"

void csip_answered(csip_stack *, nua_event_t, csip_dialog *, int, char const *, sip_t const *, su_home_t *);

#endif
