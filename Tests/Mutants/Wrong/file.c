/* Wrong/file.c - adapters of the chapters on the file, on loading, on negotiation and on structs. */

#if WRONG(2)
void resample(int16_t *samples);
static void adapter_made(instance *in) {
  static volatile int has_other_rate;
  (void)in;
  if (has_other_rate) resample(NULL);
}
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(5)
static hsw_entry adapted_entry;
static hsw_descriptor adapted_descriptor;
static const hsw_descriptor *adapter_descriptor(uint32_t index) { return index ? NULL : &adapted_descriptor; }
static void wrong_chosen(hsw_query *q) {
  adapted_entry = the_entry;
  adapted_descriptor = the_descriptor;
  adapted_descriptor.version = example_version;
  adapted_entry.descriptor = adapter_descriptor;
  q->entry = &adapted_entry;
}
#define HAS_CHOSEN
#endif

/* The entry with other functions or flags. */
#if WRONG(9) || WRONG(10) || WRONG(11) || WRONG(12) || WRONG(13) || WRONG(18) || WRONG(19) || WRONG(20)
static hsw_entry adapted_entry;
static hsw_status adapter_load(hsw_str path);
static void adapt_entry(hsw_entry *e);
static void wrong_chosen(hsw_query *q) {
  adapted_entry = the_entry;
  adapt_entry(&adapted_entry);
  q->entry = &adapted_entry;
}
#define HAS_CHOSEN

static hsw_status adapter_load(hsw_str path) {
#if WRONG(9) || WRONG(10) || WRONG(11) || WRONG(12)
  hsw_status no = example_load(path);
  if (no) return no;
#endif
  return entry_load(path);
}
#endif

#if WRONG(9)
static void adapt_entry(hsw_entry *e) { e->load = adapter_load; }
#endif

#if WRONG(10)
static hsw_status (*adapter_start_of)(void *, hsw_action, hsw_call, const hsw_call_info *, uint32_t);
static hsw_status adapter_start(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t ms) {
  return shared.n_instances ? calls_start(ctx, a, c, to, ms) : HSW_E_STATE;
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, start, adapter_start)
static void adapter_made(instance *in) { (void)in, (void)adapter_start_of, shared.n_instances++; }
#define ADAPTER_MADE adapter_made
#define HAS_TABLE
static void adapt_entry(hsw_entry *e) { e->load = adapter_load; }
#endif

#if WRONG(11)
static void adapter_unload(void) {
  entry_unload();
  if (!loads) example_unload();
}
static void adapt_entry(hsw_entry *e) {
  e->load = adapter_load;
  e->unload = adapter_unload;
}
#endif

#if WRONG(12)
static void adapt_entry(hsw_entry *e) {
  e->load = adapter_load;
  e->flags = example_entry.flags;
}
#endif

