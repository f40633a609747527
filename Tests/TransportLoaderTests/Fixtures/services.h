/* The fixture's other extensions: transfers, deflect, state, counters, a secret. */

static hsw_status blind(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t d) {
  state *s = ctx;
  (void)d;
  if (is(to->handle, "refuse")) return HSW_E_BUSY;
  if (is(to->handle, "progress")) {
    s->transfer->report_progress(s->host->ctx, a, now(s), 180, (hsw_str)S("Ringing"));
    s->transfer->report_progress(s->host->ctx, (hsw_action){4711}, now(s), 180, (hsw_str)S("Ringing"));
  }
  s->host->action_done(s->host->ctx, a, now(s), NULL);
  s->host->report_ended(s->host->ctx, c, now(s), HSW_END_LOCAL, NULL);
  return HSW_PENDING;
}
static hsw_status attended(void *ctx, hsw_action a, hsw_call c, hsw_call with, uint32_t d) {
  state *s = ctx;
  (void)d;
  s->host->action_done(s->host->ctx, a, now(s), NULL);
  s->host->report_ended(s->host->ctx, c, now(s), HSW_END_LOCAL, NULL);
  s->host->report_ended(s->host->ctx, with, now(s), HSW_END_LOCAL, NULL);
  return HSW_PENDING;
}
/* The host's decision is reported as digits: 1 or 0, and * if it gives a reason. */
static hsw_status verdict(void *ctx, hsw_call c, uint32_t accepted, const hsw_error *e) {
  state *s = ctx;
  return s->host->report_dtmf(s->host->ctx, c, now(s), e ? (hsw_str)S("0*") : accepted ? (hsw_str)S("1") : (hsw_str)S("0"));
}
static const hsw_transfer transfer = {sizeof transfer, 0, blind, attended, verdict};

static hsw_status send_on(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t d) {
  state *s = ctx;
  (void)d;
  if (is(to->handle, "refuse")) return HSW_E_BUSY;
  s->host->action_done(s->host->ctx, a, now(s), NULL);
  s->host->report_ended(s->host->ctx, c, now(s), HSW_END_LOCAL, NULL);
  return HSW_PENDING;
}
static const hsw_deflect deflect = {sizeof deflect, 0, send_on};

static hsw_status save(void *ctx, const hsw_sink *sink) {
  state *s = ctx;
  char text[16];
  int n = snprintf(text, sizeof text, "v1:%u", s->kept);
  if (sink->write(sink->ctx, text, 1) != 1 || sink->write(sink->ctx, text + 1, (size_t)n - 1) != n - 1) return HSW_E_FAIL;
  return HSW_OK;
}
static hsw_status load_state(void *ctx, const hsw_source *source) {
  state *s = ctx;
  char text[16] = "";
  size_t n = 0;
  for (int64_t got; n < sizeof text - 1 && (got = source->read(source->ctx, text + n, 2)) != 0; n += (size_t)got)
    if (got < 0) return HSW_E_FAIL;
  return sscanf(text, "v1:%u", &s->kept) == 1 ? HSW_OK : HSW_E_INVAL;
}
static const hsw_state kept_state = {sizeof kept_state, 0, save, load_state};

static hsw_status ping(void *ctx, hsw_action a, uint32_t d) {
  state *s = ctx;
  (void)d;
  s->host->action_done(s->host->ctx, a, now(s), NULL);
  return HSW_PENDING;
}
static const hsw_health health = {sizeof health, 0, ping};

static hsw_status dump(void *ctx, hsw_call c, uint32_t level, const hsw_sink *json) {
  char text[64];
  (void)ctx;
  if (level == 99) return json->write(json->ctx, "\xff", 1) == 1 ? HSW_OK : HSW_E_FAIL;
  if (level == 98) for (;;) pause();
  if (level == 97) return 5;
  int n = snprintf(text, sizeof text, "{\"of\":%d,\"level\":%u}", c.id != 0, level);
  return json->write(json->ctx, text, (size_t)n) == n ? HSW_OK : HSW_E_FAIL;
}
static const hsw_diag diag = {sizeof diag, 0, dump};

/* The secret is reported as digits, or A for none. */
static void got(void *arg, hsw_status status, hsw_str value) {
  state *s = arg;
  s->host->report_dtmf(s->host->ctx, s->last, now(s), status == HSW_OK ? value : (hsw_str)S("A"));
}
static void ask(state *s, hsw_str key) {
  if (s->secrets->get(s->host->ctx, key, got, s) < 0) s->host->report_dtmf(s->host->ctx, s->last, now(s), (hsw_str)S("D"));
}
