/* A stack's thread: its start, its orders, its end. */
#include "stack.h"
#include "Wrapped/wrapped.h"

#include <sofia-sip/nta_tport.h>
#include <sofia-sip/sip_status.h>
#include <sofia-sip/tport.h>
#include <sofia-sip/tport_tag.h>
#include <sofia-sip/sresolv.h>
#include <sofia-sip/nta_tag.h>
#include <sofia-sip/su_tag_io.h>
#include <sofia-sip/soa_tag.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>

__thread int csip_is_inside;

static pthread_once_t library = PTHREAD_ONCE_INIT;
static msg_mclass_t const *messages;

static void begin_library(void) {
  csip_is_inside = 1;
  csip_start_clock();
  su_init();
  messages = csip_messages();
  csip_challenges_register();
  csip_tls_register();
  csip_wire_redirect();
  csip_is_inside = 0;
}

/* ------------------------------------------------------------------------------------------------------------------------- orders */

void csip_order_give(csip_stack *stack, csip_order *order) {
  pthread_mutex_lock(&stack->lock);
  const int was_empty = !stack->first;
  if (was_empty) stack->first = order;
  else stack->last->next = order;
  stack->last = order;
  pthread_mutex_unlock(&stack->lock);
  const uint64_t one = 1;
  if (was_empty && write(stack->wake_fd, &one, sizeof one) < 0) return; /* the counter is full: the thread is awake */
}

static int carry_out(su_root_magic_t *magic, su_wait_t *wait, su_wakeup_arg_t *argument) {
  csip_stack *stack = (csip_stack *)argument;
  (void)magic, (void)wait;
  uint64_t count;
  if (read(stack->wake_fd, &count, sizeof count) < 0) return 0;
  pthread_mutex_lock(&stack->lock);
  csip_order *order = stack->first;
  stack->first = stack->last = NULL;
  pthread_mutex_unlock(&stack->lock);
  while (order) {
    csip_order *next = order->next;
    order->run(stack, order);
    free(order);
    order = next;
  }
  return 0;
}

/* ------------------------------------------------------------------------------------------------------------------------- thread */

void csip_started(csip_stack *stack, const char *error) {
  pthread_mutex_lock(&stack->lock);
  if (error) snprintf(stack->error, stack->error_bytes, "%s", error);
  stack->is_started = error ? -1 : 1;
  pthread_cond_signal(&stack->begun);
  pthread_mutex_unlock(&stack->lock);
}

/* The limit on intermediate certificates; the library's default of 2 is too low for some servers. */
#define CHAIN_MAX 8

static nua_t *make(csip_stack *stack) {
  const csip_settings *s = stack->settings;
  su_home_t home[1] = {SU_HOME_INIT(home)};
  url_t const *own = url_make(home, s->url);
  if (own && own->url_host) snprintf(stack->host, sizeof stack->host, "%s", own->url_host);
  stack->is_tls_alone = own && own->url_type == url_sips;
  su_home_deinit(home);
  if (s->certificates) csip_tls_listen();
  const char *tls_port = s->sips_url ? strrchr(s->sips_url, ':') : NULL;
  stack->tls_port = tls_port ? (uint16_t)atoi(tls_port + 1) : 0;
  /* SOATAG_ADDRESS: by default the library looks up the machine's first address for o= at each call, which may be unrelated to the call. */
  return nua_create(
      stack->root, csip_heard, stack, NUTAG_URL(s->url), TAG_IF(s->sips_url, NUTAG_SIPS_URL(s->sips_url)),
      TAG_IF(s->certificates, NUTAG_CERTIFICATE_DIR(s->certificates)), TAG_IF(s->resolver, SRESTAG_RESOLV_CONF(s->resolver)),
      TPTAG_TLS_VERIFY_DEPTH(CHAIN_MAX),
      TPTAG_TLS_VERIFY_POLICY(s->checks_certificates ? TPTLS_VERIFY_OUT | TPTLS_VERIFY_SUBJECTS_OUT : TPTLS_VERIFY_NONE), NUTAG_AUTOALERT(0), NUTAG_AUTOANSWER(0),
      NUTAG_AUTOACK(1), NUTAG_EARLY_MEDIA(1), NUTAG_ENABLEMESSAGE(0), NUTAG_RETRY_COUNT(5), NUTAG_MAX_RETRY_AFTER(0), NUTAG_SESSION_TIMER(s->session_expires),
      NUTAG_MIN_SE(s->min_session_expires), NUTAG_UPDATE_REFRESH(1), NUTAG_APPL_METHOD("REFER, INFO, UPDATE"), SIPTAG_ALLOW_STR("INVITE, ACK, BYE, CANCEL, OPTIONS, PRACK, UPDATE, INFO, REFER, NOTIFY"),
      SIPTAG_SUPPORTED_STR("100rel, timer, replaces, norefersub"), TAG_IF(s->user_agent, SIPTAG_USER_AGENT_STR(s->user_agent)),
      SOATAG_AF(SOA_AF_IP4_IP6), SOATAG_ADDRESS(stack->host), NTATAG_UDP_MTU(1400), TAG_IF(s->transaction_seconds, NTATAG_SIP_T1X64(s->transaction_seconds * 1000)),
      NTATAG_MCLASS(messages), NTATAG_MAXSIZE(CSIP_MESSAGE_MAX), TPTAG_UDP_RMEM(1 << 20), TPTAG_TIMEOUT(stack->gate.limits.patience_ms), TPTAG_LOG(stack->wire != NULL), TAG_END());
}

