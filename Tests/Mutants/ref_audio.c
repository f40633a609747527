/* ref_audio.c - the audio of calls: a frame reaches the far end, and the far end's frame reaches the host, within the same tick.
 *
 * `tick` runs on the host's media thread while the loop works, but never during attach, detach, reset and destroy. So only those make
 * and remove ports, and the loop's other orders to a port are atomic. */

enum { FRAMES_PER_S = 50, HEARING_FRAMES = 10, LOUD = 500 };

static const hsw_audio_format formats[] = {
    {.size = sizeof(hsw_audio_format), .rate = 16000, .channels = 1, .sample = HSW_SAMPLE_S16LE, .frame_us = 20000},
    {.size = sizeof(hsw_audio_format), .rate = 8000, .channels = 1, .sample = HSW_SAMPLE_S16LE, .frame_us = 20000},
    {.size = sizeof(hsw_audio_format), .rate = 48000, .channels = 1, .sample = HSW_SAMPLE_S16LE, .frame_us = 20000},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static port *port_of(instance *in, uint64_t call) {
  if (call)
    for (unsigned i = 0; i < MAX_CALLS; i++)
      if (in->ports[i].call == call) return &in->ports[i];
  return NULL;
}

/* Updates the call's port after a change of the call. */
void audio_follow(instance *in, const call *it) {
  port *p = port_of(in, it->id);
  int is_open = it->is_up && it->is_active;
  if (!p) return;
  atomic_store(&p->order, it->sound);
  atomic_store(&p->hertz, it->hertz);
  atomic_store(&p->is_sending, is_open && !it->is_muted && (!it->is_held || MUTANT(x26)));
  atomic_store(&p->is_hearing, is_open && (!it->is_held || MUTANT(x26)));
}

unsigned audio_heard_there(instance *in, const call *it) {
  port *p = port_of(in, it->id);
  return p ? atomic_load(&p->heard_there) : 0;
}

static hsw_status audio_formats(void *ctx, hsw_call c, hsw_audio_format *to, uint32_t stride, uint32_t *inout_n) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, 0);
  uint32_t room = *inout_n;
  if (no) return no;
  if (MUTANT(x21)) stride = sizeof *formats;
  *inout_n = FORMATS;
  if (room < FORMATS || !to) return HSW_E_RANGE;
  for (uint32_t i = 0; i < FORMATS; i++) {
    hsw_audio_format one = formats[i];
    if (one.size > stride) one.size = stride;
    memcpy((char *)to + (size_t)i * stride, &one, one.size);
  }
  return HSW_OK;
}

static const hsw_audio_format *known_format(const hsw_audio_format *borrowed) {
  hsw_audio_format f;
  copy_table(&f, sizeof f, borrowed);
  for (unsigned i = 0; i < FORMATS; i++)
    if (f.rate == formats[i].rate && f.channels == 1 && f.sample == HSW_SAMPLE_S16LE && f.frame_us == formats[i].frame_us) return &formats[i];
  return NULL;
}

/* Lets the sound of a call that has moved here go on where it was. */
static void resume_sound(instance *in, port *p) {
  for (unsigned i = 0; i < MAX_CALLS; i++) {
    sound_position *at = &in->moved[i];
    if (at->call != p->call) continue;
    p->phase = at->phase;
    p->frames = at->frames;
    p->changes = at->changes;
    p->sign = at->sign;
    atomic_store(&p->heard_there, at->heard_there);
    at->call = 0;
  }
}

static hsw_status audio_attach(void *ctx, hsw_call c, const hsw_audio_format *f, const hsw_ring *to_net, const hsw_ring *from_net) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, 0);
  const hsw_audio_format *known = known_format(f);
  port *p;
  if (no) return no;
  if (!known) return HSW_E_RANGE;
  if (port_of(in, c.id)) return HSW_E_STATE;
  for (p = in->ports; p < in->ports + MAX_CALLS && p->call; p++) {
  }
  if (p == in->ports + MAX_CALLS || (MUTANT(x22) && ++in->faults.attached > 60)) return HSW_E_BUSY;
  memset(p, 0, sizeof *p);
  copy_table(&p->to_net, sizeof p->to_net, to_net);
  copy_table(&p->from_net, sizeof p->from_net, from_net);
  if (MUTANT(x304)) fault_keep_struct(to_net);
  p->rate = known->rate;
  p->frame_bytes = known->rate / FRAMES_PER_S * 2;
  p->call = c.id;
  resume_sound(in, p);
  audio_follow(in, it);
  return HSW_OK;
}

static void audio_detach(void *ctx, hsw_call c) {
  port *p = port_of(ctx, c.id);
  if (!p) return;
  p->call = 0;
  if (MUTANT(x304)) fault_touch();
  if (MUTANT(m45)) p->is_late = 1;
}

static void audio_active(void *ctx, uint32_t on) {
  instance *in = ctx;
  in->has_audio = on == 1;
}

