/* ref_life.c - an instance, from create to destroy. */

hsw_status fail(hsw_why *why, hsw_status code, const char *sentence) {
  size_t end = why->size < sizeof *why ? why->size : offsetof(hsw_why, text) + sizeof why->text;
  if (MUTANT(x02)) return code;
  if (end >= offsetof(hsw_why, text)) why->code = code;
  if (end > offsetof(hsw_why, text)) snprintf(why->text, end - offsetof(hsw_why, text), "%s", sentence);
  return code;
}

static const void *host_extension(instance *in, const char *id) {
  return in->host.get_extension ? in->host.get_extension(in->host.ctx, id) : NULL;
}

/* Copies a host extension; treats one with unknown HSW_MUST flags as missing. */
static void take_extension(instance *in, const char *id, void *to, size_t room) {
  uint32_t flags;
  copy_table(to, room, host_extension(in, id));
  memcpy(&flags, (const char *)to + sizeof(uint32_t), sizeof flags);
  if (flags & HSW_MUST && !MUTANT(x18)) memset(to, 0, room);
}

static void on_forgotten(void *arg, hsw_timer t) { (void)arg, (void)t; }

static hsw_status instance_init(void *ctx, hsw_why *why) {
  instance *in = ctx;
  if (in->phase != CREATED) return fail(why, HSW_E_STATE, "init comes once, after create");
  in->phase = FAILED;
  take_extension(in, HSW_HEXT_LOOP, &in->loop, sizeof in->loop);
  take_extension(in, HSW_HEXT_LOG, &in->log, sizeof in->log);
  take_extension(in, HSW_HEXT_SECRETS, &in->secrets, sizeof in->secrets);
  take_extension(in, HSW_HEXT_TRANSFER, &in->transfer, sizeof in->transfer);
  in->faults.unchecked_log = host_extension(in, HSW_HEXT_LOG);
  if (MUTANT(m61) && in->loop.add_timer && !host_extension(in, HSW_HEXT_LOG)) {
    hsw_timer left;
    in->loop.add_timer(in->host.ctx, 60 * SECOND, 0, on_forgotten, NULL, &left);
    return fail(why, HSW_E_NOTSUP, "the host offers no " HSW_HEXT_LOG);
  }
  if (!in->loop.add_timer || !in->loop.now_ns) return fail(why, HSW_E_NOTSUP, "the host offers no " HSW_HEXT_LOOP " that we understand");
  in->phase = IDLE;
  fault_at_init(in);
  fault_at(AT_INIT, in);
  say_log(in, HSW_LOG_DEBUG, "ready");
  if (MUTANT(m22)) current = in;
  return HSW_OK;
}

static hsw_status instance_activate(void *ctx, hsw_why *why) {
  instance *in = ctx;
  hsw_status status;
  fault_lock();
  fault_at(AT_ACTIVATE, in);
  if (MUTANT(m21) && in->phase == ACTIVE) return open_listener(in, why);
  if (MUTANT(x258) && fault_keeps_drain(in)) return HSW_OK;
  if (in->phase != IDLE) return fail(why, HSW_E_STATE, "activate comes after init, and not twice");
  in->phase = ACTIVE;
  status = in->handing == TOOK ? take_up(in, why) : line_up(in, why);
  if (MUTANT(x322)) in->table.flags++;
  if (status) in->phase = IDLE;
  if (MUTANT(x232) && ++in->faults.activations > 60) say_line(in, HSW_LINE_READY, HSW_OK, "");
  return status;
}

void finish_drain(instance *in) {
  if (in->phase != DRAINING || calls_up(in)) return;
  in->phase = IDLE;
  line_down(in);
  if (in->host.deactivated && !MUTANT(m23)) in->host.deactivated(in->host.ctx);
}

static void on_drained(instance *in, event *ev) {
  (void)ev;
  over_all(in);
}

static hsw_status instance_deactivate(void *ctx, uint32_t drain_ms) {
  instance *in = ctx;
  fault_lock();
  fault_at(AT_DEACTIVATE, in);
  if (in->phase != ACTIVE) return HSW_E_STATE;
  if (MUTANT(x301)) fault_touch();
  line_down(in);
  in->phase = IDLE; /* not yet DRAINING, so that ending all calls here completes no deactivate */
  if (drain_ms && calls_up(in) && (drain_ms == ~0u || agenda_add(in, drain_ms * (MUTANT(x213) ? 500000ull : 1000000ull), on_drained))) {
    in->phase = DRAINING;
    return HSW_PENDING;
  }
  over_all(in);
  return HSW_OK;
}

