/* sofia-sip's events about dialogs. */
#ifndef CSIP_EVENTS_H
#define CSIP_EVENTS_H

#include "dialogs.h"

void csip_heard(nua_event_t, int, char const *, nua_t *, csip_stack *, nua_handle_t *, csip_dialog *, sip_t const *, tagi_t[]);

#endif
