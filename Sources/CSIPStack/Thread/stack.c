/* A stack's thread: its start, its orders, its end. */
#include "../stack.h"

#include "../Calls/ends.h"
#include "../Calls/events.h"
#include "../Calls/rings.h"
#include "../Limits/streams.h"
#include "../Messages/messages.h"
#include "../Messages/wire.h"
#include "../Wrapped/sockets.h"
#include "../Wrapped/wrapped.h"

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
#include <unistd.h>

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

/* ------------------------------------------------------------------------------------------------------------------------- thread */

static void started(csip_stack *stack, const char *error) {
  csip_life *life = &stack->life;
  pthread_mutex_lock(&life->lock);
  if (error) snprintf(life->error, life->error_bytes, "%s", error);
  life->started = error ? -1 : 1;
  pthread_cond_signal(&life->begun);
  pthread_mutex_unlock(&life->lock);
}

/* Reads the ports of the listening sockets: UDP's or TCP's, which the library opens first, and that of TLS beside them.
 *
 * The library's own contact names any one of them. */
static void find_ports(csip_stack *stack) {
  int fds[CSIP_SOCKETS];
  const size_t n = csip_sockets_list(fds);
  for (size_t i = 0; i < n; i++) {
    uint32_t kind;
    const int32_t port = csip_lent_port(fds[i], &kind);
    if (port <= 0) continue;
    if (!stack->port) stack->port = (uint16_t)port;
    else if (port != stack->port) stack->tls_port = (uint16_t)port;
  }
}

/* Handles the events about the stack itself, and passes on all others. */
static void heard(
    nua_event_t what, int status, char const *phrase, nua_t *nua, csip_stack *stack, nua_handle_t *handle, csip_dialog *dialog,
    sip_t const *sip, tagi_t tags[]) {
  if (what == nua_r_get_params) {
    find_ports(stack);
    started(stack, NULL);
  } else if (what == nua_r_shutdown) {
    if (status >= 200) su_root_break(stack->root);
  } else {
    csip_heard(what, status, phrase, nua, stack, handle, dialog, sip, tags);
  }
}

static int carry_out(su_root_magic_t *magic, su_wait_t *wait, su_wakeup_arg_t *argument) {
  csip_stack *stack = (csip_stack *)argument;
  (void)magic, (void)wait;
  csip_queue_run(&stack->orders, stack);
  return 0;
}

/* The limit on intermediate certificates; the library's default of 2 is too low for some servers. */
#define CHAIN_MAX 8

static nua_t *make(csip_stack *stack) {
  const csip_settings *s = stack->life.settings;
  su_home_t home[1] = {SU_HOME_INIT(home)};
  url_t const *own = url_make(home, s->url);
  if (own && own->url_host) snprintf(stack->host, sizeof stack->host, "%s", own->url_host);
  stack->is_tls_alone = own && own->url_type == url_sips;
  su_home_deinit(home);
  if (s->certificates) csip_tls_listen();
  /* SOATAG_ADDRESS: by default the library looks up the machine's first address for o= at each call, which may be unrelated to the call. */
  return nua_create(
      stack->root, heard, stack, NUTAG_URL(s->url), TAG_IF(s->sips_url, NUTAG_SIPS_URL(s->sips_url)),
      TAG_IF(s->certificates, NUTAG_CERTIFICATE_DIR(s->certificates)), TAG_IF(s->resolver, SRESTAG_RESOLV_CONF(s->resolver)),
      TPTAG_TLS_VERIFY_DEPTH(CHAIN_MAX),
      TPTAG_TLS_VERIFY_POLICY(s->checks_certificates ? TPTLS_VERIFY_OUT | TPTLS_VERIFY_SUBJECTS_OUT : TPTLS_VERIFY_NONE), NUTAG_AUTOALERT(0), NUTAG_AUTOANSWER(0),
      NUTAG_AUTOACK(1), NUTAG_EARLY_MEDIA(1), NUTAG_ENABLEMESSAGE(0), NUTAG_RETRY_COUNT(5), NUTAG_MAX_RETRY_AFTER(0), NUTAG_SESSION_TIMER(s->session_expires),
      NUTAG_MIN_SE(s->min_session_expires), NUTAG_UPDATE_REFRESH(1), NUTAG_APPL_METHOD("REFER, INFO, UPDATE"), SIPTAG_ALLOW_STR("INVITE, ACK, BYE, CANCEL, OPTIONS, PRACK, UPDATE, INFO, REFER, NOTIFY"),
      SIPTAG_SUPPORTED_STR("100rel, timer, replaces, norefersub"), TAG_IF(s->user_agent, SIPTAG_USER_AGENT_STR(s->user_agent)),
      SOATAG_AF(SOA_AF_IP4_IP6), SOATAG_ADDRESS(stack->host), NTATAG_UDP_MTU(1400), TAG_IF(s->transaction_seconds, NTATAG_SIP_T1X64(s->transaction_seconds * 1000)),
      NTATAG_MCLASS(messages), NTATAG_MAXSIZE(CSIP_MESSAGE_MAX), TPTAG_UDP_RMEM(1 << 20), TPTAG_TIMEOUT(stack->gate.limits.patience_ms), TPTAG_LOG(stack->reports.is_traced), TAG_END());
}

