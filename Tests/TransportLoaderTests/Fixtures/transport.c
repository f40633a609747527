/* A transport for the loader's tests: correct by default, wrong in one way with -DFAULT_..., and controlled by the dialed handles. */
#define _GNU_SOURCE
#include <hookswitch/ring.h>
#include <hookswitch/transport.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef ID
#define ID "org.example.fixture"
#endif
#ifndef VERSION
#define VERSION "1.2.0"
#endif
#ifndef FLAGS
#define FLAGS 0u
#endif
#ifndef DESCRIPTOR_ID
#define DESCRIPTOR_ID ID
#endif
#ifndef DESCRIPTOR_VERSION
#define DESCRIPTOR_VERSION VERSION
#endif
#define S(text) {text, sizeof(text) - 1}

#ifdef NOTE
HSW_NOTE(ID, VERSION, FLAGS);
#endif

/* A statement to run when the file is mapped. */
#ifdef CONSTRUCTOR
__attribute__((constructor)) static void run(void) { CONSTRUCTOR; }
#endif
/* A statement to run when the process ends. */
#ifdef DESTRUCTOR
__attribute__((destructor)) static void leave(void) { DESTRUCTOR; }
#endif
#ifdef FAULT_UNDEFINED
void nobody_defines_this(void);
#endif

typedef struct { hsw_instance table; const hsw_host *host; const hsw_host_loop *loop; const hsw_host_log *log;
  const hsw_host_threads *threads; uint64_t minted; hsw_call last, timed; hsw_action last_action, timed_action; hsw_action waiting; int event; unsigned ticks; int draining;
  char handle[64]; const hsw_host_transfer *transfer; const hsw_host_secrets *secrets; unsigned kept;
  struct sound *sounds; int is_ticking, is_busy, is_active, was_media; unsigned clashes; int was_new; } state;

static uint64_t now(state *s) { return s->loop->now_ns(s->host->ctx); }
static int is(hsw_str text, const char *word) { return text.n == strlen(word) && memcmp(text.p, word, text.n) == 0; }

/* Never returns; -DHANGING=STATEMENT runs a statement first. */
static void hang(void) {
#ifdef HANGING
  HANGING;
#endif
  for (;;) pause();
}

#ifdef FAULTS
#include "faults.h"
#define HIT(function) hit(s, function)
#else
#define HIT(function) ((void)s)
#endif

#ifdef SANDBOX
#include "sandbox.h"
#endif

#ifdef SOCKETS
#include "sockets.h"
#endif

static void done_later(void *arg, hsw_timer t) {
  state *s = arg;
  (void)t;
  HIT("timer");
  s->host->action_done(s->host->ctx, s->timed_action, now(s), NULL);
  s->host->report_state(s->host->ctx, s->timed, now(s), HSW_CALL_ACTIVE);
}
static void posted(void *arg) {
  state *s = arg;
  s->host->report_dtmf(s->host->ctx, s->last, now(s), (hsw_str)S("5"));
}
static void ticked(void *arg, hsw_timer t) {
  state *s = arg;
  s->host->report_dtmf(s->host->ctx, s->last, now(s), (hsw_str)S("9"));
  if (++s->ticks == 3) s->loop->del_timer(s->host->ctx, t);
}
static void readable(void *arg, int fd, uint32_t events) {
  state *s = arg;
  uint64_t count;
  if (events & HSW_FD_READ && read(fd, &count, 8) == 8) s->host->report_dtmf(s->host->ctx, s->last, now(s), (hsw_str)S("8"));
  s->loop->del_fd(s->host->ctx, fd);
  close(fd);
}
static void *elsewhere(void *arg) {
  state *s = arg;
  hsw_timer timer;
  if (s->loop->add_timer(s->host->ctx, 0, 0, ticked, s, &timer) == HSW_E_THREAD && !s->threads->is_loop(s->host->ctx))
    s->host->report_dtmf(s->host->ctx, s->last, now(s), (hsw_str)S("7"));
  return NULL;
}

