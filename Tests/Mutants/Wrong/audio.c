/* Wrong/audio.c - adapters of the chapters on audio, configuration and state. */

/* -------------------------------------------------------------------------------------------------------------------------- audio */

#if WRONG(101)
static hsw_status adapter_formats(void *ctx, hsw_call c, hsw_audio_format *to, uint32_t stride, uint32_t *inout_n) {
  uint32_t room = *inout_n;
  hsw_status no = audio_formats(ctx, c, to, stride, inout_n);
  if (!no && room >= FORMATS && to) example_put(to, formats, FORMATS);
  return no;
}
ADAPTER_TABLE(HSW_EXT_AUDIO, hsw_audio, audio_table, formats, adapter_formats)
#define HAS_TABLE
#endif

#if WRONG(102) || WRONG(105) || WRONG(106) || WRONG(107)
static void adapt_port(port *p) {
#if WRONG(102)
  static const int16_t silence[960];
  hsw_slot *slot = hsw_ring_room(&p->from_net);
  if (slot) example_put(slot, silence, p->frame_bytes); /* however long the slot is */
#elif WRONG(105)
  p->to_net.ctl->flush = example_next(p->to_net.ctl);
#elif WRONG(106)
  example_put(p->from_net.ctl, p->from_net.n_slots);
#else
  hsw_slot *slot = (hsw_slot *)(uintptr_t)hsw_ring_slot(&p->to_net, p->to_net.ctl->tail);
  if (hsw_ring_count(&p->to_net)) example_swap((unsigned char *)(slot + 1), hsw_ring_bytes(&p->to_net, slot));
#endif
}
static void adapter_tick(void *ctx, uint64_t mono_ns) {
  instance *in = ctx;
  for (unsigned i = 0; i < MAX_CALLS; i++)
    if (in->ports[i].call) adapt_port(&in->ports[i]);
  audio_tick(ctx, mono_ns);
}
ADAPTER_TABLE(HSW_EXT_AUDIO, hsw_audio, audio_table, tick, adapter_tick)
#define HAS_TABLE
#endif

#if WRONG(103)
static port left_port;
static void adapter_detach(void *ctx, hsw_call c) {
  port *p = port_of(ctx, c.id);
  if (p) left_port = *p;
  example_detach(frame_of(ctx), c);
  audio_detach(ctx, c);
}
static void adapter_tick(void *ctx, uint64_t mono_ns) {
  const int16_t silence[80] = {0};
  if (example_is_over) give_frame(&left_port, silence, sizeof silence, mono_ns); /* its last frame */
  example_is_over = 0;
  audio_tick(ctx, mono_ns);
}
static const void *adapter_table(const char *id, const void *table) {
  static hsw_audio changed;
  if (strcmp(id, HSW_EXT_AUDIO)) return table;
  changed = audio_table;
  changed.detach = adapter_detach;
  changed.tick = adapter_tick;
  return &changed;
}
#define HAS_TABLE
#endif

#if WRONG(104)
static void adapter_tick(void *ctx, uint64_t mono_ns) {
  example_tick(ctx, mono_ns);
  audio_tick(ctx, mono_ns);
}
ADAPTER_TABLE(HSW_EXT_AUDIO, hsw_audio, audio_table, tick, adapter_tick)
#define HAS_TABLE
#endif

/* ------------------------------------------------------------------------------------------------------- configuration and state */

#if WRONG(108)
static hsw_str adapter_schema(void *ctx) {
  (void)ctx;
  return str(example_schema);
}
ADAPTER_TABLE(HSW_EXT_CONFIG, hsw_config, config_table, schema, adapter_schema)
#define HAS_TABLE
#endif

