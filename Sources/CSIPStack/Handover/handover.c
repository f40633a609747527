/* The requests of a handover, and the phases of the stack. */
#include "../stack.h"

#include "../Limits/streams.h"
#include "../Thread/clock.h"
#include "../Wrapped/sockets.h"
#include "link.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The time that a stack has for a request, below the time-out of a plugin function. DRY: the thread's turns until its own queue is empty: the
 * library passes an event on through four queues at most. */
enum { REQUEST_MS = 1500, DRY = 16, CLOSE_MS = 500 };

/* ------------------------------------------------------------------------------------------------------------------------ requests */

static void put(csip_stack *stack, void (*run)(csip_stack *, csip_order *), int32_t number) {
  csip_order *order = calloc(1, sizeof *order);
  if (!order) return;
  *order = (csip_order){.run = run, .number = number};
  csip_queue_put(&stack->orders, order);
}

/* Has the thread carry out a request; returns 1 once it is `done`, and 0 when it does not answer in time. The lock is held. */
static int ask(csip_stack *stack, int request, int done, void (*run)(csip_stack *, csip_order *)) {
  csip_handover *h = &stack->handover;
  struct timespec limit;
  if (h->request != CSIP_NO_REQUEST) return 0;
  h->request = request;
  put(stack, run, 0);
  clock_gettime(CLOCK_MONOTONIC, &limit);
  limit.tv_nsec += REQUEST_MS % 1000 * 1000000L;
  limit.tv_sec += REQUEST_MS / 1000 + limit.tv_nsec / 1000000000;
  limit.tv_nsec %= 1000000000;
  while ((int)h->request == request && pthread_cond_timedwait(&h->changed, &h->lock, &limit) != ETIMEDOUT) continue;
  if ((int)h->request == done) return 1;
  h->request = CSIP_NO_REQUEST;
  return 0;
}

static void run_lend(csip_stack *stack, csip_order *order) {
  (void)order;
  csip_handover *h = &stack->handover;
  pthread_mutex_lock(&h->lock);
  if (h->request == CSIP_LENDING) {
    int fds[CSIP_SOCKETS];
    const size_t n = h->phase == CSIP_SINGLE || h->phase == CSIP_PASSING ? csip_sockets_list(fds) : 0;
    for (size_t i = 0; i < n && i < CSIP_LEND_MAX; i++) h->sockets[h->n_sockets++] = fcntl(fds[i], F_DUPFD_CLOEXEC, 0);
    h->request = CSIP_LENT;
    pthread_cond_broadcast(&h->changed);
  }
  pthread_mutex_unlock(&h->lock);
}

int32_t csip_lend(csip_stack *stack, int32_t *fds) {
  csip_handover *h = &stack->handover;
  int32_t n = -1;
  pthread_mutex_lock(&h->lock);
  h->n_sockets = 0;
  if (ask(stack, CSIP_LENDING, CSIP_LENT, run_lend)) {
    h->request = CSIP_NO_REQUEST;
    n = (int32_t)h->n_sockets;
    for (int32_t i = 0; i < n; i++) {
      fds[i] = h->sockets[i];
      if (fds[i] < 0) n = i;
    }
    if (n < (int32_t)h->n_sockets) {
      for (size_t i = 0; i < h->n_sockets; i++)
        if (h->sockets[i] >= 0) close(h->sockets[i]);
      n = -1;
    }
  }
  pthread_mutex_unlock(&h->lock);
  return n;
}

int32_t csip_lent_port(int32_t fd, uint32_t *kind) {
  struct sockaddr_storage address;
  socklen_t bytes = sizeof address, room = sizeof(int);
  int type = 0, is_accepting = 0;
  if (getsockname(fd, (struct sockaddr *)&address, &bytes) < 0 || getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &room) < 0) return -1;
  if (address.ss_family != AF_INET && address.ss_family != AF_INET6) return -1;
  room = sizeof is_accepting;
  if (type == SOCK_STREAM && (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &is_accepting, &room) < 0 || !is_accepting)) return -1;
  if (type != SOCK_STREAM && type != SOCK_DGRAM) return -1;
  *kind = type == SOCK_DGRAM ? 1 : 2;
  /* The port of both families is at the same place. */
  return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

/* -------------------------------------------------------------------------------------------------------------------------- phases */

/* Closes the connections without a call, and sends what waits for room. */
static void tidy(su_root_magic_t *magic, su_timer_t *timer, su_timer_arg_t *argument) {
  (void)magic, (void)timer;
  csip_stack *stack = (csip_stack *)argument;
  (void)csip_outbox_flush(&stack->handover.outbox, stack->handover.link);
  csip_streams_leave(stack);
}

