/* ref_handover.c - the handover of a running instance to the next version: hookswitch/draft-handover.h.
 *
 * A parcel is one descriptor, the listening socket, and bytes: the id of the transport with a NUL, the version of the format, the length of
 * the body, and the body of ref_parcel.c. */

enum { PARCEL_VERSION = 1 };

#ifndef HSW_KIT_WAYS /* a test of the kit needs a plugin with other ways */
#define HSW_KIT_WAYS HSW_HANDOVER_CALLS
#endif

/* A parcel may take a few bytes at a time, or stop. */
static hsw_status send_bytes(const hsw_parcel *out, const unsigned char *p, size_t n) {
  while (n) {
    int64_t taken = out->write ? out->write(out->ctx, p, n) : HSW_E_FAIL;
    if (taken <= 0 || (uint64_t)taken > n) return taken == HSW_E_RANGE ? HSW_E_RANGE : HSW_E_FAIL;
    p += taken;
    n -= (size_t)taken;
  }
  return HSW_OK;
}

static hsw_status put_listener(instance *in, const hsw_parcel *out) {
  int fd = MUTANT(m84) ? fcntl(in->listener, F_DUPFD_CLOEXEC, 3) : in->listener; /* m84: the host duplicates it, and this one stays */
  int32_t index = out->put_fd ? out->put_fd(out->ctx, fd) : HSW_E_FAIL;
  if (index < 0) return index;
  in->listener_index = (uint32_t)index;
  return HSW_OK;
}

/* Copies a parcel's table of any length. One with unknown HSW_MUST flags is refused. */
static hsw_status read_parcel(instance *in, uint32_t way, const hsw_parcel *borrowed, hsw_parcel *to) {
  fault_lock();
  if (way != HSW_HANDOVER_CALLS) return HSW_E_RANGE;
  copy_table(to, sizeof *to, borrowed);
  if (in->phase < IDLE) return HSW_E_STATE;
  return to->flags & HSW_MUST ? HSW_E_NOTSUP : HSW_OK;
}

/* Reads up to n bytes, as many as there are. A parcel may give a few at a time. */
static size_t read_bytes(const hsw_parcel *from, void *to, size_t n) {
  size_t had = 0;
  while (had < n) {
    int64_t more = from->read ? from->read(from->ctx, (char *)to + had, n - had) : -1;
    if (more <= 0 || (uint64_t)more > n - had) break;
    had += (size_t)more;
  }
  return had;
}

typedef struct parcel_head {
  char id[sizeof REF_ID]; /* with its NUL */
  unsigned char version[4], length[4];
} parcel_head;

/* Reads the parcel's bytes. Returns NULL after an error. */
static unsigned char *read_body_bytes(parcel_reader *r, const hsw_parcel *from) {
  uint32_t version, length;
  parcel_head head;
  unsigned char *body;
  char behind;
  if (read_bytes(from, &head, sizeof head) != sizeof head) refuse_parcel(r, HSW_E_INVAL, "the parcel is cut short");
  else if (memcmp(head.id, REF_ID, sizeof head.id)) refuse_parcel(r, HSW_E_INVAL, "the parcel is of another transport");
  memcpy(&version, head.version, sizeof version);
  memcpy(&length, head.length, sizeof length);
  if (version > PARCEL_VERSION) refuse_parcel(r, HSW_E_NOTSUP, "the parcel is of a later version");
  if (version < PARCEL_VERSION) refuse_parcel(r, HSW_E_INVAL, "the parcel is of no known version");
  if (length > HSW_PARCEL_MAX) refuse_parcel(r, HSW_E_RANGE, "the parcel is too long");
  if (r->wrong) return NULL;
  body = malloc(length + 1);
  if (!body) refuse_parcel(r, HSW_E_NOMEM, "out of memory");
  else if (read_bytes(from, body, length) != length) refuse_parcel(r, HSW_E_INVAL, "the parcel is cut short");
  else if (read_bytes(from, &behind, 1)) refuse_parcel(r, HSW_E_INVAL, "the parcel has more than it should");
  r->p = body;
  r->end = body ? body + length : NULL;
  return body;
}

/* The body begins with the index of the listener. */
static int take_listener(parcel_reader *r, const hsw_parcel *from) {
  uint32_t index = unpack32(r);
  int fd = r->wrong || !from->take_fd ? -1 : from->take_fd(from->ctx, index), kind = 0;
  socklen_t n = sizeof kind;
  if (fd < 0) refuse_parcel(r, HSW_E_RANGE, "the parcel has no listening socket");
  else if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &kind, &n) || kind != SOCK_DGRAM) refuse_parcel(r, HSW_E_RANGE, "that is no socket of ours");
  return fd;
}

/* Moves the content of `from`, which was read as a whole, into the instance. */
static void move_in(instance *in, instance *from) {
  in->line = from->line;
  if (from->latest > in->latest) in->latest = from->latest;
  if (!MUTANT(m80)) in->minted = from->minted;
  in->outgoing = from->outgoing;
  in->incoming = from->incoming;
  in->last_group = from->last_group;
  in->next_record = from->next_record;
  in->lost_slots = from->lost_slots;
  in->has_audio = from->has_audio;
  drop_text(&in->last_dialed);
  in->last_dialed = from->last_dialed;
  memcpy(in->calls, from->calls, sizeof in->calls);
  memcpy(in->moved, from->moved, sizeof in->moved);
  in->agenda = from->agenda;
}