static void bring_down(csip_stack *stack);

static void look_around(csip_stack *stack, su_root_t *root) {
  (void)root;
  csip_streams_sweep(stack);
  csip_tls_settle(stack);
  if (stack->is_shutting_down == 1 && (stack->n_dialogs == 0 || !stack->limit)) bring_down(stack);
}

/* The limit of a turn, in postponements of its end. */
#define TURN_MAX 16

/* True while the turn goes on. It goes on while more input waits: waking the listener costs as much as reading a message, and one wake-up
 * serves all. When no more input waits, the last input is still in the thread's queue, so the turn goes on once more. */
static int goes_on(csip_stack *stack) {
  const int had_more = stack->had_more;
  stack->had_more = stack->put_off < TURN_MAX && csip_has_more();
  return stack->had_more || (had_more && stack->put_off < TURN_MAX);
}

/* Ends a turn. This is a message of the thread to itself, so it runs after everything that was queued at the turn's first event. */
static void end_turn(su_root_magic_t *magic, su_msg_r message, su_msg_arg_t *argument) {
  (void)message, (void)argument;
  csip_stack *stack = magic;
  stack->has_told = 0;
  if (goes_on(stack)) {
    stack->put_off++;
    csip_turn(stack);
    if (stack->has_told) return;
  }
  stack->put_off = stack->had_more = 0;
  stack->listener(stack->context, &(csip_event){.stack = stack, .kind = CSIP_TURN});
}

/* Schedules the end of the turn before its first event. A prepoll hook would run too early, before the events in the library's own queue. */
void csip_turn(csip_stack *stack) {
  if (stack->has_told) return;
  su_msg_r message = SU_MSG_R_INIT;
  if (su_msg_create(message, su_root_task(stack->root), su_root_task(stack->root), end_turn, 0) < 0) return;
  stack->has_told = su_msg_send(message) == 0;
}

static void *live(void *argument) {
  csip_is_inside = 1;
  csip_stack *stack = argument;
  su_wait_t wait[1] = {SU_WAIT_INIT};
  stack->root = su_root_create(stack);
  if (!stack->root) return csip_started(stack, "it cannot make an event loop"), NULL;
  su_root_threading(stack->root, 0);
  su_root_add_prepoll(stack->root, look_around, stack);
  csip_wire_open(stack);
  csip_gate_open(stack);
  int index = su_wait_create(wait, stack->wake_fd, SU_WAIT_IN);
  if (index == 0) index = su_root_register(stack->root, wait, carry_out, (su_wakeup_arg_t *)stack, 0);
  if (index > 0) stack->nua = make(stack);
  if (!stack->nua) {
    csip_gate_close(stack);
    su_root_destroy(stack->root);
    csip_wire_close();
    return csip_started(
        stack, index > 0 ? "its sockets cannot be opened: check that the port is free and the address is ours" : "it cannot make an event loop"), NULL;
  }
  /* Its answer gives the actual port and marks the start. */
  nua_get_params(stack->nua, TAG_ANY(), TAG_END());
  su_root_run(stack->root);
  csip_dialogs_free(stack);
  nua_destroy(stack->nua);
  csip_gate_close(stack);
  /* A timer keeps the event loop and its descriptors. */
  su_timer_destroy(stack->limit);
  su_root_deregister(stack->root, index);
  su_root_destroy(stack->root);
  csip_streams_forget();
  csip_tell(stack, &(csip_event){.kind = CSIP_STOPPED});
  csip_wire_close();
  return NULL;
}