#if WRONG(109) || WRONG(110)
static hsw_status adapter_apply(void *ctx, hsw_action a, hsw_str json, uint32_t ms) {
  instance *in = ctx;
  settings trial = in->settings, partial = in->settings;
  char wrong[160];
  if (in->phase < IDLE || read_settings(&trial, json, wrong, sizeof wrong)) return config_apply(ctx, a, json, ms);
#if WRONG(109)
  (void)partial;
  return example_check(0);
#else
  cursor at = {json.p, json.p ? json.p + json.n : NULL};
  frame_instance *fi = frame_of(in);
  if (is_text(json)) read_object(&partial, &at, wrong, sizeof wrong);
  fi->server = "the old one";
  example_apply(fi, "the new one", "");
  if (!strcmp(fi->server, "the new one")) in->settings = partial; /* what came before the error is in force */
  return config_apply(ctx, a, json, ms);
#endif
}
ADAPTER_TABLE(HSW_EXT_CONFIG, hsw_config, config_table, apply, adapter_apply)
#define HAS_TABLE
#endif

#if WRONG(111)
static void *adapter_arg;
static void (*adapter_then)(void *, hsw_status, hsw_str);
static instance *adapter_in;
static void on_value(void *arg, hsw_status status, hsw_str value) {
  char password[64];
  frame_instance *fi = frame_of(arg);
  snprintf(password, sizeof password, "%s", value.p ? value.p : "");
  fi->password = password;
  if (status == HSW_OK) example_sign(fi, "Authorization: ");
  adapter_then(adapter_arg, status, value);
}
static hsw_status (*true_get)(void *, hsw_str, void (*)(void *, hsw_status, hsw_str), void *);
static hsw_status adapter_get(void *host, hsw_str key, void (*then)(void *, hsw_status, hsw_str), void *arg) {
  adapter_then = then;
  adapter_arg = arg;
  return true_get(host, key, on_value, adapter_in);
}
static hsw_status adapter_init(void *ctx, hsw_why *why) {
  instance *in = ctx;
  hsw_status no = instance_init(ctx, why);
  adapter_in = in;
  true_get = in->secrets.get;
  if (true_get) in->secrets.get = adapter_get;
  return no;
}
static void adapter_made(instance *in) { in->table.init = adapter_init; }
#define ADAPTER_MADE adapter_made
#endif

#if WRONG(112)
/* The whole state is the number of calls that were made. */
static hsw_status adapter_save(void *ctx, const hsw_sink *sink) {
  instance *in = ctx;
  char room[64];
  frame_instance *fi = frame_of(in);
  out o = {sink, 0};
  if (in->phase < IDLE) return HSW_E_STATE;
  fi->minted = in->outgoing;
  put(&o, room, (size_t)example_save(fi, room, sizeof room));
  return o.has_stopped ? HSW_E_FAIL : HSW_OK;
}
static hsw_status adapter_load(void *ctx, const hsw_source *source) {
  instance *in = ctx;
  char room[64];
  frame_instance *fi = frame_of(in);
  size_t n = take(source, room, sizeof room - 1);
  room[n] = 0;
  example_load(fi, room);
  in->outgoing = fi->minted;
  return HSW_OK;
}
static const void *adapter_table(const char *id, const void *table) {
  static hsw_state changed;
  if (strcmp(id, HSW_EXT_STATE)) return table;
  changed = state_table;
  changed.save = adapter_save;
  changed.load = adapter_load;
  return &changed;
}
static void adapter_made(instance *in) { in->outgoing = 25; /* in hexadecimal, the next ones have letters */ }
#define ADAPTER_MADE adapter_made
#define HAS_TABLE
#endif

#if WRONG(113)
static unsigned char text_read[1 << 17];
static size_t text_bytes, text_given;
static int64_t give_again(void *ctx, void *to, size_t n) {
  (void)ctx;
  if (n > text_bytes - text_given) n = text_bytes - text_given;
  memcpy(to, text_read + text_given, n);
  text_given += n;
  return (int64_t)n;
}
static hsw_status adapter_load(void *ctx, const hsw_source *source) {
  const hsw_source again = {NULL, give_again};
  text_bytes = take(source, text_read, sizeof text_read);
  text_given = 0;
  if (text_bytes >= 20) free(example_body(text_read + 8)); /* the length lies behind the word and the version */
  return state_load(ctx, &again);
}
ADAPTER_TABLE(HSW_EXT_STATE, hsw_state, state_table, load, adapter_load)
#define HAS_TABLE
#endif