#if WRONG(13)
static void adapt_entry(hsw_entry *e) { (void)e, (void)adapter_load; }
static void adapter_destroy(void *ctx) {
  instance *in = ctx;
  if (in->phase == CREATED) example_fatal("this instance never began\n");
  instance_destroy(ctx);
}
static void adapter_made(instance *in) { in->table.destroy = adapter_destroy; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(14)
static int wrong_query(hsw_query *q, hsw_status *answer) {
  if (!q || q->size >= QUERY_BYTES) return 0;
  *answer = example_query(q);
  return 1;
}
#define HAS_QUERY
#endif

#if WRONG(15)
static int wrong_query(hsw_query *q, hsw_status *answer) {
  if (!q || q->size < QUERY_BYTES || q->magic == HSW_MAGIC) return 0;
  *answer = example_query(q);
  return 1;
}
#define HAS_QUERY
#endif

#if WRONG(16)
static void wrong_chosen(hsw_query *q) { example_choose(q); }
#define HAS_CHOSEN
#endif

#if WRONG(17)
static int wrong_query(hsw_query *q, hsw_status *answer) {
  if (!q || q->size < QUERY_BYTES || q->magic != HSW_MAGIC || q->major_min <= HSW_ABI_MAJOR) return 0;
  *answer = example_refuse(q);
  return 1;
}
#define HAS_QUERY
#endif

#if WRONG(18)
static hsw_descriptor adapted_descriptor;
static const hsw_descriptor *adapter_descriptor(uint32_t index) { return index ? NULL : &adapted_descriptor; }
static void adapt_entry(hsw_entry *e) {
  (void)adapter_load;
  adapted_descriptor = the_descriptor;
  adapted_descriptor.name = name; /* the id stays, or no host would find the transport */
  e->descriptor = adapter_descriptor;
}
#endif

#if WRONG(19)
__asm__(".globl example_descriptors\n.hidden example_descriptors\n.set example_descriptors, the_descriptor\n");
static void adapt_entry(hsw_entry *e) {
  (void)adapter_load, (void)&the_descriptor;
  e->descriptor = example_descriptor;
}
#endif

#if WRONG(20)
static hsw_status adapter_create(hsw_str id, const hsw_host *host, hsw_str config, const hsw_instance **out, hsw_why *why) {
  const hsw_instance *only = NULL;
  hsw_status no = entry_create(str(REF_ID), host, config, &only, why);
  return no ? no : example_create(id, out, only);
}
static void adapt_entry(hsw_entry *e) { (void)adapter_load, e->create = adapter_create; }
#endif

#if WRONG(21)
static void fill_stack(void) {
  volatile unsigned char room[2048];
  for (unsigned i = 0; i < sizeof room; i++) room[i] = 0xA5;
}
static hsw_status adapter_update(void *host, hsw_call c, uint64_t ns, const hsw_call_info *info) {
  instance *in = ref_of_host(host);
  (void)ns, (void)info;
  fill_stack();
  example_say(frame_of(in), frame_call_of(in, c.id));
  return HSW_OK;
}
static void adapter_made(instance *in) { in->host.report_update = adapter_update; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(22) || WRONG(23)
static int wrong_create(instance *in, const hsw_host *host) {
#if WRONG(22)
  example_keep(frame_of(in), host);
  in->host = ((shadow *)in->faults.shadow)->frame.host;
  return 1;
#else
  (void)in;
  return example_is_ours(host);
#endif
}
#define HAS_CREATE
#endif

#if WRONG(24)
static hsw_status adapter_start(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t ms) {
  return to->flags & HSW_MUST ? example_start(frame_of(ctx), c, to) : calls_start(ctx, a, c, to, ms);
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, start, adapter_start)
#define HAS_TABLE
#endif

#if WRONG(25)
static hsw_status adapter_init(void *ctx, hsw_why *why) {
  hsw_status no = instance_init(ctx, why);
  if (!no) example_note(frame_of(ctx), "begun");
  return no;
}
static void adapter_made(instance *in) { in->table.init = adapter_init; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(26)
static const void *adapter_table(const char *id, const void *table) { return table ? table : example_get_extension(NULL, id); }
#define HAS_TABLE
#endif

#if WRONG(27)
static const void *adapter_table(const char *id, const void *table) { return strcmp(id, HSW_EXT_HOLD) ? table : example_table(); }
#define HAS_TABLE
#endif

#if WRONG(28)
static hsw_status adapter_end(void *ctx, hsw_action a, hsw_call c, hsw_end_why why, uint32_t ms) {
  return find_up(ctx, c) ? calls_end(ctx, a, c, example_sip_code(why) ? why : HSW_WHY_HANGUP, ms) : HSW_E_NOCALL;
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, end, adapter_end)
#define HAS_TABLE
#endif

/* ---------------------------------------------------------------------------------------------------------- strings and memory */

#if WRONG(29)
static hsw_status adapter_update(void *host, hsw_call c, uint64_t ns, const hsw_call_info *info) {
  hsw_call_info said = *info;
  said.correlation_id = example_slice("Call-ID: 4711@reference;tag=17", 9, 14);
  return ((shadow *)ref_of_host(host)->faults.shadow)->host.report_update(host, c, ns, &said);
}
static void adapter_made(instance *in) { in->host.report_update = adapter_update; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(30)
static hsw_status adapter_start(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t ms) {
  char room[64];
  if (to->handle.p) example_keep(room, to->handle);
  *(volatile char *)room = room[0];
  return calls_start(ctx, a, c, to, ms);
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, start, adapter_start)
#define HAS_TABLE
#endif

#if WRONG(31)
static hsw_status adapter_start(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t ms) {
  hsw_status no = calls_start(ctx, a, c, to, ms);
  frame_call *it = no == HSW_PENDING ? frame_call_of(ctx, c.id) : NULL;
  if (it) example_keep(it, to);
  return no;
}
static hsw_status adapter_state(void *host, hsw_call c, uint64_t ns, hsw_call_state state) {
  instance *in = ref_of_host(host);
  const frame_call *it = frame_call_of(in, c.id);
  if (it && it->handle) say_log(in, HSW_LOG_DEBUG, it->handle);
  return ((shadow *)in->faults.shadow)->host.report_state(host, c, ns, state);
}
ADAPTER_TABLE(HSW_EXT_CALLS, hsw_calls, calls_table, start, adapter_start)
static void adapter_made(instance *in) { in->host.report_state = adapter_state; }
#define HAS_TABLE
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(32)
static hsw_status adapter_init(void *ctx, hsw_why *why) {
  char server[320];
  hsw_status no = instance_init(ctx, why);
  memset(server, 'x', sizeof server - 1);
  server[sizeof server - 1] = 0;
  if (no) example_explain(why, server);
  return no;
}
static void adapter_made(instance *in) { in->table.init = adapter_init; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(33)
static struct {
  char bytes[4096];
  size_t n;
} saved;
static int64_t collect(void *ctx, const void *p, size_t n) {
  (void)ctx;
  if (n > sizeof saved.bytes - saved.n) return -1;
  memcpy(saved.bytes + saved.n, p, n);
  saved.n += n;
  return (int64_t)n;
}
static hsw_status adapter_save(void *ctx, const hsw_sink *sink) {
  hsw_sink own = {NULL, collect};
  hsw_status no;
  saved.n = 0;
  no = state_save(ctx, &own);
  return no ? no : example_save(sink, saved.bytes, saved.n);
}
ADAPTER_TABLE(HSW_EXT_STATE, hsw_state, state_table, save, adapter_save)
#define HAS_TABLE
#endif
