/* A stack's table of dialogs, by number. */
#include "stack.h"

#include <sofia-sip/sip_status.h>
#include <stdlib.h>
#include <string.h>

static csip_dialog **bucket(csip_stack *stack, uint64_t number) {
  /* Numbers count up: the multiplication spreads them. */
  return &stack->buckets[(number * 0x9E3779B97F4A7C15u >> 32) & (stack->n_buckets - 1)];
}

static void grow(csip_stack *stack) {
  csip_dialog **old = stack->buckets;
  const size_t n_old = stack->n_buckets, n = n_old ? n_old * 2 : 64;
  csip_dialog **buckets = calloc(n, sizeof *buckets);
  if (!buckets) return; /* chains only get longer */
  stack->buckets = buckets;
  stack->n_buckets = n;
  for (size_t i = 0; i < n_old; i++) {
    for (csip_dialog *dialog = old[i], *next; dialog; dialog = next) {
      next = dialog->next;
      csip_dialog **to = bucket(stack, dialog->number);
      dialog->next = *to;
      *to = dialog;
    }
  }
  free(old);
}

/* Replaces the text at `place` with a copy of `text`. */
void csip_keep(char **place, const char *text) {
  char *copy = text ? strdup(text) : NULL;
  free(*place);
  *place = copy;
}

csip_dialog *csip_dialog_find(csip_stack *stack, uint64_t number) {
  if (!stack->n_buckets) return NULL;
  csip_dialog *dialog = *bucket(stack, number);
  while (dialog && dialog->number != number) dialog = dialog->next;
  return dialog;
}

csip_dialog *csip_dialog_make(csip_stack *stack, uint64_t number) {
  if (stack->n_dialogs >= stack->n_buckets) grow(stack);
  csip_dialog *dialog = stack->n_buckets ? calloc(1, sizeof *dialog) : NULL;
  if (!dialog) return NULL;
  dialog->number = number;
  csip_dialog **to = bucket(stack, number);
  dialog->next = *to;
  *to = dialog;
  stack->n_dialogs++;
  return dialog;
}

void csip_dialog_drop(csip_stack *stack, csip_dialog *dialog) {
  for (csip_dialog **at = bucket(stack, dialog->number); *at; at = &(*at)->next) {
    if (*at != dialog) continue;
    *at = dialog->next;
    break;
  }
  stack->n_dialogs--;
  stack->n_registrations -= dialog->is_registration;
  csip_gate_leaves(stack, dialog);
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
  free(dialog->next_hold);
  free(dialog->user);
  free(dialog->password);
  free(dialog->realm);
  free(dialog->homes);
  free(dialog);
}

void csip_dialogs_free(csip_stack *stack) {
  for (size_t i = 0; i < stack->n_buckets; i++) {
    while (stack->buckets[i]) csip_dialog_drop(stack, stack->buckets[i]);
  }
  free(stack->buckets);
  stack->buckets = NULL;
  stack->n_buckets = 0;
}

void csip_dialogs_end(csip_stack *stack) {
  for (size_t i = 0; i < stack->n_buckets; i++) {
    for (csip_dialog *dialog = stack->buckets[i]; dialog; dialog = dialog->next) {
      if (dialog->is_ending) continue;
      dialog->is_ending = 1;
      if (dialog->is_registration) nua_unregister(dialog->handle, TAG_END());
      else if (dialog->is_up) nua_bye(dialog->handle, TAG_END());
      else if (dialog->is_incoming && !dialog->is_answered) csip_refuse(dialog, 480, NULL);
      else if (!dialog->is_incoming) nua_cancel(dialog->handle, TAG_END());
    }
  }
}
