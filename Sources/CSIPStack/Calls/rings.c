/* Ends incoming calls that ring too long. The user may forget one; its caller would wait for ever, and it would count as ringing. */
#include "rings.h"

#include "../Thread/clock.h"
#include "../stack.h"
#include "ends.h"

/* The limit of refusals per pass; the next pass takes the others. */
enum { AT_ONCE = 64, SHORTEST_MS = 100, LONGEST_MS = 10000 };

static int waits(const csip_dialog *dialog) { return dialog->is_incoming && !dialog->is_up && !dialog->is_answered && !dialog->is_ending; }

static void look(su_root_magic_t *, su_timer_t *, su_timer_arg_t *);

static void look_later(csip_stack *stack) {
  if (su_timer_is_set(stack->ring_timer)) return;
  const uint64_t tenth = (uint64_t)stack->gate.limits.max_ring_seconds * 100;
  const su_duration_t pause = tenth < SHORTEST_MS ? SHORTEST_MS : tenth > LONGEST_MS ? LONGEST_MS : (su_duration_t)tenth;
  su_timer_set_interval(stack->ring_timer, look, (su_timer_arg_t *)stack, pause);
}

static void look(su_root_magic_t *magic, su_timer_t *timer, su_timer_arg_t *argument) {
  (void)magic, (void)timer;
  csip_stack *stack = (csip_stack *)argument;
  const int64_t since = csip_now() - (int64_t)stack->gate.limits.max_ring_seconds * 1000;
  uint64_t late[AT_ONCE];
  size_t n = 0;
  int is_anybody_left = 0;
  for (csip_dialog *dialog = csip_dialog_after(stack, NULL); dialog; dialog = csip_dialog_after(stack, dialog)) {
    if (!waits(dialog)) continue;
    if (dialog->came_at > since || n == AT_ONCE) is_anybody_left = 1;
    else late[n++] = dialog->number;
  }
  for (size_t i = 0; i < n; i++) {
    csip_dialog *dialog = csip_dialog_find(stack, late[i]);
    if (!dialog) continue;
    csip_refuse(dialog, 480, NULL);
    csip_lost(stack, dialog, 480, "no answer within the ring time");
  }
  if (is_anybody_left) look_later(stack);
}

void csip_ring_begins(csip_stack *stack, csip_dialog *dialog) {
  dialog->came_at = csip_now();
  look_later(stack);
}

void csip_rings_open(csip_stack *stack) { stack->ring_timer = su_timer_create(su_root_task(stack->root), 1000); }

void csip_rings_close(csip_stack *stack) {
  su_timer_destroy(stack->ring_timer);
  stack->ring_timer = NULL;
}