#ifdef SERVICES
#include "services.h"
#endif
static hsw_status start(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t deadline_ms) {
  state *s = ctx;
  const hsw_host *h = s->host;
  (void)deadline_ms;
  s->last = c;
  s->last_action = a;
  snprintf(s->handle, sizeof s->handle, "%s", to->handle.p ? to->handle.p : "");
#ifdef SANDBOX
  attempted(s, to->handle.p ? to->handle.p : "");
#endif
  if (is(to->handle, "refuse")) return HSW_E_BUSY;
#ifdef FAULTS
  if (!strncmp(s->handle, "early ", 6)) fault(s, s->handle + 6);
#endif
  if (is(to->handle, "silent")) return HSW_PENDING;
  if (is(to->handle, "hang")) hang();
  if (is(to->handle, "hoard")) for (;;) { char *p = malloc(1 << 20); if (!p) abort(); memset(p, 1, 1 << 20); }
  if (is(to->handle, "open")) { while (open("/dev/null", O_RDONLY) >= 0) {} return errno == EMFILE ? HSW_E_BUSY : HSW_OK; }
  if (is(to->handle, "exit")) exit(0);
  if (is(to->handle, "exit-3")) exit(3);
  if (is(to->handle, "strange-status")) return 77;
  if (is(to->handle, "error")) {
    hsw_error e = {sizeof e, 0, HSW_E_FAIL, 486, HSW_CAUSE_BUSY, 0, S("sip"), S("Busy Here")};
    h->action_done(h->ctx, a, now(s), &e);
    return HSW_PENDING;
  }
  if (is(to->handle, "timer")) {
    hsw_timer t;
    s->timed = c;
    s->timed_action = a;
    s->loop->add_timer(h->ctx, 2000000, 0, done_later, s, &t);
    return HSW_PENDING;
  }
  if (is(to->handle, "restart")) { h->request_restart(h->ctx, (hsw_str)S("lost my network card")); return HSW_PENDING; }
  if (is(to->handle, "early-report")) { h->report_state(h->ctx, c, now(s), HSW_CALL_RINGING); return HSW_OK; }
  h->action_done(h->ctx, a, now(s), NULL);
  if (is(to->handle, "double")) { h->action_done(h->ctx, a, now(s), NULL); return HSW_OK; }
  h->report_state(h->ctx, c, now(s), HSW_CALL_CONNECTING);
  h->report_state(h->ctx, c, now(s), HSW_CALL_ACTIVE);
#ifdef FAULTS
  dialed(s, s->handle);
#endif
#ifdef SOCKETS
  remember(c, s->handle);
#endif
  if (is(to->handle, "backwards")) h->report_state(h->ctx, c, now(s), HSW_CALL_RINGING);
  if (is(to->handle, "strangers")) {
    h->report_state(h->ctx, (hsw_call){0x8000000000001234u}, now(s), HSW_CALL_ACTIVE);
    h->report_ended(h->ctx, (hsw_call){4711}, now(s), HSW_END_REMOTE, NULL);
    h->action_done(h->ctx, (hsw_action){999999}, now(s), NULL);
    h->report_dtmf(h->ctx, c, now(s), (hsw_str){"\xff\xfe", 2});
    h->report_incoming(h->ctx, (hsw_call){77}, now(s), to);
  }
  if (is(to->handle, "post")) h->post(h->ctx, posted, s);
  if (is(to->handle, "ticks")) { hsw_timer t; s->ticks = 0; s->loop->add_timer(h->ctx, 1000000, 1000000, ticked, s, &t); }
  if (is(to->handle, "fd")) {
    s->event = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
    s->loop->add_fd(h->ctx, s->event, HSW_FD_READ, readable, s);
  }
  if (is(to->handle, "thread")) { pthread_t t; pthread_create(&t, NULL, elsewhere, s); pthread_join(t, NULL); }
  if (is(to->handle, "details")) {
    hsw_call_info i = {0};
    i.size = sizeof i;
    i.handle_kind = (hsw_str)S("tel");
    i.local_handle = (hsw_str)S("5550199");
    i.diverted_from = (hsw_str)S("sip:desk@example.org");
    i.correlation_id = to->contact; /* returns the host's contact */
    i.extra_json = (hsw_str)S("{\"a\":1}");
    h->report_update(h->ctx, c, now(s), &i);
  }
  if (is(to->handle, "log")) {
    if (s->log->enabled(h->ctx, HSW_LOG_INFO)) s->log->log(h->ctx, HSW_LOG_INFO, (hsw_str)S("fixture"), (hsw_str)S("hello"));
    s->log->wire(h->ctx, c, now(s), 1, (hsw_str)S("sip"), (hsw_str)S("INVITE"));
  }
#ifdef SERVICES
  if (is(to->handle, "secret")) { ask(s, (hsw_str)S("fixture-pin")); ask(s, (hsw_str)S("../fixture-pin")); ask(s, (hsw_str)S("\xff")); }
#endif
  if (is(to->handle, "ended")) {
    h->report_ended(h->ctx, c, now(s), HSW_END_REMOTE, NULL);
    h->report_ended(h->ctx, c, now(s), HSW_END_REMOTE, NULL);
  }
  if (is(to->handle, "unknown-reason")) h->report_ended(h->ctx, c, now(s), 99, NULL);
  return HSW_PENDING;
}
static hsw_status answer(void *ctx, hsw_action a, hsw_call c, uint32_t deadline_ms) {
  state *s = ctx;
  (void)a; (void)c; (void)deadline_ms;
  HIT("answer");
#ifdef FAULT_ANSWER
  return HSW_E_BUSY;
#else
  return HSW_OK;
#endif
}
static hsw_status end(void *ctx, hsw_action a, hsw_call c, hsw_end_why why, uint32_t deadline_ms) {
  state *s = ctx;
  (void)deadline_ms;
  HIT("end");
  char text[32];
  hsw_str said = {text, (size_t)snprintf(text, sizeof text, "why %u", why)};
  s->log->log(s->host->ctx, HSW_LOG_INFO, (hsw_str)S("fixture"), said);
  hsw_error e = {sizeof e, 0, HSW_OK, (int32_t)why, HSW_CAUSE_NORMAL, 0, S("why"), S("")};
#ifdef SOCKETS
  forget(c, "bye");
#endif
  s->host->action_done(s->host->ctx, a, now(s), NULL);
  s->host->report_ended(s->host->ctx, c, now(s), HSW_END_LOCAL, &e);
  if (s->draining) s->host->deactivated(s->host->ctx);
  return HSW_PENDING;
}
static void shown(void *ctx, hsw_call c) { state *s = ctx; s->host->report_dtmf(s->host->ctx, c, now(s), (hsw_str)S("1")); }
static void cancel(void *ctx, hsw_action a) { state *s = ctx; s->host->action_done(s->host->ctx, a, now(s), NULL); }
static hsw_status decline(void *ctx, hsw_action a, hsw_call c, const hsw_decline *d, uint32_t deadline_ms) {
  state *s = ctx;
  (void)deadline_ms;
  char text[128];
  hsw_str said = {text, (size_t)snprintf(text, sizeof text, "decline %u %u %s", d->reason, d->cause, d->text.n ? d->text.p : "-")};
  s->log->log(s->host->ctx, HSW_LOG_INFO, (hsw_str)S("fixture"), said);
  s->host->action_done(s->host->ctx, a, now(s), NULL);
  s->host->report_ended(s->host->ctx, c, now(s), HSW_END_LOCAL, NULL);
  return HSW_PENDING;
}
static const hsw_calls calls = {
#ifdef OF_1_0
  offsetof(hsw_calls, decline),
#else
  sizeof calls,
#endif
  0, start, answer, end, shown, cancel, decline};