/* ------------------------------------------------------------------------------------------------------------------- the functions */

static hsw_status handover_prepare(void *ctx, uint32_t way, const hsw_parcel *borrowed) {
  instance *in = ctx;
  hsw_parcel out;
  hsw_status no = read_parcel(in, way, borrowed, &out);
  if (no) return no;
  if (in->phase != ACTIVE || in->handing != HERE) return HSW_E_STATE;
  no = put_listener(in, &out);
  if (!no) in->handing = PREPARED;
  return no;
}

static void stand_still(instance *in) {
  in->is_still = 1;
  if (!MUTANT(m82)) stop_timer(in);
  if (!MUTANT(x36)) listen_again(in, 0);
}

static hsw_status handover_give(void *ctx, uint32_t way, const hsw_parcel *borrowed) {
  instance *in = ctx;
  parcel_writer body = {0}, head = {0};
  hsw_parcel out;
  hsw_status no = read_parcel(in, way, borrowed, &out);
  if (no) return no;
  if (in->phase != ACTIVE || in->handing > PREPARED) return HSW_E_STATE;
  if (in->secrets_awaited) return HSW_E_BUSY; /* its answer would come to this instance alone */
  if (in->handing == HERE) no = put_listener(in, &out);
  if (no) return no;
  pack_instance(&body, in, in->listener_index);
  pack(&head, REF_ID, sizeof REF_ID);
  pack32(&head, PARCEL_VERSION);
  pack32(&head, (uint32_t)body.n);
  if (body.has_failed || head.has_failed) no = HSW_E_NOMEM;
  if (MUTANT(x35)) stand_still(in);
  if (!no) no = send_bytes(&out, head.p, head.n);
  if (!no) no = send_bytes(&out, body.p, body.n);
  free(head.p);
  free(body.p);
  if (no) return no;
  in->handing = GIVEN;
  stand_still(in);
  return HSW_OK;
}

static hsw_status handover_take(void *ctx, uint32_t way, const hsw_parcel *borrowed, hsw_why *why) {
  instance *in = ctx, *read;
  parcel_reader r = {0};
  unsigned char *bytes;
  hsw_parcel from;
  hsw_status no = read_parcel(in, way, borrowed, &from);
  int listener = -1;
  if (no) return fail(why, no, no == HSW_E_RANGE ? "that is no way of ours" : "take comes after init");
  if (in->phase != IDLE || in->handing != HERE) return fail(why, HSW_E_STATE, "take comes between init and activate");
  read = calloc(1, sizeof *read);
  if (!read) return fail(why, HSW_E_NOMEM, "out of memory");
  bytes = read_body_bytes(&r, &from);
  if (bytes) {
    listener = take_listener(&r, &from);
    unpack_instance(&r, read);
  }
  free(bytes);
  if (r.wrong) { /* keeps nothing */
    if (listener >= 0 && !MUTANT(x37)) close(listener);
    agenda_clear(read);
    drop_calls(read);
    drop_text(&read->last_dialed);
    free(read);
    return fail(why, r.wrong, r.what);
  }
  move_in(in, read);
  free(read);
  in->listener = listener;
  in->handing = TOOK;
  in->is_still = 1;
  return HSW_OK;
}

/* For activate after take: nothing goes out, and the listener waits until settle. */
hsw_status take_up(instance *in, hsw_why *why) {
  if (!in->loop.add_fd || in->loop.add_fd(in->host.ctx, in->listener, 0, on_readable, in) != HSW_OK)
    return fail(why, HSW_E_FAIL, "the host does not watch our socket");
  return HSW_OK;
}

static void go_on(instance *in) {
  in->handing = HERE;
  in->is_still = 0;
  if (MUTANT(m81)) agenda_clear(in);
  listen_again(in, HSW_FD_READ);
  agenda_arm(in); /* what is due by now fires at once */
}

static void handover_settle(void *ctx, uint32_t outcome) {
  instance *in = ctx;
  fault_lock();
  if (outcome == HSW_HANDOVER_REFUSED && (in->handing == PREPARED || in->handing == GIVEN)) go_on(in);
  if (outcome != HSW_HANDOVER_TAKEN) return;
  if (in->handing == TOOK && in->phase == ACTIVE) {
    in->handing = HERE;
    in->is_still = 0;
    listen_again(in, HSW_FD_READ);
    agenda_arm(in);
  } else if (in->handing == GIVEN) { /* stands still until destroy */
    agenda_clear(in);
    drop_calls(in);
  }
}

const hsw_handover handover_table = {
    .size = sizeof(hsw_handover),
    .ways = HSW_KIT_WAYS,
    .prepare = handover_prepare,
    .give = handover_give,
    .take = handover_take,
    .settle = handover_settle,
};
