/* The fixture's handover. The new version reports the digit 3 once it has taken over, the old one 4 when it goes on; a wrong parcel is reported as D.
 * -DPREPARE, -DGIVE, -DTAKE and -DSETTLE run a statement in a function. */
#include <hookswitch/draft-handover.h>

typedef struct { char magic[8]; uint64_t minted; hsw_call last; hsw_action last_action; char handle[64]; int32_t event; } moved;

static hsw_status prepare_handover(void *ctx, uint32_t way, const hsw_parcel *out) {
  state *s = ctx;
  (void)s;
#ifdef PREPARE
  PREPARE;
#endif
  int fd = eventfd(7, EFD_CLOEXEC | EFD_NONBLOCK);
  int32_t index = out->put_fd(out->ctx, fd);
  close(fd);
  if (way != HSW_HANDOVER_CALLS || index != 0 || out->read || out->take_fd) return HSW_E_INVAL;
  return send(out->link, "hello", 5, MSG_NOSIGNAL) == 5 ? HSW_OK : HSW_E_FAIL;
}
static hsw_status give(void *ctx, uint32_t way, const hsw_parcel *out) {
  state *s = ctx;
  (void)way;
#ifdef GIVE
  GIVE;
#endif
  moved m = {"fixture", s->minted, s->last, s->last_action, "", 0};
  memcpy(m.handle, s->handle, sizeof m.handle);
  return out->write(out->ctx, &m, sizeof m) == sizeof m ? HSW_OK : HSW_E_FAIL;
}
static hsw_status take(void *ctx, uint32_t way, const hsw_parcel *in, hsw_why *why) {
  state *s = ctx;
  moved m;
  char text[8];
  uint64_t count = 0;
  (void)way; (void)why;
#ifdef TAKE
  TAKE;
#endif
  if (in->read(in->ctx, &m, sizeof m) != sizeof m || strcmp(m.magic, "fixture") || in->read(in->ctx, text, 1) != 0) return HSW_E_INVAL;
  int fd = in->take_fd(in->ctx, 0);
  if (fd < 0 || read(fd, &count, 8) != 8 || count != 7 || in->take_fd(in->ctx, 0) != HSW_E_STALE || in->take_fd(in->ctx, 1) != HSW_E_RANGE) return HSW_E_RANGE;
  close(fd);
  if (recv(in->link, text, sizeof text, 0) != 5) return HSW_E_FAIL;
  s->minted = m.minted;
  s->last = m.last;
  s->last_action = m.last_action;
  memcpy(s->handle, m.handle, sizeof s->handle);
  return HSW_OK;
}
static void settle(void *ctx, uint32_t outcome) {
  state *s = ctx;
#ifdef SETTLE
  SETTLE;
#endif
  const int is_new = s->was_new;
  if (outcome == HSW_HANDOVER_TAKEN && !is_new) { s->draining = 2; return; }
  if (outcome == HSW_HANDOVER_TAKEN && !strcmp(s->handle, "silent")) {
    s->host->action_done(s->host->ctx, s->last_action, now(s), NULL);
    s->host->report_state(s->host->ctx, s->last, now(s), HSW_CALL_ACTIVE);
  }
  if (s->last.id) s->host->report_dtmf(s->host->ctx, s->last, now(s), is_new ? (hsw_str)S("3") : (hsw_str)S("4"));
  s->was_new = 0;
}
static hsw_status take_first(void *ctx, uint32_t way, const hsw_parcel *in, hsw_why *why) {
  ((state *)ctx)->was_new = 1;
  return take(ctx, way, in, why);
}
static const hsw_handover handover = {sizeof handover, 0, HSW_HANDOVER_CALLS, 0, prepare_handover, give, take_first, settle};