void drop_ports(instance *in) {
  for (unsigned i = 0; i < MAX_CALLS; i++) in->ports[i].call = 0;
}

/* -------------------------------------------------------------------------------------------------------------------- [media] */

/* Measures the frequency that the far end hears, in hertz: counts the sign changes of loud enough audio, over some frames. */
static void hear(port *p, const int16_t *samples, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    int sign = samples[i] > LOUD ? 1 : samples[i] < -LOUD ? -1 : p->sign;
    p->changes += sign != p->sign;
    p->sign = sign;
  }
  if (++p->frames < HEARING_FRAMES) return;
  atomic_store(&p->heard_there, p->changes > 2 ? p->changes * FRAMES_PER_S / (2 * HEARING_FRAMES) : 0);
  p->changes = p->frames = 0;
  p->sign = 0;
}

/* Approximates a sine by parabolas, to within 4 %, without a library. */
static int16_t wave(uint32_t phase) {
  float x = (float)(int32_t)phase / 2147483648.0f;
  return (int16_t)(24000.0f * x * (1.0f - (x < 0 ? -x : x)));
}

/* Takes our next frame; returns its length in bytes. */
static uint32_t take_frame(port *p, int16_t *to) {
  const hsw_slot *slot;
  uint32_t n;
  if (MUTANT(x24) && !hsw_ring_count(&p->to_net)) return 0;
  if (MUTANT(x25)) __atomic_store_n(&p->to_net.ctl->flush, p->to_net.ctl->tail, __ATOMIC_RELAXED); /* ignores the flush */
  slot = hsw_ring_front(&p->to_net);
  if (!slot) return 0;
  n = hsw_ring_bytes(&p->to_net, slot);
  if (n > p->frame_bytes) n = p->frame_bytes;
  memcpy(to, slot + 1, n);
  if (slot->flags & HSW_SLOT_SILENCE) memset(to, 0, n);
  hsw_ring_pop(&p->to_net);
  return n / 2 * 2;
}

static void give_frame(port *p, const int16_t *samples, uint32_t n, uint64_t mono_ns) {
  hsw_slot *slot = hsw_ring_room(&p->from_net);
  uint32_t room = hsw_ring_room_bytes(&p->from_net);
  if (!slot) return;
  slot->bytes = n < room ? n : room;
  slot->flags = 0;
  slot->mono_ns = mono_ns;
  memcpy(slot + 1, samples, slot->bytes);
  if (MUTANT(m44)) ((volatile unsigned char *)slot)[p->from_net.slot_bytes] = 0;
  hsw_ring_push(&p->from_net);
}

static void tick_port(port *p, uint64_t mono_ns) {
  int16_t frame[960];
  uint32_t n;
  fault_at_ring(p);
  n = take_frame(p, frame);
  fault_at_frame(p, n);
  if (!atomic_load(&p->is_sending)) memset(frame, 0, n);
  hear(p, frame, n / 2);
  if (atomic_load(&p->order) == HSW_ORDER_TONE) {
    n = p->frame_bytes;
    for (uint32_t i = 0; i < n / 2; i++) {
      frame[i] = wave(p->phase);
      p->phase += (uint32_t)(4294967296.0 / p->rate * atomic_load(MUTANT(x225) && p->fault_first ? &p->fault_first->hertz : &p->hertz));
    }
  } else if (atomic_load(&p->order) != HSW_ORDER_ECHO || !n) { /* the far end is silent, and has nothing to echo */
    n = p->frame_bytes;
    memset(frame, 0, n);
  }
  if (MUTANT(x23))
    for (uint32_t i = 0; i < n / 2; i++) frame[i] = (int16_t)((uint16_t)frame[i] << 8 | (uint16_t)frame[i] >> 8);
  if (atomic_load(&p->is_hearing)) give_frame(p, frame, n, mono_ns);
}

static void audio_tick(void *ctx, uint64_t mono_ns) {
  instance *in = ctx;
  fault_at(AT_TICK, in);
  if (MUTANT(m43)) {
    void *volatile frame = malloc(320);
    free(frame);
  }
  if (MUTANT(x27)) say_log(in, HSW_LOG_DEBUG, "tick");
  fault_at_tick(in);
  for (unsigned i = 0; i < MAX_CALLS; i++) {
    port *p = &in->ports[i];
    if (MUTANT(m45) && !p->call && p->is_late) {
      const int16_t silence[80] = {0};
      p->is_late = 0;
      give_frame(p, silence, sizeof silence, mono_ns);
    }
    if (MUTANT(x225)) p->fault_first = i > 1 && in->ports[0].call ? &in->ports[0] : NULL;
    if (p->call) tick_port(p, mono_ns);
  }
}

const hsw_audio audio_table = {
    .size = sizeof(hsw_audio),
    .formats = audio_formats,
    .attach = audio_attach,
    .detach = audio_detach,
    .active = audio_active,
    .tick = audio_tick,
};
