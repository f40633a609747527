/* Wrong/threads.c - adapters of the chapter on threads. */

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