static void drain(csip_stack *stack) {
  csip_handover *h = &stack->handover;
  csip_sockets_swap(h->link);
  h->phase = CSIP_DRAINING;
  h->timer = su_timer_create(su_root_task(stack->root), CLOSE_MS);
  if (h->timer) su_timer_set_for_ever(h->timer, tidy, (su_timer_arg_t *)stack);
}

/* Goes on as the only version. */
static void be_single(csip_stack *stack) {
  csip_handover *h = &stack->handover;
  csip_link_close(stack);
  su_timer_destroy(h->timer);
  h->timer = NULL;
  h->phase = CSIP_SINGLE;
  csip_sockets_resume();
}

static void settle(csip_stack *stack, uint32_t outcome) {
  csip_handover *h = &stack->handover;
  switch (h->phase) {
    case CSIP_SINGLE: break;
    case CSIP_WAITING:
      if (outcome == CSIP_TAKEN && csip_link_open(stack) == 0) {
        h->phase = CSIP_PASSING;
        csip_sockets_resume();
      } else if (outcome != CSIP_REFUSED_HANDOVER) {
        be_single(stack);
      }
      break;
    case CSIP_PASSING:
      if (outcome == CSIP_ALONE) be_single(stack);
      break;
    case CSIP_DRAINING:
      if (outcome == CSIP_REFUSED_HANDOVER || outcome == CSIP_ALONE) be_single(stack);
      break;
  }
}

static void run_settle(csip_stack *stack, csip_order *order) { settle(stack, (uint32_t)order->number); }

void csip_settle(csip_stack *stack, uint32_t outcome) {
  csip_handover *h = &stack->handover;
  pthread_mutex_lock(&h->lock);
  const int stands_still = h->request == CSIP_GIVEN;
  if (stands_still) {
    h->request = CSIP_SETTLED;
    h->outcome = outcome;
    pthread_cond_broadcast(&h->changed);
  }
  pthread_mutex_unlock(&h->lock);
  if (!stands_still) put(stack, run_settle, (int32_t)outcome);
}

void csip_handover_release(csip_stack *stack) {
  csip_handover *h = &stack->handover;
  pthread_mutex_lock(&h->lock);
  const int stands_still = h->request == CSIP_GIVEN;
  pthread_mutex_unlock(&h->lock);
  if (stands_still) csip_settle(stack, CSIP_REFUSED_HANDOVER);
}

/* ---------------------------------------------------------------------------------------------------------------------------- give */

/* Collects the calls of the stack; -1 when they are too many. */
static int collect(csip_stack *stack, csip_marks *calls) {
  csip_handover *h = &stack->handover;
  csip_recent_turn(&h->recent, csip_now());
  if (csip_marks_join(calls, &h->recent.young, CSIP_MARKS_MOST) || csip_marks_join(calls, &h->recent.old, CSIP_MARKS_MOST)) return -1;
  for (const csip_dialog *dialog = csip_dialog_after(stack, NULL); dialog; dialog = csip_dialog_after(stack, dialog))
    if (csip_mark_is_set(dialog->mark) && csip_marks_add(calls, dialog->mark, CSIP_MARKS_MOST)) return -1;
  return 0;
}

/* Stands still until the outcome is known. */
static void stand_still(csip_stack *stack) {
  csip_handover *h = &stack->handover;
  csip_marks calls = {0};
  const int is_good = collect(stack, &calls) == 0;
  uint32_t outcome = CSIP_REFUSED_HANDOVER;
  pthread_mutex_lock(&h->lock);
  /* The other thread may have given up. */
  if (h->request == CSIP_GIVING) {
    h->request = is_good ? CSIP_GIVEN : CSIP_NO_REQUEST;
    h->given = calls;
    if (is_good) calls = (csip_marks){0};
    else h->given = (csip_marks){0};
    pthread_cond_broadcast(&h->changed);
    while (h->request == CSIP_GIVEN) pthread_cond_wait(&h->changed, &h->lock);
    if (is_good) {
      outcome = h->outcome;
      h->request = CSIP_NO_REQUEST;
    }
  }
  pthread_mutex_unlock(&h->lock);
  csip_marks_free(&calls);
  if (outcome == CSIP_TAKEN) drain(stack);
  else be_single(stack);
}