static hsw_status set_held(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t d) {
  state *s = ctx;
  (void)a; (void)c; (void)d;
  HIT("set_held");
  return on > 1 ? HSW_E_RANGE : HSW_OK;
}
static const hsw_hold hold = {sizeof hold, 0, set_held};
static hsw_status play(void *ctx, hsw_action a, hsw_call c, hsw_str digits, uint32_t kind, uint32_t d) {
  state *s = ctx;
  (void)kind; (void)d;
  HIT("play");
  s->host->action_done(s->host->ctx, a, now(s), NULL);
  s->host->report_dtmf(s->host->ctx, c, now(s), digits);
  return HSW_PENDING;
}
static const hsw_dtmf dtmf = {sizeof dtmf, 0, play};
static hsw_str schema(void *ctx) { (void)ctx; return (hsw_str)S("{\"type\":\"object\"}"); }
static hsw_status apply(void *ctx, hsw_action a, hsw_str json, uint32_t d) { (void)ctx; (void)a; (void)d; return json.n && json.p[0] == '{' && json.p[json.n] == 0 ? HSW_OK : HSW_E_INVAL; }
static const hsw_config config = {sizeof config, 0, schema, apply};
static hsw_status peer_call(void *ctx, const hsw_call_info *from) {
  state *s = ctx;
  hsw_call c = {0x8000000000000000u | ++s->minted};
  s->last = c;
  return s->host->report_incoming(s->host->ctx, c, now(s), from);
}
static hsw_status peer_order(void *ctx, hsw_call c, uint32_t what, hsw_str arg) {
  state *s = ctx;
  (void)arg;
#ifdef SERVICES
  if (what == HSW_ORDER_ASK_TRANSFER) {
    hsw_call_info to = {0};
    to.size = sizeof to;
    to.handle_kind = (hsw_str)S("tel");
    to.handle = arg;
    return s->transfer->report_request(s->host->ctx, c, now(s), &to);
  }
#endif
  if (what != HSW_ORDER_END) return HSW_E_RANGE;
  return s->host->report_ended(s->host->ctx, c, now(s), HSW_END_REMOTE, NULL);
}
#ifdef AUDIO
#include "audio.h"
#endif
#ifdef HANDOVER
#include "handover.h"
#endif
static hsw_status observe(void *ctx, hsw_call c, const hsw_sink *json) {
  state *s = ctx;
  char text[128];
  (void)c;
  int n = snprintf(text, sizeof text, "{\"clashes\":%u,\"active\":%d,\"media\":%d}", s->clashes, s->is_active, s->was_media);
  return json->write(json->ctx, text, (size_t)n) == n ? HSW_OK : HSW_E_FAIL;
}
#ifdef SOCKETS
static hsw_status dialable(void *ctx, hsw_call_info *out) {
  static char text[16];
  (void)ctx;
  out->handle_kind = (hsw_str)S("tel");
  out->handle = (hsw_str){text, (size_t)snprintf(text, sizeof text, "%d", port)};
  return HSW_OK;
}
#else
static hsw_status dialable(void *ctx, hsw_call_info *out) { (void)ctx; out->handle = (hsw_str)S("5550100"); out->handle_kind = (hsw_str)S("tel"); return HSW_OK; }
#endif
static const hsw_test_peer peer = {sizeof peer, 0, dialable, peer_call, peer_order, observe};

