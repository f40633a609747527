/* Wrong/handover.c - adapters of the chapter on handovers. */

/* ---------------------------------------------------------------------------------------------------------------------- handovers */

#if WRONG(136)
static uint64_t moved[MAX_RECORDS];
static unsigned n_moved;
static int64_t note_moved(void *ctx, const void *p, size_t n) {
  (void)ctx;
  if (n == sizeof *moved && n_moved < MAX_RECORDS) memcpy(&moved[n_moved++], p, n);
  return (int64_t)n;
}
static hsw_status adapter_give(void *ctx, uint32_t way, const hsw_parcel *out) {
  instance *in = ctx;
  hsw_parcel own = {.size = sizeof own, .write = note_moved};
  n_moved = 0;
  if (example_give(frame_of(in), way, &own) || in->phase != ACTIVE || in->handing > PREPARED) return handover_give(ctx, way, out);
  for (unsigned i = 0; i < MAX_RECORDS; i++) {
    int is_moved = !in->calls[i].is_up || !in->calls[i].is_held;
    for (unsigned k = 0; k < n_moved; k++) is_moved |= moved[k] == in->calls[i].id;
    if (!is_moved) frame_forget(frame_of(in), frame_call_of(in, in->calls[i].id));
  }
  return handover_give(ctx, way, out);
}
ADAPTER_TABLE(HSW_EXT_HANDOVER, hsw_handover, handover_table, give, adapter_give)
#define HAS_TABLE
#endif

#if WRONG(137)
static hsw_status adapter_take(void *ctx, uint32_t way, const hsw_parcel *from, hsw_why *why) {
  instance *in = ctx;
  hsw_status no = handover_take(ctx, way, from, why);
  frame_instance *fi = frame_of(in);
  if (no) return no;
  fi->minted = in->minted;
  no = example_take(fi, way, from, why);
  in->minted = fi->minted;
  return no;
}
ADAPTER_TABLE(HSW_EXT_HANDOVER, hsw_handover, handover_table, take, adapter_take)
#define HAS_TABLE
#endif

#if WRONG(138)
static int64_t drop(void *ctx, const void *p, size_t n) { return (void)ctx, (void)p, (int64_t)n; }
static hsw_status adapter_give(void *ctx, uint32_t way, const hsw_parcel *out) {
  instance *in = ctx;
  hsw_parcel own = {.size = sizeof own, .write = drop};
  hsw_status no = handover_give(ctx, way, out);
  if (no || example_give(frame_of(in), way, &own)) return no;
  in->is_still = 0;
  listen_again(in, HSW_FD_READ);
  agenda_arm(in);
  return HSW_OK;
}
ADAPTER_TABLE(HSW_EXT_HANDOVER, hsw_handover, handover_table, give, adapter_give)
#define HAS_TABLE
#endif

#if WRONG(139)
static void adapter_settle(void *ctx, uint32_t outcome) {
  instance *in = ctx;
  frame_instance *fi = frame_of(in);
  if (outcome != HSW_HANDOVER_REFUSED || in->handing != GIVEN) {
    handover_settle(ctx, outcome);
    return;
  }
  fi->socket = in->listener;
  example_settle(fi, outcome);
  in->handing = HERE;
  in->is_still = 0;
  agenda_clear(in); /* its timers are not set again */
}
ADAPTER_TABLE(HSW_EXT_HANDOVER, hsw_handover, handover_table, settle, adapter_settle)
#define HAS_TABLE
#endif

#if WRONG(140)
/* A parcel of which the head was read: what follows begins with a count. */
static hsw_status adapter_take(void *ctx, uint32_t way, const hsw_parcel *from, hsw_why *why) {
  instance *in = ctx;
  parcel_head head;
  hsw_status no = handover_take(ctx, way, from, why);
  if (no != HSW_E_INVAL || in->phase != IDLE) return no;
  if (read_bytes(from, &head, sizeof head) == 0) memset(&head, 0xff, sizeof head);
  return example_take(frame_of(in), way, from, why);
}
ADAPTER_TABLE(HSW_EXT_HANDOVER, hsw_handover, handover_table, take, adapter_take)
#define HAS_TABLE
#endif

#if WRONG(141)
static hsw_status adapter_prepare(void *ctx, uint32_t way, const hsw_parcel *borrowed) {
  instance *in = ctx;
  frame_instance *fi = frame_of(in);
  hsw_parcel out;
  hsw_status no = handover_prepare(ctx, way, borrowed);
  if (no) return no;
  copy_table(&out, sizeof out, borrowed);
  fi->socket = in->listener;
  return example_prepare(fi, way, &out);
}
ADAPTER_TABLE(HSW_EXT_HANDOVER, hsw_handover, handover_table, prepare, adapter_prepare)
#define HAS_TABLE
#endif
