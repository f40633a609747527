/* Wrong/life.c - adapters of the chapters on the life cycle, leaving and resets. */

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
static void adapter_destroy(void *ctx) {
  frame_instance *fi = frame_of(ctx);
  instance_destroy(ctx);
  for (size_t i = 0; i < sizeof shadows / sizeof *shadows; i++)
    if (shadows[i] == (shadow *)fi) shadows[i] = NULL;
  example_destroy(fi);
}
static void adapter_made(instance *in) { in->table.destroy = adapter_destroy; }
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