/* Lets the library finish what it has read: a message of the thread to itself runs after everything that is queued. */
static void finish_round(su_root_magic_t *stack, su_msg_r message, su_msg_arg_t *argument) {
  (void)message, (void)argument;
  su_msg_r next = SU_MSG_R_INIT;
  if (--stack->handover.rounds > 0 && su_msg_create(next, su_root_task(stack->root), su_root_task(stack->root), finish_round, 0) == 0 &&
      su_msg_send(next) == 0)
    return;
  stand_still(stack);
}

static void run_give(csip_stack *stack, csip_order *order) {
  (void)order;
  csip_handover *h = &stack->handover;
  /* Calls of an earlier version pass through this one until they end. */
  if (h->phase == CSIP_PASSING && csip_link_is_gone(stack)) be_single(stack);
  if (h->phase != CSIP_SINGLE || stack->life.shutting_down) {
    pthread_mutex_lock(&h->lock);
    if (h->request == CSIP_GIVING) h->request = CSIP_NO_REQUEST;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
    return;
  }
  csip_sockets_pause();
  h->rounds = DRY;
  finish_round(stack, NULL, NULL);
}

int32_t csip_give(csip_stack *stack, int32_t link, csip_calls *out) {
  csip_handover *h = &stack->handover;
  const int copy = csip_link_copy(link);
  *out = (csip_calls){0};
  pthread_mutex_lock(&h->lock);
  if (copy >= 0 && ask(stack, CSIP_GIVING, CSIP_GIVEN, run_give)) {
    /* The thread stands still. */
    h->link = copy;
    out->bytes = malloc(h->given.n * sizeof(csip_mark) + 1);
    for (size_t i = 0; out->bytes && i < h->given.room; i++) {
      if (!csip_mark_is_set(h->given.rows[i])) continue;
      memcpy(out->bytes + out->count, &h->given.rows[i], sizeof(csip_mark));
      out->count += sizeof(csip_mark);
    }
    csip_marks_free(&h->given);
  } else if (copy >= 0) {
    close(copy);
  }
  pthread_mutex_unlock(&h->lock);
  if (out->bytes) return 0;
  csip_handover_release(stack);
  return -1;
}

void csip_calls_free(csip_calls *calls) {
  free(calls->bytes);
  *calls = (csip_calls){0};
}

/* ---------------------------------------------------------------------------------------------------------------- beginning and end */

void csip_handover_open(csip_stack *stack) {
  csip_handover *h = &stack->handover;
  pthread_condattr_t attributes;
  h->link = -1;
  pthread_mutex_init(&h->lock, NULL);
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&h->changed, &attributes);
  pthread_condattr_destroy(&attributes);
}

void csip_handover_close(csip_stack *stack) {
  csip_handover *h = &stack->handover;
  pthread_mutex_destroy(&h->lock);
  pthread_cond_destroy(&h->changed);
}

int csip_handover_begin(csip_stack *stack) {
  csip_handover *h = &stack->handover;
  const csip_settings *s = stack->life.settings;
  csip_sockets_begin(s->inherited, s->n_inherited);
  if (!s->n_inherited) return 0;
  h->phase = CSIP_WAITING;
  if (s->n_inherited > CSIP_LEND_MAX || s->calls_bytes > CSIP_CALLS_MAX || s->calls_bytes % sizeof(csip_mark)) return -1;
  for (size_t at = 0; at < s->calls_bytes; at += sizeof(csip_mark)) {
    csip_mark mark;
    memcpy(&mark, s->calls + at, sizeof mark);
    if (csip_marks_add(&h->theirs, mark, CSIP_MARKS_MOST)) return -1;
  }
  h->link = csip_link_copy(s->link);
  return h->link < 0 ? -1 : 0;
}

void csip_handover_end(csip_stack *stack) {
  csip_handover *h = &stack->handover;
  csip_link_close(stack);
  csip_sockets_end();
  csip_recent_free(&h->recent);
  su_timer_destroy(h->timer);
  h->timer = NULL;
}

/* --------------------------------------------------------------------------------------------------------------------------- calls */

void csip_handover_begins(csip_stack *stack, csip_mark mark) {
  if (stack->handover.phase == CSIP_DRAINING) csip_link_tell(stack, mark);
}

void csip_handover_ends(csip_stack *stack, csip_mark mark) {
  if (csip_mark_is_set(mark)) csip_recent_note(&stack->handover.recent, mark, csip_now());
}

void csip_handover_heard(csip_stack *stack, const char *call_id) {
  csip_recent_note(&stack->handover.recent, csip_mark_of(call_id, strlen(call_id)), csip_now());
}
