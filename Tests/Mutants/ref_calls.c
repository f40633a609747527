/* ref_calls.c - the extension that every plugin offers. */

static hsw_status calls_start(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *borrowed, uint32_t deadline_ms);

void start_arrives(instance *in, event *ev) {
  call *it = its_call(in, ev);
  if (!it) return;
  if (MUTANT(m77) && in->faults.borrowed) say_log(in, HSW_LOG_DEBUG, in->faults.borrowed);
  it->is_begun = 1;
  if (MUTANT(x241)) in->table.flags = (uint32_t)in->outgoing + 1;
  in->outgoing++;
  say_done(in, ev->action, NULL);
  say_update(in, it);
  if (MUTANT(f01)) {
    it->has_said_active = 1;
    say_state(in, it, HSW_CALL_ACTIVE);
  }
  far_end_begins(in, it);
}

static instance *current;   /* for m22 */
static unsigned load_epoch; /* for m08 */

static hsw_status calls_start(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *borrowed, uint32_t deadline_ms) {
  instance *in = MUTANT(m22) && current ? current : ctx;
  hsw_call_info to;
  hsw_status no;
  call *it;
  (void)deadline_ms; /* the host watches the deadline, and sends `cancel` */
  fault_lock();
  if (in->phase != ACTIVE) return HSW_E_STATE;
  if (MUTANT(m08) && in->faults.load_epoch != load_epoch) return HSW_E_STATE;
  if (!a.id || !c.id || c.id >> 63) return HSW_E_INVAL;
  if (MUTANT(m52)) {
    char handle[64];
    strcpy(handle, borrowed->handle.p ? borrowed->handle.p : "");
    *(volatile char *)handle = handle[0];
  }
  no = read_info(&to, borrowed);
  if (no) fault_at(AT_REFUSED_START, in);
  if (MUTANT(f07) && no == HSW_E_INVAL) return HSW_OK; /* and reports nothing about that call again */
  if (MUTANT(x227) && no == HSW_E_INVAL) in->lost_slots++;
  if (MUTANT(x250) && !no && equals(to.handle_kind, "generic")) return HSW_E_INVAL;
  if (MUTANT(x229) && in->outgoing > 600) return HSW_E_BUSY;
  if (no == HSW_E_INVAL) return say_failed(in, a, no, HSW_CAUSE_INVALID_NUMBER, "that can not be called");
  if (no) return no;
  if (find(in, c.id)) return HSW_E_STATE;
  if (in->line == HSW_LINE_DOWN) return say_failed(in, a, HSW_E_NET, HSW_CAUSE_OUT_OF_ORDER, "the line is not registered");
  if (calls_up(in) + in->lost_slots >= in->settings.max_calls) {
    if (MUTANT(x267))
      for (unsigned i = 0; i < MAX_RECORDS; i++) in->calls[i].is_muted = 0;
    if (!MUTANT(m31)) return HSW_E_BUSY;
    for (unsigned i = 0; i < MAX_RECORDS; i++)
      if (in->calls[i].is_up) {
        in->calls[i].is_up = 0;
        break;
      }
  }
  it = new_call(in, c.id);
  it->is_outgoing = 1;
  if (!keep_text(&it->handle, to.handle) || !keep_text(&in->last_dialed, to.handle)) {
    it->is_up = 0;
    return HSW_E_NOMEM;
  }
  if (MUTANT(m77)) in->faults.borrowed = to.handle.p;
  if (MUTANT(x313)) fault_keep(to.handle_kind);
  if (MUTANT(x327)) { /* cuts the number for its log */
    char line[64];
    snprintf(line, sizeof line, "calls %.40s", to.handle.p);
    say_log(in, HSW_LOG_DEBUG, line);
  }
  fault_at_start(in);
  fault_at(AT_START, in);
  no = arrives(in, a, it, start_arrives, 0);
  if (no < 0) it->is_up = 0;
  return no;
}

void answer_arrives(instance *in, event *ev) {
  call *it = its_call(in, ev);
  if (!it) return;
  it->is_active = 1;
  if (MUTANT(x202)) it->is_muted = 0;
  audio_follow(in, it);
  if (ev->action.id) say_done(in, ev->action, NULL);
}

/* Drops a pending answer or deflect of a call with which something else happens. */
static void give_up(instance *in, const call *it, void (*then)(instance *, event *), const char *why) {
  event **at = &in->agenda;
  while (*at && ((*at)->then != then || (*at)->call != it->id)) at = &(*at)->next;
  if (*at) {
    hsw_action a = (*at)->action;
    agenda_cut(in, at);
    if (a.id && !(MUTANT(m68) && then == answer_arrives)) say_failed(in, a, HSW_E_CANCELLED, HSW_CAUSE_UNKNOWN, why);
  }
}

