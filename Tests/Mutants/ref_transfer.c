/* ref_transfer.c - transfers of far ends to each other. */

static int is_in_service(hsw_str number) { return !equals(number, "5550105") && !equals(number, "5550106"); }

static void say_progress(instance *in, hsw_action a) {
  if (in->transfer.report_progress)
    in->transfer.report_progress(in->host.ctx, a, now(in), 100, str("the far end is asked to go"));
}

static void blind_arrives(instance *in, event *ev) {
  call *it = its_call(in, ev);
  hsw_str to = lend(&ev->text);
  if (!it) return;
  if (!is_in_service(to)) {
    say_failed(in, ev->action, HSW_E_FAIL, HSW_CAUSE_UNALLOCATED, "the number to go to is not in service");
    if (MUTANT(x19)) over(in, it, HSW_END_LOCAL, HSW_OK, HSW_CAUSE_NORMAL, ""); /* refused, and yet the call is lost */
    return;
  }
  if (!MUTANT(x06)) keep_text(&it->transferred, to);
  say_done(in, ev->action, NULL);
  ev->action.id = 0;
  over(in, it, HSW_END_LOCAL, HSW_OK, HSW_CAUSE_NORMAL, "");
}

/* Reports progress half-way: the far end has got the request. */
static void blind_progresses(instance *in, event *ev) {
  call *it = its_call(in, ev);
  event *next;
  if (!it) return;
  next = agenda_add(in, network_delay(in), blind_arrives);
  if (!next) {
      say_failed(in, ev->action, HSW_E_FAIL, HSW_CAUSE_UNKNOWN, "the host gives no timer");
    return;
  }
  next->action = ev->action;
  next->call = ev->call;
  next->text = ev->text; /* moved to the next event */
  memset(&ev->text, 0, sizeof ev->text);
  say_progress(in, ev->action);
}

static void attended_arrives(instance *in, event *ev);

static int is_transferring(const instance *in, const call *it) {
  for (const event *ev = in->agenda; ev; ev = ev->next)
    if (ev->then == blind_progresses || ev->then == blind_arrives || ev->then == attended_arrives)
      if (ev->call == it->id || ev->with == it->id) return 1;
  return 0;
}

static hsw_status transfer_blind(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *borrowed, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, 1);
  hsw_call_info to;
  text kept = {0};
  event *ev;
  (void)deadline_ms;
  if (!no) no = read_info(&to, borrowed);
  if (MUTANT(x205) && no == HSW_E_INVAL) it->is_held = 0;
  if (no == HSW_E_INVAL) return say_failed(in, a, no, HSW_CAUSE_INVALID_NUMBER, "nobody can be sent there");
  if (no) return no;
  if (is_transferring(in, it)) return HSW_E_STATE;
  if (!keep_text(&kept, to.handle)) return HSW_E_NOMEM;
  ev = agenda_add(in, it->has_vanished ? NEVER : network_delay(in), blind_progresses);
  if (!ev) {
    drop_text(&kept);
    return HSW_E_FAIL;
  }
  ev->action = a;
  ev->call = it->id;
  ev->text = kept;
  return HSW_PENDING;
}

static void attended_arrives(instance *in, event *ev) {
  call *it = its_call(in, ev), *with = find(in, ev->with);
  if (!it) return;
  if (!with) {
    say_failed(in, ev->action, HSW_E_NOCALL, HSW_CAUSE_UNKNOWN, "the call to go to was forgotten");
    return;
  }
  keep_text(&it->transferred, lend(&with->handle));
  keep_text(&with->transferred, lend(&it->handle));
  say_done(in, ev->action, NULL);
  if (MUTANT(x260)) say_done(in, ev->action, NULL);
  ev->action.id = 0;
  over(in, it, HSW_END_LOCAL, HSW_OK, HSW_CAUSE_NORMAL, "");
  if (MUTANT(x206)) over_all(in);
  if (with->is_up && !MUTANT(x07)) over(in, with, HSW_END_LOCAL, HSW_OK, HSW_CAUSE_NORMAL, "");
}

static hsw_status transfer_attended(void *ctx, hsw_action a, hsw_call c, hsw_call with, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c), *other = find_up(in, with);
  hsw_status no = refusal(in, it, 1);
  event *ev;
  (void)deadline_ms;
  if (!no) no = refusal(in, other, 1);
  if (no) return no;
  if (other == it) return HSW_E_INVAL;
  if (is_transferring(in, it) || is_transferring(in, other)) return HSW_E_STATE;
  ev = agenda_add(in, it->has_vanished ? NEVER : network_delay(in), attended_arrives);
  if (!ev) return HSW_E_FAIL;
  ev->action = a;
  ev->call = it->id;
  ev->with = other->id;
  return HSW_PENDING;
}

static hsw_status transfer_verdict(void *ctx, hsw_call c, uint32_t accepted, const hsw_error *e_or_null) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, 1);
  hsw_error why;
  if (no) return no;
  copy_table(&why, sizeof why, e_or_null);
  if (MUTANT(x307)) fault_keep(why.message);
  if (why.flags & HSW_MUST && !MUTANT(x18)) return HSW_E_NOTSUP;
  if (accepted > 1) return HSW_E_RANGE;
  if (!it->is_asked) return HSW_E_STATE;
  it->is_asked = 0;
  return !accepted || keep_text(&it->transferred, lend(&it->asked)) ? HSW_OK : HSW_E_NOMEM;
}

const hsw_transfer transfer_table = {
    .size = sizeof(hsw_transfer), .blind = transfer_blind, .attended = transfer_attended, .verdict = transfer_verdict};