/* Blocks all signals on the thread: they are the host's. A broken pipe is then an error of write(2). */
static int begin_thread(csip_stack *stack) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int status = pthread_create(&stack->thread, NULL, live, stack);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return status;
}

csip_stack *csip_start(
    const csip_settings *settings, csip_listener listener, csip_wire wire, void *context, char *error, size_t error_bytes) {
  pthread_once(&library, begin_library);
  csip_stack *stack = calloc(1, sizeof *stack);
  csip_order *farewell = calloc(1, sizeof *farewell);
  if (!stack || !farewell) {
    free(stack);
    free(farewell);
    snprintf(error, error_bytes, "no memory is left");
    return NULL;
  }
  *stack = (csip_stack){
      .listener = listener, .wire = wire, .context = context, .settings = settings, .error = error, .error_bytes = error_bytes,
      .farewell = farewell};
  stack->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  pthread_mutex_init(&stack->lock, NULL);
  pthread_cond_init(&stack->begun, NULL);
  if (stack->wake_fd < 0 || begin_thread(stack)) {
    snprintf(error, error_bytes, "the system has no thread or file descriptor left");
  } else {
    pthread_mutex_lock(&stack->lock);
    while (!stack->is_started) pthread_cond_wait(&stack->begun, &stack->lock);
    pthread_mutex_unlock(&stack->lock);
    stack->settings = NULL;
    if (stack->is_started > 0) return stack;
    pthread_join(stack->thread, NULL);
  }
  if (stack->wake_fd >= 0) close(stack->wake_fd);
  pthread_mutex_destroy(&stack->lock);
  pthread_cond_destroy(&stack->begun);
  free(stack->farewell);
  free(stack);
  return NULL;
}

/* ---------------------------------------------------------------------------------------------------------------------------- end */

/* While a dialog is busy the library's shutdown closes nothing, not even sockets. So give_up drops all dialogs first; this ends the loop if
 * the shutdown still takes too long. */
static void fall(su_root_magic_t *magic, su_timer_t *timer, su_timer_arg_t *argument) {
  (void)magic, (void)timer;
  su_root_break(((csip_stack *)argument)->root);
}

static void give_up(su_root_magic_t *magic, su_timer_t *timer, su_timer_arg_t *argument) {
  (void)magic;
  csip_stack *stack = (csip_stack *)argument;
  csip_dialogs_free(stack);
  nua_shutdown(stack->nua);
  if (timer) su_timer_set_interval(timer, fall, argument, 35000);
}

/* Shuts the library down without dialogs, since a remaining one would delay it by half a minute. */
static void bring_down(csip_stack *stack) {
  stack->is_shutting_down = 2;
  if (stack->limit) su_timer_reset(stack->limit);
  give_up(NULL, stack->limit, (su_timer_arg_t *)stack);
}

static void be_late(su_root_magic_t *magic, su_timer_t *timer, su_timer_arg_t *argument) {
  (void)magic, (void)timer;
  bring_down((csip_stack *)argument);
}

/* Ends all dialogs, and waits for the answers until the time-out. */
static void shut_down(csip_stack *stack, csip_order *order) {
  if (stack->is_shutting_down) return;
  stack->is_shutting_down = 1;
  /* The library asserts that a timer's length is not zero. */
  stack->limit = su_timer_create(su_root_task(stack->root), order->number > 0 ? (su_duration_t)order->number * 1000 : 1);
  csip_dialogs_end(stack);
  if (stack->limit) su_timer_set(stack->limit, be_late, (su_timer_arg_t *)stack);
}

void csip_shut(csip_stack *stack, uint32_t seconds) {
  csip_order *order = stack->farewell;
  if (!order) return;
  stack->farewell = NULL;
  *order = (csip_order){.run = shut_down, .number = (int32_t)seconds};
  csip_order_give(stack, order);
}

void csip_stop(csip_stack *stack, uint32_t seconds) {
  csip_shut(stack, seconds);
  pthread_join(stack->thread, NULL);
  while (stack->first) {
    csip_order *next = stack->first->next;
    free(stack->first);
    stack->first = next;
  }
  free(stack->servers);
  close(stack->wake_fd);
  pthread_mutex_destroy(&stack->lock);
  pthread_cond_destroy(&stack->begun);
  free(stack);
}

uint16_t csip_port(const csip_stack *stack) { return stack->port; }

void csip_tell(csip_stack *stack, csip_event *event) {
  if (event->kind != CSIP_STOPPED) csip_turn(stack);
  event->stack = stack;
  stack->listener(stack->context, event);
}
