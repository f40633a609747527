/* Wrong/life.c - adapters of the chapters on threads, the life cycle, leaving, resets, resources and time. */

/* The true host of an instance, for adapters that replace one of its functions. */
#if defined(WRONG_EXAMPLE)
static const hsw_host *true_host(void *host_ctx) { return &((shadow *)ref_of_host(host_ctx)->faults.shadow)->host; }
#endif

/* ----------------------------------------------------------------------------------------------------------------------- threads */

#if WRONG(34)
static void adapter_deletes(instance *in) {
  frame_instance *fi = frame_of(in);
  pthread_t thread;
  if (in->loop.add_timer(in->host.ctx, 3600 * SECOND, 0, on_late_timer, NULL, &fi->timer) != HSW_OK) return;
  if (start_thread(&thread, example_worker, fi)) pthread_join(thread, NULL);
  in->loop.del_timer(in->host.ctx, fi->timer);
}
static hsw_status adapter_ended(void *host, hsw_call c, uint64_t ns, hsw_end_reason r, const hsw_error *e) {
  hsw_status taken = true_host(host)->report_ended(host, c, ns, r, e);
  adapter_deletes(ref_of_host(host));
  return taken;
}
static void adapter_made(instance *in) { in->host.report_ended = adapter_ended; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(35)
const void *example_table_of(const char *id) { return look_up(id); }
static const void *adapter_get_extension(void *ctx, const char *id) { return example_get_extension(ctx, id); }
static void adapter_made(instance *in) { in->table.get_extension = adapter_get_extension; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(36)
typedef struct rings {
  frame_instance *fi;
  frame_call *it;
} rings;
static void *adapter_rings(void *arg) {
  rings *it = arg;
  example_rings(it->fi, it->it);
  free(it);
  return NULL;
}
static hsw_status adapter_state(void *host, hsw_call c, uint64_t ns, hsw_call_state state) {
  instance *in = ref_of_host(host);
  rings *it = malloc(sizeof *it);
  pthread_t thread;
  if (state != HSW_CALL_RINGING || !it) return free(it), true_host(host)->report_state(host, c, ns, state);
  *it = (rings){frame_of(in), frame_call_of(in, c.id)};
  if (start_thread(&thread, adapter_rings, it)) pthread_detach(thread);
  sleep_ms(20); /* until it is in the report */
  return HSW_OK;
}
static void adapter_made(instance *in) { in->host.report_state = adapter_state; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(37)
static hsw_status adapter_start(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t ms) {
  static int has_blocked;
  if (!has_blocked++) example_start(frame_of(ctx), NULL, 0);
  return calls_start(ctx, a, c, to, ms);
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, start, adapter_start)
#define HAS_TABLE
#endif

#if WRONG(38)
/* The lock is taken by another thread of the stack's: the call is there a moment later. */
static frame_call *add_late(frame_instance *fi, hsw_call c, hsw_str handle) {
  event *ev = agenda_add(ref_of(fi), 1, on_believed);
  (void)handle;
  if (ev) ev->call = c.id;
  return NULL;
}
static hsw_status adapter_incoming(void *host, hsw_call c, uint64_t ns, const hsw_call_info *from) {
  instance *in = ref_of_host(host);
  call *it = find(in, c.id);
  (void)ns;
  adapter_add = add_late;
  it->is_up = 0;
  example_invited(frame_of(in), c, from);
  return HSW_OK;
}
static void adapter_made(instance *in) { in->host.report_incoming = adapter_incoming; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(39)
static void adapter_destroy(void *ctx) {
  instance *in = ctx;
  char *packet = malloc(64);
  if (calls_up(in) && packet) example_hand_over(frame_of(in), packet);
  instance_destroy(ctx);
}
static void adapter_made(instance *in) { in->table.destroy = adapter_destroy; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(40)
static hsw_status adapter_init(void *ctx, hsw_why *why) {
  instance *in = ctx;
  hsw_status no = instance_init(ctx, why);
  sem_t *semaphore = no ? NULL : calloc(1, sizeof *semaphore);
  if (!semaphore) return no;
  sem_init(semaphore, 0, 0);
  in->faults.kept = semaphore;
  /* wait_for_post takes the semaphore; the example gives its thread the instance. */
  frame_of(in)->password = (char *)semaphore;
  return no;
}
static void *work(void *arg) { return wait_for_post(((frame_instance *)arg)->password); }
static hsw_status adapter_activate(void *ctx, hsw_why *why) {
  instance *in = ctx;
  hsw_status no = instance_activate(ctx, why);
  if (!no && in->faults.kept && !in->faults.thread && !example_begin(frame_of(in), work)) in->faults.thread = (void *)frame_of(in)->thread;
  return no;
}
static void adapter_destroy(void *ctx) {
  instance *in = ctx;
  if (in->faults.thread) {
    sem_post(in->faults.kept);
    pthread_join((pthread_t)in->faults.thread, NULL);
  }
  instance_destroy(ctx);
}
static void adapter_made(instance *in) {
  in->table.init = adapter_init;
  in->table.activate = adapter_activate;
  in->table.destroy = adapter_destroy;
}
#define ADAPTER_MADE adapter_made
#endif

/* ----------------------------------------------------------------------------------------------------------------- the life cycle */

#if WRONG(43)
static void adapter_made(instance *in) { example_made(frame_of(in)); }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(44)
static hsw_status adapter_activate(void *ctx, hsw_why *why) {
  hsw_status no = instance_activate(ctx, why);
  return no ? no : example_activate(frame_of(ctx), why);
}
static void adapter_made(instance *in) { in->table.activate = adapter_activate; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(45)
static hsw_status adapter_init(void *ctx, hsw_why *why) {
  instance *in = ctx;
  frame_instance *fi = frame_of(in);
  hsw_host_loop own = in->loop;
  hsw_status no;
  take_extension(in, HSW_HEXT_LOOP, &own, sizeof own);
  fi->loop = own;
  no = example_init(fi, why);
  if (no) return no;
  close(fi->socket);
  return instance_init(ctx, why);
}
static void adapter_made(instance *in) { in->table.init = adapter_init; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(46)
static hsw_status adapter_activate(void *ctx, hsw_why *why) {
  instance *in = ctx;
  return in->phase == ACTIVE ? example_activate(frame_of(in), why) : instance_activate(ctx, why);
}
static void adapter_made(instance *in) { in->table.activate = adapter_activate; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(47)
static void *rest(void *arg) { return arg; }
static hsw_status adapter_init(void *ctx, hsw_why *why) {
  frame_instance *fi = frame_of(ctx);
  start_thread(&fi->thread, rest, NULL);
  return instance_init(ctx, why);
}
static void adapter_destroy(void *ctx) {
  frame_instance *fi = frame_of(ctx);
  instance_destroy(ctx);
  for (size_t i = 0; i < sizeof shadows / sizeof *shadows; i++)
    if (shadows[i] == (shadow *)fi) shadows[i] = NULL;
  example_destroy(fi);
}
static void adapter_made(instance *in) {
  in->table.init = adapter_init;
  in->table.destroy = adapter_destroy;
}
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(48)
static hsw_status adapter_activate(void *ctx, hsw_why *why) {
  hsw_status no = instance_activate(ctx, why);
  if (!no) frame_of(ctx)->socket = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  return no;
}
static hsw_status adapter_deactivate(void *ctx, uint32_t drain_ms) {
  hsw_status answer = instance_deactivate(ctx, drain_ms);
  if (answer == HSW_OK) example_deactivate(frame_of(ctx), drain_ms);
  return answer;
}
static void adapter_made(instance *in) {
  in->table.activate = adapter_activate;
  in->table.deactivate = adapter_deactivate;
}
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(49)
static hsw_status adapter_init(void *ctx, hsw_why *why) {
  example_current = frame_of(ctx);
  return instance_init(ctx, why);
}
static hsw_status adapter_state(void *host, hsw_call c, uint64_t ns, hsw_call_state state) {
  if (state != HSW_CALL_RINGING) return true_host(host)->report_state(host, c, ns, state);
  example_rings(c.id);
  return HSW_OK;
}
static void adapter_made(instance *in) {
  in->table.init = adapter_init;
  in->host.report_state = adapter_state;
}
#define ADAPTER_MADE adapter_made
#endif

/* ------------------------------------------------------------------------------------------------------------------------ leaving */

#if WRONG(50)
static hsw_status adapter_deactivate(void *ctx, uint32_t drain_ms) {
  instance *in = ctx;
  hsw_status answer;
  if (in->phase != ACTIVE) return HSW_E_STATE;
  answer = example_deactivate(frame_of(in), drain_ms);
  line_down(in);
  in->phase = answer == HSW_PENDING ? DRAINING : IDLE;
  return answer;
}
static void adapter_made(instance *in) { in->table.deactivate = adapter_deactivate; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(51)
static hsw_status adapter_ended(void *host, hsw_call c, uint64_t ns, hsw_end_reason r, const hsw_error *e) {
  instance *in = ref_of_host(host);
  if (in->phase != DRAINING) return true_host(host)->report_ended(host, c, ns, r, e);
  example_is_over(frame_of(in), frame_call_of(in, c.id));
  in->phase = IDLE; /* and there is nothing else that would say so */
  return HSW_OK;
}
static void adapter_made(instance *in) { in->host.report_ended = adapter_ended; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(52)
static hsw_status adapter_deactivate(void *ctx, uint32_t drain_ms) {
  instance *in = ctx;
  frame_instance *fi = frame_of(in);
  example_rest(fi);
  for (event *ev = in->agenda; ev && !fi->is_active; ev = ev->next) ev->action.id = 0;
  return instance_deactivate(ctx, drain_ms);
}
static void adapter_made(instance *in) { in->table.deactivate = adapter_deactivate; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(53)
static void adapter_destroy(void *ctx) {
  frame_instance *fi = frame_of(ctx);
  for (size_t i = 0; i < sizeof shadows / sizeof *shadows; i++)
    if (shadows[i] == (shadow *)fi) shadows[i] = NULL;
  example_destroy(fi); /* and all else goes on */
}
static void adapter_made(instance *in) { in->table.destroy = adapter_destroy; }
#define ADAPTER_MADE adapter_made
#endif

/* ------------------------------------------------------------------------------------------------------------------------- resets */

#if WRONG(83)
static void adapter_reset(void *ctx) {
  instance *in = ctx;
  if (in->phase >= IDLE) example_reset(frame_of(in));
  instance_reset(ctx);
}
static void adapter_made(instance *in) { in->table.reset = adapter_reset; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(84)
static void adapter_reset(void *ctx) {
  instance *in = ctx;
  frame_instance *fi = frame_of(in);
  if (in->phase < IDLE) return;
  example_reset(fi);
  in->lost_slots += fi->n_calls;
  instance_reset(ctx);
  if (!fi->is_active && in->phase == ACTIVE) in->phase = IDLE;
}
static void adapter_made(instance *in) { in->table.reset = adapter_reset; }
#define ADAPTER_MADE adapter_made
#endif

/* ---------------------------------------------------------------------------------------------------------------------- resources */

#if WRONG(114)
static hsw_status adapter_activate(void *ctx, hsw_why *why) {
  hsw_status no = instance_activate(ctx, why);
  if (!no) frame_of(ctx)->socket = example_listener();
  return no;
}
static hsw_status adapter_deactivate(void *ctx, uint32_t drain_ms) {
  instance *in = ctx;
  if (in->phase == ACTIVE) close(frame_of(ctx)->socket);
  return instance_deactivate(ctx, drain_ms);
}
static void adapter_made(instance *in) {
  in->table.activate = adapter_activate;
  in->table.deactivate = adapter_deactivate;
}
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(115) || WRONG(116)
static hsw_status adapter_ended(void *host, hsw_call c, uint64_t ns, hsw_end_reason r, const hsw_error *e) {
#if WRONG(115)
  frame_call any = {.id = c.id};
  example_rtp(&any);
#else
  frame_call *it = calloc(1, sizeof *it);
  if (it) it->handle = malloc(16384); /* and what the network said of it */
  if (it && it->handle) memset(it->handle, 1, 16384);
  if (it) example_drop(it);
#endif
  return true_host(host)->report_ended(host, c, ns, r, e);
}
static void adapter_made(instance *in) { in->host.report_ended = adapter_ended; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(117)
static hsw_status adapter_deactivate(void *ctx, uint32_t drain_ms) {
  instance *in = ctx;
  if (in->phase == ACTIVE) {
    frame_instance *fi = frame_of(in);
    fi->socket = in->listener;
    example_hang_up(fi);
    in->listener = -1;
  }
  return instance_deactivate(ctx, drain_ms);
}
static void adapter_destroy(void *ctx) {
  adapter_deactivate(ctx, 0);
  instance_destroy(ctx);
}
static void adapter_made(instance *in) {
  in->table.deactivate = adapter_deactivate;
  in->table.destroy = adapter_destroy;
}
#define ADAPTER_MADE adapter_made
#endif

/* --------------------------------------------------------------------------------------------------------------------------- time */

#if WRONG(118)
static hsw_status adapter_state(void *host, hsw_call c, uint64_t ns, hsw_call_state state) {
  (void)ns;
  return true_host(host)->report_state(host, c, example_moment(), state);
}
static void adapter_made(instance *in) { in->host.report_state = adapter_state; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(119)
enum { KEEP_ALIVE_S = 30 };
static instance *alive;
static void answered(void) { /* each keep-alive gets an answer, which says that the line is up */
  say_line(alive, HSW_LINE_TRYING, HSW_OK, "");
  say_line(alive, HSW_LINE_READY, HSW_OK, "");
}
static void keep_alive(instance *in, event *ev) {
  uint64_t missed = now(in) - ev->due;
  event *next = agenda_add(in, KEEP_ALIVE_S * SECOND, keep_alive);
  (void)next;
  alive = in;
  adapter_sent = missed > 60 * SECOND ? answered : NULL;
  example_next_due(frame_of(in), ev->due, KEEP_ALIVE_S * SECOND);
}
static hsw_status adapter_activate(void *ctx, hsw_why *why) {
  hsw_status no = instance_activate(ctx, why);
  if (!no) agenda_add(ctx, KEEP_ALIVE_S * SECOND, keep_alive);
  return no;
}
static void adapter_made(instance *in) { in->table.activate = adapter_activate; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(120)
void example_poll_network(void *arg, hsw_timer t) { (void)arg, (void)t; }
static hsw_status adapter_activate(void *ctx, hsw_why *why) {
  instance *in = ctx;
  hsw_status no = instance_activate(ctx, why);
  if (!no) {
    example_begin(frame_of(in));
    in->faults.kept = (void *)(uintptr_t)((shadow *)in->faults.shadow)->frame.timer.id;
  }
  return no;
}
static void stop_polling(instance *in) {
  hsw_timer timer = {(uintptr_t)in->faults.kept};
  if (timer.id) in->loop.del_timer(in->host.ctx, timer);
  in->faults.kept = NULL;
}
static hsw_status adapter_deactivate(void *ctx, uint32_t drain_ms) { return stop_polling(ctx), instance_deactivate(ctx, drain_ms); }
static void adapter_destroy(void *ctx) { stop_polling(ctx), instance_destroy(ctx); }
static void adapter_made(instance *in) {
  in->table.activate = adapter_activate;
  in->table.deactivate = adapter_deactivate;
  in->table.destroy = adapter_destroy;
}
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(121)
/* A timer gives back what the calls held that are over. While its handle looks as if it ran, no other one is set. */
static void adapter_fired(void *arg, hsw_timer t) {
  ref_of(arg)->lost_slots = 0;
  example_fired(arg, t);
}
static hsw_status adapter_ended(void *host, hsw_call c, uint64_t ns, hsw_end_reason r, const hsw_error *e) {
  instance *in = ref_of_host(host);
  frame_instance *fi = &((shadow *)in->faults.shadow)->frame;
  in->lost_slots++;
  if (!fi->timer.id) in->loop.add_timer(in->host.ctx, 1000000, 0, adapter_fired, fi, &fi->timer);
  return true_host(host)->report_ended(host, c, ns, r, e);
}
static void adapter_made(instance *in) { in->host.report_ended = adapter_ended; }
#define ADAPTER_MADE adapter_made
#endif
