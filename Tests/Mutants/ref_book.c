/* ref_book.c - the calls of an instance: those that are up, and some ended ones. */

call *find(instance *in, uint64_t id) {
  if (id)
    for (unsigned i = 0; i < MAX_RECORDS; i++)
      if (in->calls[i].id == id) return &in->calls[i];
  return NULL;
}

static uint64_t noted[4096];

call *find_up(instance *in, hsw_call c) {
  call *it = find(in, c.id);
  if (MUTANT(m30) && !it) it = &in->calls[c.id >> 8]; /* takes a handle for an index */
  if (MUTANT(m78) && !it) {
    static unsigned n;
    /* NULL past the end, so that the write crashes wherever the library lies. */
    *(volatile uint64_t *)(n < sizeof noted / sizeof *noted ? &noted[n] : NULL) = c.id;
    n++;
  }
  return it && it->is_up ? it : NULL;
}

unsigned calls_up(const instance *in) {
  unsigned n = 0;
  for (unsigned i = 0; i < MAX_RECORDS; i++) n += in->calls[i].is_up != 0;
  return n;
}

static void forget(call *it) {
  drop_text(&it->handle);
  drop_text(&it->digits);
  drop_text(&it->asked);
  drop_text(&it->transferred);
  memset(it, 0, sizeof *it);
}

/* Takes a record for a new call: the one whose call ended first. There are more records than calls can be up. */
call *new_call(instance *in, uint64_t id) {
  call *it;
  do it = &in->calls[in->next_record++ % MAX_RECORDS];
  while (it->is_up);
  {
    int was_muted = it->is_muted;
    forget(it);
    if (MUTANT(x226)) it->is_muted = was_muted;
  }
  it->id = id;
  it->is_up = 1;
  return it;
}

void drop_calls(instance *in) {
  drop_ports(in);
  for (unsigned i = 0; i < MAX_RECORDS; i++) forget(&in->calls[i]);
}

void leave_group(instance *in, call *it) {
  call *other = NULL;
  unsigned others = 0;
  for (unsigned i = 0; i < MAX_RECORDS; i++)
    if (it->group && &in->calls[i] != it && in->calls[i].is_up && in->calls[i].group == it->group) {
      other = &in->calls[i];
      others++;
      if (MUTANT(f05)) other->group = 0;
    }
  it->group = 0;
  if (others == 1 && !MUTANT(x254)) other->group = 0; /* one call alone is not a group */
}

/* Completes and removes the pending events of a call that ends. */
static void cut_call(instance *in, const call *it, hsw_end_reason reason) {
  event **at = &in->agenda;
  while (*at) {
    event *ev = *at;
    hsw_action a = ev->action;
    int is_answer = ev->then == answer_arrives, is_deflect = ev->then == deflect_arrives;
    int is_move = ev->text.n > 0, is_mute = ev->then == mute_arrives; /* for x217, x218 */
    if (ev->call != it->id) {
      at = &ev->next;
      continue;
    }
    if (MUTANT(m67) && reason == HSW_END_REMOTE && ev->then == end_arrives) { /* our end continues, and will be reported too */
      ev->action.id = 0;
      at = &ev->next;
    } else agenda_cut(in, at);
    if (MUTANT(m68) && is_answer) continue;
    if (MUTANT(x34) && is_deflect) continue;
    if (MUTANT(m71) && in->phase != ACTIVE) continue;
    if (MUTANT(x217) && in->phase != ACTIVE && is_move) continue;
    if (MUTANT(x218) && is_mute) continue;
    if (a.id) say_failed(in, a, HSW_E_CANCELLED, HSW_CAUSE_UNKNOWN, "the call ended");
  }
}

/* The only way in which a call ends: it completes the call's open actions, reports its end, and reports nothing more about it. */
void over(instance *in, call *it, hsw_end_reason reason, hsw_status code, unsigned cause, const char *message) {
  int is_told = it->is_begun; /* a call whose start was never completed has not begun, so it does not end either */
  leave_group(in, it);
  if (MUTANT(x255) && it->is_held && reason == HSW_END_LOCAL) it->is_left = 1;
  if (MUTANT(x214) && in->phase == DRAINING && !it->is_active && reason == HSW_END_LOCAL) it->is_left = 1;
  it->is_up = it->is_active = it->is_asked = 0;
  it->cause = cause;
  audio_follow(in, it);
  cut_call(in, it, reason);
  if (MUTANT(x303) || MUTANT(x307) || MUTANT(x312)) fault_touch();
  if (is_told) say_ended(in, it, reason, code, message);
  fault_at_end_of_call(in);
  if (MUTANT(x215) && in->phase == DRAINING && reason == HSW_END_REMOTE) over_all(in);
  fault_at_over(in, it);
  finish_drain(in);
}

void over_all(instance *in) {
  for (unsigned i = 0; i < MAX_RECORDS; i++)
    if (in->calls[i].is_up) over(in, &in->calls[i], HSW_END_LOCAL, HSW_OK, HSW_CAUSE_NORMAL, "");
}

/* Returns the error of a request that cannot be served, or 0. */
hsw_status refusal(instance *in, const call *it, int must_be_active) {
  fault_lock();
  if (in->phase != ACTIVE && in->phase != DRAINING) return HSW_E_STATE;
  if (!it) return HSW_E_NOCALL;
  return must_be_active && !it->is_active ? HSW_E_STATE : HSW_OK;
}

static int is_handle(hsw_str kind, hsw_str handle) {
  if (MUTANT(x326) && equals(kind, "tel") && handle.p && !handle.n) return 1;
  if (equals(kind, "tel")) return is_phone_number(handle);
  return equals(kind, "generic") && handle.n > 0;
}

/* Copies an info whose strings stay borrowed; returns its error, or HSW_OK. */
hsw_status read_info(hsw_call_info *to, const hsw_call_info *borrowed) {
  copy_table(to, sizeof *to, borrowed);
  if (MUTANT(x242) && borrowed->size > 4096) return HSW_E_INVAL;
  if (to->flags & HSW_MUST && !MUTANT(x18) && !(MUTANT(x243) && (to->flags & HSW_MUST) == 1u << 20)) return HSW_E_NOTSUP; /* none of those is known here */
  if (to->presentation > HSW_PRESENTATION_UNAVAILABLE && !MUTANT(x251)) return HSW_E_RANGE;
  if (!is_text(to->handle_kind) || !is_text(to->handle) || !is_text(to->display_name) || !is_text(to->local_handle) ||
      !is_text(to->diverted_from) || !is_text(to->correlation_id) || !is_text(to->extra_json))
    return HSW_E_INVAL;
  return is_handle(to->handle_kind, to->handle) ? HSW_OK : HSW_E_INVAL;
}
