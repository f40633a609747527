/* Wrong/resources.c - adapters of the chapters on resources and time. */

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