static void bring_down(csip_stack *stack);

static void look_around(csip_stack *stack, su_root_t *root) {
  (void)root;
  csip_streams_sweep(stack);
  csip_tls_settle(stack);
  if (stack->life.shutting_down == 1 && (stack->dialogs.n == 0 || !stack->life.limit)) bring_down(stack);
}

/* Lets the end of the last turn run: a message that still waits would hold the event loop, with its descriptors. */
static void end_turns(csip_stack *stack) {
  su_root_remove_prepoll(stack->root);
  while (stack->reports.is_scheduled) su_root_step(stack->root, 0);
}

static void *live(void *argument) {
  csip_is_inside = 1;
  csip_stack *stack = argument;
  su_wait_t wait[1] = {SU_WAIT_INIT};
  stack->root = su_root_create(stack);
  if (!stack->root) return started(stack, "it cannot make an event loop"), NULL;
  su_root_threading(stack->root, 0);
  su_root_add_prepoll(stack->root, look_around, stack);
  csip_wire_open(stack);
  csip_gate_open(stack, &stack->life.settings->limits);
  csip_rings_open(stack);
  int index = su_wait_create(wait, stack->orders.wake_fd, SU_WAIT_IN);
  if (index == 0) index = su_root_register(stack->root, wait, carry_out, (su_wakeup_arg_t *)stack, 0);
  if (csip_handover_begin(stack) == 0 && index > 0) stack->nua = make(stack);
  csip_sockets_begun();
  if (!stack->nua) {
    csip_handover_end(stack);
    csip_rings_close(stack);
    csip_gate_close(stack);
    su_root_destroy(stack->root);
    csip_wire_close();
    return started(
        stack, index > 0 ? "its sockets cannot be opened: check that the port is free and the address is ours" : "it cannot make an event loop"), NULL;
  }
  /* Its answer marks the start. */
  nua_get_params(stack->nua, TAG_ANY(), TAG_END());
  su_root_run(stack->root);
  csip_dialogs_free(stack);
  nua_destroy(stack->nua);
  csip_handover_end(stack);
  csip_rings_close(stack);
  csip_gate_close(stack);
  /* A timer keeps the event loop and its descriptors. */
  su_timer_destroy(stack->life.limit);
  su_root_deregister(stack->root, index);
  end_turns(stack);
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
  const int status = pthread_create(&stack->life.thread, NULL, live, stack);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return status;
}

/* Frees a stack whose thread has ended, or never ran. */
static void discard(csip_stack *stack) {
  csip_queue_close(&stack->orders);
  csip_handover_close(stack);
  pthread_mutex_destroy(&stack->life.lock);
  pthread_cond_destroy(&stack->life.begun);
  free(stack->life.farewell);
  csip_tls_close(stack);
  free(stack);
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
      .reports = {.listener = listener, .wire = wire, .context = context, .is_traced = wire && settings->is_traced},
      .life = {.settings = settings, .error = error, .error_bytes = error_bytes, .farewell = farewell}};
  csip_life *life = &stack->life;
  pthread_mutex_init(&life->lock, NULL);
  pthread_cond_init(&life->begun, NULL);
  csip_handover_open(stack);
  if (csip_queue_open(&stack->orders) || begin_thread(stack)) {
    snprintf(error, error_bytes, "the system has no thread or file descriptor left");
  } else {
    pthread_mutex_lock(&life->lock);
    while (!life->started) pthread_cond_wait(&life->begun, &life->lock);
    pthread_mutex_unlock(&life->lock);
    life->settings = NULL;
    if (life->started > 0) return stack;
    pthread_join(life->thread, NULL);
  }
  discard(stack);
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
  stack->life.shutting_down = 2;
  if (stack->life.limit) su_timer_reset(stack->life.limit);
  give_up(NULL, stack->life.limit, (su_timer_arg_t *)stack);
}

static void be_late(su_root_magic_t *magic, su_timer_t *timer, su_timer_arg_t *argument) {
  (void)magic, (void)timer;
  bring_down((csip_stack *)argument);
}

/* Ends all dialogs, and waits for the answers until the time-out. */
static void shut_down(csip_stack *stack, csip_order *order) {
  csip_life *life = &stack->life;
  if (life->shutting_down) return;
  life->shutting_down = 1;
  /* The library asserts that a timer's length is not zero. */
  life->limit = su_timer_create(su_root_task(stack->root), order->number > 0 ? (su_duration_t)order->number * 1000 : 1);
  csip_dialogs_end(stack);
  if (life->limit) su_timer_set(life->limit, be_late, (su_timer_arg_t *)stack);
}

void csip_shut(csip_stack *stack, uint32_t seconds) {
  csip_order *order = stack->life.farewell;
  if (!order) return;
  csip_handover_release(stack);
  stack->life.farewell = NULL;
  *order = (csip_order){.run = shut_down, .number = (int32_t)seconds};
  csip_queue_put(&stack->orders, order);
}

void csip_stop(csip_stack *stack, uint32_t seconds) {
  csip_shut(stack, seconds);
  pthread_join(stack->life.thread, NULL);
  discard(stack);
}

uint16_t csip_port(const csip_stack *stack) { return stack->port; }

uint16_t csip_tls_port(const csip_stack *stack) { return stack->tls_port; }
