/* ref_parcel.c - the content of a parcel: what moves from a running instance to the next version, as bytes.
 *
 * The functions below write and read the same parts in the same order. Numbers are in the order of this machine. */

enum { CALL_FLAGS = 11 };

/* The kinds of events: the numbers in a parcel. New kinds go to the end. */
static void (*const kinds[])(instance *, event *) = {
    start_arrives, answer_arrives, end_arrives,        deflect_arrives, hold_arrives,     mute_arrives,     digits_arrive,
    group_arrives, blind_arrives,  blind_progresses,   attended_arrives, line_arrives,    refresh,          on_connecting,
    on_ringing,    on_answered,    on_gone,            late_digit_arrives, on_poll,       on_believed,
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int *flag_of(call *it, unsigned i) {
  int *const flags[CALL_FLAGS] = {&it->is_up,         &it->is_begun, &it->is_outgoing, &it->is_ringing,   &it->is_active,      &it->is_held,
                                  &it->is_held_there, &it->is_muted, &it->is_asked,    &it->has_vanished, &it->has_said_active};
  return flags[i];
}

/* ------------------------------------------------------------------------------------------------------------------------ writing */

typedef struct parcel_writer {
  unsigned char *p;
  size_t n, room;
  int has_failed;
} parcel_writer;

static void pack(parcel_writer *w, const void *p, size_t n) {
  if (w->n + n > w->room) {
    size_t room = (w->n + n) * 2;
    unsigned char *grown = realloc(w->p, room);
    if (!grown) {
      w->has_failed = 1;
      return;
    }
    w->p = grown;
    w->room = room;
  }
  if (n) memcpy(w->p + w->n, p, n);
  w->n += n;
}

static void pack32(parcel_writer *w, uint32_t value) { pack(w, &value, sizeof value); }
static void pack64(parcel_writer *w, uint64_t value) { pack(w, &value, sizeof value); }

static void pack_text(parcel_writer *w, const text *t) {
  pack32(w, (uint32_t)t->n);
  pack(w, t->p, t->n);
}

static void pack_call(parcel_writer *w, call *it, uint32_t place) {
  uint32_t flags = 0;
  for (unsigned i = 0; i < CALL_FLAGS; i++) flags |= *flag_of(it, i) ? 1u << i : 0;
  pack32(w, place);
  pack64(w, it->id);
  pack32(w, flags);
  pack32(w, it->group);
  pack32(w, it->cause);
  pack32(w, it->sound);
  pack32(w, it->hertz);
  pack64(w, it->digits_due);
  pack_text(w, &it->handle);
  pack_text(w, &it->digits);
  pack_text(w, &it->asked);
  pack_text(w, &it->transferred);
}

static int is_moved(const call *it) { return it && it->id && !(MUTANT(m79) && it->is_up && it->is_held); }

static void pack_calls(parcel_writer *w, instance *in) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < MAX_RECORDS; i++) n += is_moved(&in->calls[i]);
  pack32(w, n);
  for (uint32_t i = 0; i < MAX_RECORDS; i++)
    if (is_moved(&in->calls[i])) pack_call(w, &in->calls[i], i);
}

static int is_event_moved(instance *in, const event *ev) { return !ev->call || is_moved(find(in, ev->call)); }

static void pack_events(parcel_writer *w, instance *in) {
  uint32_t n = 0;
  for (const event *ev = in->agenda; ev; ev = ev->next) n += is_event_moved(in, ev);
  pack32(w, n);
  for (const event *ev = in->agenda; ev; ev = ev->next) {
    uint32_t kind = 0;
    if (!is_event_moved(in, ev)) continue;
    while (kind < KINDS && kinds[kind] != ev->then) kind++;
    pack32(w, kind);
    pack64(w, ev->due);
    pack64(w, ev->action.id);
    pack64(w, ev->call);
    pack64(w, ev->with);
    pack32(w, ev->number);
    pack_text(w, &ev->text);
  }
}