static hsw_status calls_answer(void *ctx, hsw_action a, hsw_call c, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, 0);
  (void)deadline_ms;
  if (no) return no;
  if (MUTANT(x256) && !it->is_outgoing && it->is_active) return HSW_OK;
  fault_at(AT_ANSWER, in);
  if (it->is_outgoing || it->is_active) return HSW_E_STATE;
  for (event *ev = in->agenda; ev; ev = ev->next)
    if (ev->call == it->id && ev->then == answer_arrives) return HSW_E_STATE; /* already under way */
  give_up(in, it, deflect_arrives, "the call is being answered");
  if (MUTANT(m25)) { /* completes at once; the caller gets the answer later */
    event *ev = agenda_add(in, SECOND, answer_arrives);
    if (ev) ev->call = it->id;
    return HSW_OK;
  }
  return arrives(in, a, it, answer_arrives, 0);
}

static const unsigned causes[] = {HSW_CAUSE_NORMAL, HSW_CAUSE_NORMAL, HSW_CAUSE_REJECTED, HSW_CAUSE_BUSY,
                                  HSW_CAUSE_REJECTED, HSW_CAUSE_BUSY, HSW_CAUSE_NO_ANSWER};

/* Returns the cause for the host's `why`; an unknown one is a plain hang-up. */
static unsigned cause_of(hsw_end_why why) {
  if (MUTANT(m66)) return HSW_CAUSE_NORMAL;
  if (MUTANT(m73)) return causes[why];
  return why < sizeof causes / sizeof *causes ? causes[why] : HSW_CAUSE_NORMAL;
}

void end_arrives(instance *in, event *ev) {
  call *it = its_call(in, ev), gone;
  if (MUTANT(m67) && !it) {
    memset(&gone, 0, sizeof gone);
    gone.id = ev->call;
    say_ended(in, &gone, HSW_END_LOCAL, HSW_OK, "");
  }
  if (!it) return;
  say_done(in, ev->action, NULL);
  if (MUTANT(m26)) say_done(in, ev->action, NULL);
  if (MUTANT(m64)) { /* our side is gone, the far end goes on */
    hsw_call left = {it->id};
    cut_call(in, it, HSW_END_LOCAL);
    it->is_up = 0;
    if (in->host.report_ended) in->host.report_ended(in->host.ctx, left, now(in), HSW_END_LOCAL, NULL);
    finish_drain(in);
    return;
  }
  over(in, it, HSW_END_LOCAL, HSW_OK, cause_of(ev->number), "");
}

static hsw_status calls_end(void *ctx, hsw_action a, hsw_call c, hsw_end_why why, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, 0);
  (void)deadline_ms;
  if (MUTANT(f03) && no == HSW_E_NOCALL) over_all(in);
  if (no) return no;
  if (MUTANT(m65) && !it->is_active) return HSW_E_STATE;
  give_up(in, it, answer_arrives, "the call is being ended");
  give_up(in, it, deflect_arrives, "the call is being ended");
  return arrives(in, a, it, end_arrives, why);
}

static void calls_shown(void *ctx, hsw_call c) {
  call *it = find_up(ctx, c);
  if (MUTANT(m66)) return;
  if (MUTANT(x263))
    for (unsigned i = 0; it && i < MAX_RECORDS; i++) ((instance *)ctx)->calls[i].is_ringing = 1;
  if (it && !it->is_outgoing) it->is_ringing = 1; /* the caller hears ringing */
}

static void calls_cancel(void *ctx, hsw_action a) {
  instance *in = ctx;
  event **at = &in->agenda;
  fault_lock();
  if (MUTANT(m37)) return;
  while (*at && (!a.id || (*at)->action.id != a.id)) at = &(*at)->next;
  if (MUTANT(x264) && !*at) fault_undo(in, a);
  if (MUTANT(x265) && *at && (*at)->then == mute_arrives) {
    call *it = find(in, (*at)->call);
    if (it) give_up(in, it, hold_arrives, "the host cancelled a request");
    at = &in->agenda;
    while (*at && (*at)->action.id != a.id) at = &(*at)->next;
  }
  if (!*at || (MUTANT(x33) && (*at)->then == deflect_arrives)) return;
  if (MUTANT(x208) && (*at)->then == mute_arrives) return;
  if (MUTANT(x210) && (*at)->due == NEVER) { /* what a silent far end did not take happens all the same */
    event *late = *at;
    *at = late->next;
    late->action.id = 0;
    late->due = now(in) + SECOND;
    insert(in, late);
    agenda_arm(in);
    return;
  }
  if ((*at)->then == start_arrives) { /* cancelling a start ends its call, without a report */
    call *it = find(in, (*at)->call);
    fault_at(AT_CANCELLED_START, in);
    (*at)->action.id = 0;
    if (MUTANT(x209) && it) it->is_left = 1;
    if (it) over(in, it, HSW_END_LOCAL, HSW_OK, HSW_CAUSE_NORMAL, ""); /* removes the event with its call */
    return;
  }
  agenda_cut(in, at);
}

const hsw_calls calls_table = {
    .size = sizeof(hsw_calls),
    .start = calls_start,
    .answer = calls_answer,
    .end = calls_end,
    .shown = calls_shown,
    .cancel = calls_cancel,
};
