/* Reports to the user. */
#include "reports.h"

#include "../Wrapped/wrapped.h"
#include "../stack.h"

/* The limit of a turn, in postponements of its end. */
#define TURN_MAX 16

/* True while the turn goes on. It goes on while more input waits: waking the listener costs as much as reading a message, and one wake-up
 * serves all. When no more input waits, the last input is still in the thread's queue, so the turn goes on once more. */
static int goes_on(csip_reports *reports) {
  const int had_more = reports->had_more;
  reports->had_more = reports->put_off < TURN_MAX && csip_has_more();
  return reports->had_more || (had_more && reports->put_off < TURN_MAX);
}

/* Ends a turn. This is a message of the thread to itself, so it runs after everything that was queued at the turn's first event. */
static void end_turn(su_root_magic_t *magic, su_msg_r message, su_msg_arg_t *argument) {
  (void)message, (void)argument;
  csip_stack *stack = magic;
  csip_reports *reports = &stack->reports;
  reports->is_scheduled = 0;
  if (goes_on(reports)) {
    reports->put_off++;
    csip_turn(stack);
    if (reports->is_scheduled) return;
  }
  reports->put_off = reports->had_more = 0;
  reports->listener(reports->context, &(csip_event){.stack = stack, .kind = CSIP_TURN});
}

/* A prepoll hook would run too early, before the events in the library's own queue. */
void csip_turn(csip_stack *stack) {
  if (stack->reports.is_scheduled) return;
  su_msg_r message = SU_MSG_R_INIT;
  if (su_msg_create(message, su_root_task(stack->root), su_root_task(stack->root), end_turn, 0) < 0) return;
  stack->reports.is_scheduled = su_msg_send(message) == 0;
}

void csip_tell(csip_stack *stack, csip_event *event) {
  if (event->kind != CSIP_STOPPED) csip_turn(stack);
  event->stack = stack;
  stack->reports.listener(stack->reports.context, event);
}