/* The host calls no tick during and after give, so the media thread's part of a port may be read here. */
static void pack_sounds(parcel_writer *w, instance *in) {
  uint32_t n = 0;
  for (unsigned i = 0; i < MAX_CALLS; i++) n += is_moved(find(in, in->ports[i].call));
  pack32(w, n);
  for (unsigned i = 0; i < MAX_CALLS; i++) {
    port *p = &in->ports[i];
    sound_position at = {p->call, p->phase, p->frames, p->changes, atomic_load(&p->heard_there), p->sign, 0};
    if (is_moved(find(in, p->call))) pack(w, &at, sizeof at);
  }
}

static void pack_instance(parcel_writer *w, instance *in, uint32_t listener) {
  pack32(w, listener);
  pack32(w, in->line);
  pack64(w, in->latest);
  pack64(w, in->minted);
  pack64(w, in->outgoing);
  pack64(w, in->incoming);
  pack32(w, in->last_group);
  pack32(w, in->next_record);
  pack32(w, in->lost_slots);
  pack32(w, (uint32_t)in->has_audio);
  pack_text(w, &in->last_dialed);
  pack_calls(w, in);
  pack_events(w, in);
  pack_sounds(w, in);
}

/* ------------------------------------------------------------------------------------------------------------------------ reading */

typedef struct parcel_reader {
  const unsigned char *p, *end;
  hsw_status wrong; /* the first error; all later values read as zero */
  const char *what;
} parcel_reader;

static void refuse_parcel(parcel_reader *r, hsw_status status, const char *what) {
  if (r->wrong) return;
  r->wrong = status;
  r->what = what;
}

static void unpack(parcel_reader *r, void *to, size_t n) {
  memset(to, 0, n);
  if ((size_t)(r->end - r->p) < n) refuse_parcel(r, HSW_E_INVAL, "the parcel is cut short");
  if (r->wrong) return;
  memcpy(to, r->p, n);
  r->p += n;
}

static uint32_t unpack32(parcel_reader *r) {
  uint32_t value;
  unpack(r, &value, sizeof value);
  return value;
}

static uint64_t unpack64(parcel_reader *r) {
  uint64_t value;
  unpack(r, &value, sizeof value);
  return value;
}

static void unpack_text(parcel_reader *r, text *to) {
  hsw_str s = {(const char *)r->p, 0};
  uint32_t n = unpack32(r);
  s.p = (const char *)r->p;
  if (n > HSW_STR_MAX) refuse_parcel(r, HSW_E_RANGE, "a text in the parcel is too long");
  if ((size_t)(r->end - r->p) < n) refuse_parcel(r, HSW_E_INVAL, "the parcel is cut short");
  if (r->wrong) return;
  s.n = n;
  if (!is_text(s)) refuse_parcel(r, HSW_E_INVAL, "a text in the parcel is not UTF-8");
  else if (n && !keep_text(to, s)) refuse_parcel(r, HSW_E_NOMEM, "out of memory");
  r->p += n;
}

/* Reads a count of records that have at least `least` bytes each, at most `most` of them. */
static uint32_t unpack_count(parcel_reader *r, uint32_t most, size_t least) {
  uint32_t n = unpack32(r);
  if (MUTANT(m83)) { /* trusts the count, and looks that far ahead */
    uint32_t seen = checksum(r->p, n * least);
    return seen ? n : 0;
  }
  if (n > most) refuse_parcel(r, HSW_E_RANGE, "a count in the parcel is too large");
  if (n > (size_t)(r->end - r->p) / least) refuse_parcel(r, HSW_E_INVAL, "the parcel is cut short");
  return r->wrong ? 0 : n;
}

enum { CALL_BYTES = 4 + 8 + 5 * 4 + 8 + 4 * 4, EVENT_BYTES = 4 + 4 * 8 + 4 + 4, MOST_EVENTS = 65536 };

