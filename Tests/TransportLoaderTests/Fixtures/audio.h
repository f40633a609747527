/* The fixture's audio: each call echoes within the tick. It detects ticks beside attach, detach, reset or destroy, which the contract forbids. */

typedef struct sound { struct sound *next; hsw_call call; hsw_ring to_net, from_net; } sound;

/* The handle dialed last selects the list of formats, which a host must survive. */
static hsw_status formats(void *ctx, hsw_call c, hsw_audio_format *out, uint32_t stride, uint32_t *inout_n) {
  static const struct { uint32_t rate; uint16_t channels, sample; uint32_t frame_us; } all[] = {
    {48000, 1, HSW_SAMPLE_F32LE, 20000}, {48000, 1, HSW_SAMPLE_S16LE, 20000}, {48000, 2, HSW_SAMPLE_S16LE, 20000}, {44100, 1, HSW_SAMPLE_S16LE, 20000},
    {8000, 1, HSW_SAMPLE_S16LE, 10000}, {8000, 1, HSW_SAMPLE_S16LE, 20000}, {8000, 1, HSW_SAMPLE_S16LE, 20000}, {8000, 1, 99, 20000}, {0, 0, 0, 0},
    {16000, 1, HSW_SAMPLE_S16LE, 20000}};
  state *s = ctx;
  uint32_t n = sizeof all / sizeof *all, room = *inout_n;
  (void)c;
  if (!strcmp(s->handle, "formats-crashes")) raise(SIGSEGV);
  if (!strcmp(s->handle, "formats-none")) return HSW_E_NOTSUP;
  if (!strcmp(s->handle, "formats-zero")) { *inout_n = 0; return HSW_OK; }
  if (!strcmp(s->handle, "formats-endless")) { *inout_n = room + 1; return HSW_E_RANGE; }
  if (!strcmp(s->handle, "formats-huge")) { *inout_n = 0x10000000; return HSW_OK; }
  if (!strcmp(s->handle, "formats-float")) n = 1;
  *inout_n = n;
  if (room < n) return HSW_E_RANGE;
  for (uint32_t i = 0; i < n; i++) {
    hsw_audio_format *f = (void *)((char *)out + i * stride);
    *f = (hsw_audio_format){sizeof *f, all[i].rate, all[i].channels, all[i].sample, all[i].frame_us};
    if (!strcmp(s->handle, "formats-unsized")) f->size = 0;
  }
  return HSW_OK;
}

static void exclude(state *s) {
  __atomic_store_n(&s->is_busy, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&s->is_ticking, __ATOMIC_SEQ_CST)) s->clashes++;
}
static void include(state *s) { __atomic_store_n(&s->is_busy, 0, __ATOMIC_SEQ_CST); }

static hsw_status attach(void *ctx, hsw_call c, const hsw_audio_format *f, const hsw_ring *to_net, const hsw_ring *from_net) {
  state *s = ctx;
  if (!strcmp(s->handle, "attach-crashes")) raise(SIGSEGV);
  if (!strcmp(s->handle, "attach-refuses")) return HSW_E_BUSY;
  if (!strcmp(s->handle, "attach-strange")) return 77;
  if (!strcmp(s->handle, "attach-hangs")) for (;;) pause();
  if (f->sample != HSW_SAMPLE_S16LE || f->channels != 1 || f->frame_us != 20000) return HSW_E_INVAL;
  exclude(s);
  sound *new = malloc(sizeof *new);
  *new = (sound){s->sounds, c, *to_net, *from_net};
  s->sounds = new;
  include(s);
  return HSW_OK;
}
static void detach(void *ctx, hsw_call c) {
  state *s = ctx;
  if (!strcmp(s->handle, "detach-crashes")) raise(SIGSEGV);
  if (!strcmp(s->handle, "detach-hangs")) for (;;) pause();
  exclude(s);
  for (sound **at = &s->sounds; *at; at = &(*at)->next)
    if ((*at)->call.id == c.id) {
      sound *old = *at;
      *at = old->next;
      free(old);
      break;
    }
  include(s);
}
static void audio_active(void *ctx, uint32_t on) { ((state *)ctx)->is_active = (int)on; }
static void tick(void *ctx, uint64_t mono_ns) {
  state *s = ctx;
  (void)mono_ns;
  __atomic_store_n(&s->is_ticking, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&s->is_busy, __ATOMIC_SEQ_CST)) s->clashes++;
  if (s->sounds && !strcmp(s->handle, "tick-crashes")) raise(SIGSEGV);
  s->was_media = (int)s->threads->is_media(s->host->ctx);
  for (sound *it = s->sounds; it; it = it->next) {
    if (!hsw_ring_count(&it->to_net)) continue;
    const hsw_slot *in = hsw_ring_front(&it->to_net);
    hsw_slot *out = hsw_ring_room(&it->from_net);
    if (in && out) {
      uint32_t n = hsw_ring_bytes(&it->to_net, in), room = hsw_ring_room_bytes(&it->from_net);
      *out = *in;
      out->bytes = n < room ? n : room;
      memcpy(out + 1, in + 1, out->bytes);
      hsw_ring_push(&it->from_net);
    }
    if (in) hsw_ring_pop(&it->to_net);
  }
  if (!strcmp(s->handle, "tick-hangs")) for (;;) pause();
  __atomic_store_n(&s->is_ticking, 0, __ATOMIC_SEQ_CST);
}
static const hsw_audio audio = {sizeof audio, 0, formats, attach, detach, audio_active,
#ifdef AUDIO_WITHOUT_TICK
  NULL
#else
  tick
#endif
};