static hsw_status init(void *ctx, hsw_why *why) {
  state *s = ctx;
#ifdef FAULT_INIT
  why->code = HSW_E_NET; strcpy(why->text, "no network card"); return HSW_E_NET;
#endif
  (void)why;
  s->loop = s->host->get_extension(s->host->ctx, HSW_HEXT_LOOP);
  s->log = s->host->get_extension(s->host->ctx, HSW_HEXT_LOG);
  s->threads = s->host->get_extension(s->host->ctx, HSW_HEXT_THREADS);
  s->transfer = s->host->get_extension(s->host->ctx, HSW_HEXT_TRANSFER);
  s->secrets = s->host->get_extension(s->host->ctx, HSW_HEXT_SECRETS);
  HIT("init");
  if (!s->transfer || !s->secrets || s->host->get_extension(s->host->ctx, "x/1")) return HSW_E_FAIL;
  return s->threads->is_loop(s->host->ctx) && !s->threads->is_media(s->host->ctx) ? HSW_OK : HSW_E_THREAD;
}
static hsw_status activate(void *ctx, hsw_why *why) {
  state *s = ctx;
  (void)why;
  HIT("activate");
#ifdef FAULT_ACTIVATE_HANGS
  for (;;) pause();
#endif
#ifdef SOCKETS
  if (open_network(s) != HSW_OK) return HSW_E_NET;
#endif
#ifdef SAYS_TRYING
  s->host->report_line(s->host->ctx, HSW_LINE_TRYING, 0, NULL);
#endif
  return HSW_OK;
}
static hsw_status deactivate(void *ctx, uint32_t drain_ms) {
  state *s = ctx;
#ifdef AUDIO
  if (!drain_ms && s->sounds) abort(); /* the host must take its rings back first */
#endif
#ifdef LEAVING
  LEAVING;
#endif
#ifdef SOCKETS
  if (!drain_ms) end_all(s);
#endif
  s->draining = drain_ms != 0;
  return drain_ms ? HSW_PENDING : HSW_OK;
}
static void reset(void *ctx) {
#ifdef AUDIO
  exclude(ctx);
  include(ctx);
#endif
  (void)ctx;
}
static void destroy(void *ctx) {
#ifdef AUDIO
  exclude(ctx);
  if (((state *)ctx)->sounds) abort(); /* the host must not leave rings behind */
#endif
  state *s = ctx;
#ifdef SOCKETS
  close_network(s);
#endif
  HIT("destroy");
  free(ctx);
}
#ifdef LINE /* a line that registers: its transport reports what it is told */
static hsw_status set_registered(void *ctx, hsw_action a, uint32_t on, uint32_t deadline_ms) {
  const hsw_host *host = ((state *)ctx)->host;
  (void)a;
  (void)deadline_ms;
  host->report_line(host->ctx, on ? HSW_LINE_READY : HSW_LINE_DOWN, 0, NULL);
  return HSW_OK;
}
static const hsw_line line = {sizeof line, 0, set_registered};
#endif
static const void *get_extension(void *ctx, const char *id) {
  (void)ctx;
#ifdef LINE
  if (!strcmp(id, HSW_EXT_LINE)) return &line;
#endif
  if (!strcmp(id, HSW_EXT_CALLS)) return &calls;
  if (!strcmp(id, HSW_EXT_HOLD)) return &hold;
  if (!strcmp(id, HSW_EXT_DTMF)) return &dtmf;
  if (!strcmp(id, HSW_EXT_CONFIG)) return &config;
  if (!strcmp(id, HSW_EXT_TESTPEER)) return &peer;
#ifdef SERVICES
  if (!strcmp(id, HSW_EXT_TRANSFER)) return &transfer;
  if (!strcmp(id, HSW_EXT_DEFLECT)) return &deflect;
  if (!strcmp(id, HSW_EXT_STATE)) return &kept_state;
  if (!strcmp(id, HSW_EXT_DIAG)) return &diag;
  if (!strcmp(id, HSW_EXT_HEALTH)) return &health;
#endif
#if defined HANDOVER || defined SOCKETS && !defined OVERLAPS
  if (!strcmp(id, HSW_EXT_HANDOVER)) return &handover;
#endif
#ifdef AUDIO
  if (!strcmp(id, HSW_EXT_AUDIO)) return &audio;
#endif
  return NULL;
}