static void unpack_call(parcel_reader *r, instance *to) {
  uint32_t place = unpack32(r), flags;
  uint64_t id = unpack64(r);
  call *it = &to->calls[place % MAX_RECORDS];
  if (place >= MAX_RECORDS || it->id) refuse_parcel(r, HSW_E_RANGE, "a call in the parcel has no place of its own");
  if (!id || find(to, id)) refuse_parcel(r, HSW_E_RANGE, "a call in the parcel has no handle of its own");
  if (id >> 63 && id << 1 >> 1 > to->minted) refuse_parcel(r, HSW_E_RANGE, "a call in the parcel has a handle of the future");
  if (r->wrong) return;
  it->id = id;
  flags = unpack32(r);
  if (flags >> CALL_FLAGS) refuse_parcel(r, HSW_E_RANGE, "a call in the parcel has an unknown flag");
  for (unsigned i = 0; i < CALL_FLAGS; i++) *flag_of(it, i) = flags >> i & 1;
  it->group = unpack32(r);
  it->cause = unpack32(r);
  it->sound = unpack32(r);
  it->hertz = unpack32(r);
  if (it->hertz > 20000) refuse_parcel(r, HSW_E_RANGE, "a tone in the parcel is too high");
  it->digits_due = unpack64(r);
  unpack_text(r, &it->handle);
  unpack_text(r, &it->digits);
  unpack_text(r, &it->asked);
  unpack_text(r, &it->transferred);
}

static void unpack_event(parcel_reader *r, instance *to) {
  uint32_t kind = unpack32(r);
  event *ev = r->wrong ? NULL : calloc(1, sizeof *ev);
  if (!ev) {
    refuse_parcel(r, HSW_E_NOMEM, "out of memory");
    return;
  }
  ev->due = unpack64(r);
  ev->action.id = unpack64(r);
  ev->call = unpack64(r);
  ev->with = unpack64(r);
  ev->number = unpack32(r);
  unpack_text(r, &ev->text);
  if (kind >= KINDS) refuse_parcel(r, HSW_E_RANGE, "an event in the parcel is of no known kind");
  if (ev->call && !find(to, ev->call)) refuse_parcel(r, HSW_E_RANGE, "an event in the parcel is of no call");
  ev->then = kinds[kind % KINDS];
  insert(to, ev);
}

static void unpack_sound(parcel_reader *r, instance *to, uint32_t i) {
  sound_position *at = &to->moved[i];
  unpack(r, at, sizeof *at);
  if (!r->wrong && !find(to, at->call)) refuse_parcel(r, HSW_E_RANGE, "a sound in the parcel is of no call");
}

/* Reads the rest of a body into a blank instance. */
static void unpack_instance(parcel_reader *r, instance *to) {
  uint32_t n;
  to->line = unpack32(r);
  if (to->line > HSW_LINE_DOWN) refuse_parcel(r, HSW_E_RANGE, "the line in the parcel has no known state");
  to->latest = unpack64(r);
  to->minted = unpack64(r);
  if (to->minted >> 63) refuse_parcel(r, HSW_E_RANGE, "the parcel has no handles left");
  to->outgoing = unpack64(r);
  to->incoming = unpack64(r);
  to->last_group = unpack32(r);
  to->next_record = unpack32(r);
  to->lost_slots = unpack32(r);
  to->has_audio = (int)unpack32(r);
  if (to->has_audio & ~1) refuse_parcel(r, HSW_E_RANGE, "the parcel has an unknown flag");
  unpack_text(r, &to->last_dialed);
  for (n = unpack_count(r, MAX_RECORDS, CALL_BYTES); n && !r->wrong; n--) unpack_call(r, to);
  if (!r->wrong && calls_up(to) > MAX_CALLS) refuse_parcel(r, HSW_E_RANGE, "the parcel has too many calls");
  for (n = unpack_count(r, MOST_EVENTS, EVENT_BYTES); n && !r->wrong; n--) unpack_event(r, to);
  n = unpack_count(r, MAX_CALLS, sizeof(sound_position));
  for (uint32_t i = 0; i < n && !r->wrong; i++) unpack_sound(r, to, i);
  if (r->p != r->end) refuse_parcel(r, HSW_E_INVAL, "the parcel has more than it should");
}
