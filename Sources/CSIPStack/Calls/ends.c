/* The end of dialogs from our side. */
#include "ends.h"

#include "../stack.h"

#include <sofia-sip/sip_tag.h>

void csip_refuse(csip_dialog *dialog, int status, char const *reason) {
  nua_respond(dialog->handle, status, NULL, TAG_IF(reason, SIPTAG_REASON_STR(reason)), TAG_END());
}

void csip_hang_up(csip_dialog *dialog, char const *reason) {
  dialog->is_ending = 1;
  /* After an answer the BYE waits for the ACK, or for its time-out (RFC 3261 section 15). */
  if (dialog->is_answered && !dialog->is_up) return csip_keep(&dialog->end_reason, reason);
  /* Without a final response the caller would wait for ever. */
  if (dialog->is_incoming && !dialog->is_up) return csip_refuse(dialog, 480, reason);
  if (dialog->is_up) nua_bye(dialog->handle, TAG_IF(reason, SIPTAG_REASON_STR(reason)), TAG_END());
  else nua_cancel(dialog->handle, TAG_IF(reason, SIPTAG_REASON_STR(reason)), TAG_END());
}

/* The stack hangs up by itself when its 200 gets no ACK, when a session is not refreshed, and when a call rings too long. */
void csip_lost(csip_stack *stack, csip_dialog *dialog, int status, char const *phrase) {
  if (dialog->is_ending) return;
  dialog->is_ending = 1;
  csip_tell(stack, &(csip_event){.kind = CSIP_LOST, .dialog = dialog->number, .status = status, .phrase = phrase});
}

void csip_withdraw(csip_dialog *dialog) {
  /* Without a registration the library would withdraw in the registrar's own name. */
  if (dialog->is_ending) return;
  dialog->is_ending = 1;
  /* The contacts of the handle would be withdrawn beside ours. */
  nua_unregister(
      dialog->handle, TAG_IF(dialog->plain_contact, SIPTAG_CONTACT(SIP_NONE)),
      TAG_IF(dialog->plain_contact, SIPTAG_CONTACT_STR(dialog->plain_contact)), TAG_END());
}

void csip_dialogs_end(csip_stack *stack) {
  for (csip_dialog *dialog = csip_dialog_after(stack, NULL); dialog; dialog = csip_dialog_after(stack, dialog)) {
    if (dialog->is_ending) continue;
    if (!dialog->is_registration) {
      csip_hang_up(dialog, NULL);
    } else {
      csip_withdraw(dialog);
    }
  }
}