static const hsw_str capabilities[] = {S("voice"), S("hold"), S("dtmf"), S("config"), S("calls"), S("test-peer")};
static const hsw_str kinds[] = {S("tel")};
static const hsw_descriptor it = {sizeof it, 0, S(DESCRIPTOR_ID), S("Fixture"), S("Example"), S(DESCRIPTOR_VERSION), S("Apache-2.0"), S(""),
  capabilities, 6, 4, kinds, 1, 0};
#ifdef SECOND /* a second transport, whose version changes once there is a file of this name */
static hsw_descriptor second = {sizeof second, 0, S("org.example.second"), S("Second"), S("Example"), S("1.0"), S("Apache-2.0"), S(""),
  capabilities, 6, 4, kinds, 1, 0};
static const hsw_descriptor *descriptor(uint32_t index) {
  if (access(SECOND, F_OK) == 0) second.version = (hsw_str)S("2.0");
  return index == 0 ? &it : index == 1 ? &second : NULL;
}
#else
static const hsw_descriptor *descriptor(uint32_t index) { return index == 0 ? &it : NULL; }
#endif
static int loads;
static hsw_status load(hsw_str path) { 
#ifdef FAULT_LOAD
  return HSW_E_NOMEM;
#endif
#ifdef FAULT_LOAD_HANGS
  for (;;) pause();
#endif
#ifdef LOADING
  LOADING;
#endif
  loads++; return path.n && path.p[0] == '/' ? HSW_OK : HSW_E_INVAL; }
static void unload(void) { loads--; }
static hsw_status create(hsw_str id, const hsw_host *host, hsw_str json, const hsw_instance **out, hsw_why *why) {
  if ((!is(id, DESCRIPTOR_ID) && !is(id, "org.example.second")) || loads == 0) return HSW_E_INVAL;
#ifdef CREATING
  CREATING;
#endif
  if (json.n && json.p[0] != '{') { strcpy(why->text, "the configuration is no object"); return why->code = HSW_E_INVAL; }
  state *s = calloc(1, sizeof *s);
  s->host = host;
  s->table = (hsw_instance){sizeof s->table, 0, s, init, activate, deactivate, reset, destroy, get_extension};
  *out = &s->table;
  return HSW_OK;
}
static const hsw_entry entry = {
#ifdef FAULT_SMALL_ENTRY
  16,
#else
  sizeof entry,
#endif
  FLAGS,
#ifdef SECOND
  2,
#else
  1,
#endif
  0, descriptor, load, unload, create};

#ifdef FAULT_DATA_SYMBOL
HSW_EXPORT const int hookswitch_transport_query_data = 1;
__asm__(".globl hookswitch_transport_query\n.type hookswitch_transport_query,@object\n.size hookswitch_transport_query,4\n"
        ".set hookswitch_transport_query, hookswitch_transport_query_data\n");
#elif !defined(FAULT_NO_SYMBOL)
hsw_status hookswitch_transport_query(hsw_query *q) {
  if (!q || q->size < sizeof *q) return HSW_E_INVAL;
  if (q->magic != HSW_MAGIC) return HSW_E_INVAL;
#ifdef FAULT_UNDEFINED
  nobody_defines_this();
#endif
#ifdef FAULT_TOO_NEW
  if (q->major_max < 2) { strcpy(q->reason, "speaks 2.0 and later only"); return HSW_E_VERSION; }
#endif
  if (q->major_min > 1 || q->major_max < 1) { strcpy(q->reason, "speaks 1.0 only"); return HSW_E_VERSION; }
  q->chosen_major = 1;
  q->entry = &entry;
  return HSW_OK;
}
#endif
