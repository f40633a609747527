/* A stack's table of dialogs, by number. */
#include "dialogs.h"

#include "../Messages/parts.h"
#include "../stack.h"

#include <sofia-sip/sip_header.h>
#include <stdlib.h>
#include <string.h>

static csip_dialog **bucket(csip_dialogs *dialogs, uint64_t number) {
  /* Numbers count up: the multiplication spreads them. */
  return &dialogs->buckets[(number * 0x9E3779B97F4A7C15u >> 32) & (dialogs->n_buckets - 1)];
}

static void grow(csip_dialogs *dialogs) {
  csip_dialog **old = dialogs->buckets;
  const size_t n_old = dialogs->n_buckets, n = n_old ? n_old * 2 : 64;
  csip_dialog **buckets = calloc(n, sizeof *buckets);
  if (!buckets) return; /* chains only get longer */
  dialogs->buckets = buckets;
  dialogs->n_buckets = n;
  for (size_t i = 0; i < n_old; i++) {
    for (csip_dialog *dialog = old[i], *next; dialog; dialog = next) {
      next = dialog->next;
      csip_dialog **to = bucket(dialogs, dialog->number);
      dialog->next = *to;
      *to = dialog;
    }
  }
  free(old);
}

void csip_keep(char **place, const char *text) {
  char *copy = text ? strdup(text) : NULL;
  free(*place);
  *place = copy;
}

void csip_identify(csip_stack *stack, csip_dialog *dialog, sip_t const *sip) {
  const su_sockaddr_t *from = sip->sip_request ? csip_came_from(stack) : NULL;
  if (from) dialog->peer_stream = csip_peer_of(from);
  if (csip_mark_is_set(dialog->mark) || !sip->sip_call_id) return;
  dialog->mark = csip_mark_of(sip->sip_call_id->i_id, strlen(sip->sip_call_id->i_id));
  csip_handover_begins(stack, dialog->mark);
}

void csip_keep_target(csip_dialog *dialog, sip_t const *sip, su_home_t *home) {
  if (sip && sip->sip_contact) csip_keep(&dialog->target, url_as_string(home, sip->sip_contact->m_url));
}

csip_dialog *csip_dialog_find(csip_stack *stack, uint64_t number) {
  if (!stack->dialogs.n_buckets) return NULL;
  csip_dialog *dialog = *bucket(&stack->dialogs, number);
  while (dialog && dialog->number != number) dialog = dialog->next;
  return dialog;
}

csip_dialog *csip_dialog_make(csip_stack *stack, uint64_t number) {
  csip_dialogs *dialogs = &stack->dialogs;
  if (dialogs->n >= dialogs->n_buckets) grow(dialogs);
  csip_dialog *dialog = dialogs->n_buckets ? calloc(1, sizeof *dialog) : NULL;
  if (!dialog) return NULL;
  dialog->number = number;
  csip_dialog **to = bucket(dialogs, number);
  dialog->next = *to;
  *to = dialog;
  dialogs->n++;
  return dialog;
}

void csip_dialog_drop(csip_stack *stack, csip_dialog *dialog) {
  for (csip_dialog **at = bucket(&stack->dialogs, dialog->number); *at; at = &(*at)->next) {
    if (*at != dialog) continue;
    *at = dialog->next;
    break;
  }
  stack->dialogs.n--;
  csip_handover_ends(stack, dialog->mark);
  stack->dialogs.n_registrations -= dialog->is_registration;
  csip_gate_leaves(&stack->gate, &dialog->admission);
  /* A request for a transfer that nobody has judged holds the event loop, with its descriptors. */
  if (dialog->has_refer) nua_destroy_event(dialog->refer);
  if (dialog->handle) {
    nua_handle_bind(dialog->handle, NULL);
    nua_handle_destroy(dialog->handle);
  }
  if (dialog->password) {
    for (volatile char *p = dialog->password; *p; p++) *p = 0;
  }
  free(dialog->own_sdp);
  free(dialog->next_sdp);
  free(dialog->hold);
  free(dialog->asked_hold);
  free(dialog->end_reason);
  free(dialog->target);
  free(dialog->contact);
  free(dialog->plain_contact);
  free(dialog->next_hold);
  free(dialog->user);
  free(dialog->password);
  free(dialog->realm);
  free(dialog->homes);
  free(dialog);
}

csip_dialog *csip_dialog_after(csip_stack *stack, const csip_dialog *dialog) {
  const csip_dialogs *dialogs = &stack->dialogs;
  if (dialog && dialog->next) return dialog->next;
  size_t i = dialog ? (size_t)(bucket(&stack->dialogs, dialog->number) - dialogs->buckets) + 1 : 0;
  while (i < dialogs->n_buckets && !dialogs->buckets[i]) i++;
  return i < dialogs->n_buckets ? dialogs->buckets[i] : NULL;
}

void csip_dialogs_free(csip_stack *stack) {
  csip_dialogs *dialogs = &stack->dialogs;
  for (size_t i = 0; i < dialogs->n_buckets; i++) {
    while (dialogs->buckets[i]) csip_dialog_drop(stack, dialogs->buckets[i]);
  }
  free(dialogs->buckets);
  dialogs->buckets = NULL;
  dialogs->n_buckets = 0;
}
