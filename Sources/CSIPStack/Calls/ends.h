/* The end of dialogs from our side. */
#ifndef CSIP_ENDS_H
#define CSIP_ENDS_H

#include "dialogs.h"

/* Ends a call as its state requires: with BYE, CANCEL or a refusal. */
void csip_hang_up(csip_dialog *, char const *reason_or_null);
/* Refuses an incoming call that has no final response yet. */
void csip_refuse(csip_dialog *, int status, char const *reason_or_null);
/* Reports that the stack itself ends the call, and why. */
void csip_lost(csip_stack *, csip_dialog *, int status, char const *phrase);
/* Ends all dialogs. */
void csip_dialogs_end(csip_stack *);

#endif