/* Forgets what concerns calls. Events of the line and the drain go on, without the actions, which the host has forgotten. */
static void forget_calls(instance *in) {
  event **at = &in->agenda;
  while (*at)
    if (!(*at)->call) {
      (*at)->action.id = 0;
      at = &(*at)->next;
    } else if (MUTANT(m75) && (*at)->action.id) at = &(*at)->next;
    else agenda_cut(in, at);
  drop_calls(in);
}

static void instance_reset(void *ctx) {
  instance *in = ctx;
  fault_lock();
  fault_at(AT_RESET, in);
  if (in->phase < IDLE) return;
  if (MUTANT(x313)) fault_touch();
  if (MUTANT(m76) && calls_up(in)) in->lost_slots++;
  if (MUTANT(m51))
    for (unsigned i = 0; i < MAX_RECORDS; i++)
      if (in->calls[i].is_up) say_ended(in, &in->calls[i], HSW_END_LOCAL, HSW_OK, "");
  if (MUTANT(x230)) in->minted = 0;
  if (MUTANT(x253)) say_line(in, HSW_LINE_TRYING, HSW_OK, "");
  forget_calls(in);
  finish_drain(in);
}

static void instance_destroy(void *ctx) {
  instance *in = ctx;
  fault_at_destroy(in);
  if (MUTANT(x305)) fault_touch();
  if (MUTANT(x233)) fault_share_hold(in, NULL, 0);
  if (MUTANT(x259) && in->phase == DRAINING) *(volatile int *)NULL = 0;
  fault_at(AT_DESTROY, in);
  if (MUTANT(m22)) current = NULL;
  agenda_clear(in);
  drop_calls(in);
  drop_text(&in->last_dialed);
  close_listener(in);
  free(in);
}

/* Constant and the same for all instances, so any thread may ask. */
static const struct offer {
  const char *id;
  const void *table;
} offers[] = {
    {HSW_EXT_CALLS, &calls_table},       {HSW_EXT_HOLD, &hold_table},     {HSW_EXT_MUTE, &mute_table},
    {HSW_EXT_DTMF, &dtmf_table},         {HSW_EXT_GROUP, &group_table},   {HSW_EXT_TRANSFER, &transfer_table},
    {HSW_EXT_DEFLECT, &deflect_table},   {HSW_EXT_LINE, &line_table},     {HSW_EXT_CONFIG, &config_table},
    {HSW_EXT_STATE, &state_table},       {HSW_EXT_AUDIO, &audio_table},   {HSW_EXT_HEALTH, &health_table},
    {HSW_EXT_DIAG, &diag_table},         {HSW_EXT_TESTPEER, &peer_table}, {HSW_EXT_HANDOVER, &handover_table},
};

static const void *one_of_two_tables(void) {
  static hsw_diag tables[2];
  static atomic_uint asked;
  hsw_diag *table = &tables[atomic_fetch_add(&asked, 1) & 1];
  *table = diag_table;
  return table;
}

static const void *look_up(const char *id) {
  if (MUTANT(m58) && !strcmp(id, HSW_EXT_DIAG)) return one_of_two_tables();
  for (unsigned i = 0; i < sizeof offers / sizeof *offers; i++)
    if (MUTANT(x245) && strstr(offers[i].id, "hold") ? !strcasecmp(id, offers[i].id) : MUTANT(m16) ? !strncmp(id, offers[i].id, strlen(offers[i].id)) : !strcmp(id, offers[i].id)) return offers[i].table;
  return NULL;
}

static const void *instance_get_extension(void *ctx, const char *id) {
  (void)ctx;
  if (MUTANT(x309)) {
    fault_touch();
    fault_keep((hsw_str){id, 1});
  }
  if (MUTANT(x319) && !strcmp(id, HSW_EXT_HEALTH)) return fault_table_on_stack();
  if (MUTANT(x320) && !strcmp(id, HSW_EXT_HOLD)) return fault_changing_hold();
  if (MUTANT(m70)) {
    static atomic_int inside;
    const void *found;
    if (atomic_fetch_add(&inside, 1)) abort();
    for (volatile int i = 0; i < 1000; i++) {
    }
    found = look_up(id);
    atomic_fetch_sub(&inside, 1);
    return found;
  }
  return look_up(id);
}

void make_instance(instance *in) {
  in->listener = -1;
  in->table.size = sizeof in->table;
  in->table.ctx = in;
  in->table.init = instance_init;
  in->table.activate = instance_activate;
  in->table.deactivate = instance_deactivate;
  in->table.reset = instance_reset;
  in->table.destroy = instance_destroy;
  in->table.get_extension = instance_get_extension;
}
