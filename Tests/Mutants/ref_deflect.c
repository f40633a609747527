/* ref_deflect.c - callers that are sent on to another number while their call rings. */

void deflect_arrives(instance *in, event *ev) {
  call *it = its_call(in, ev);
  hsw_str to = lend(&ev->text);
  if (!it) return;
  if (!is_in_service(to)) {
    say_failed(in, ev->action, HSW_E_FAIL, HSW_CAUSE_UNALLOCATED, "the number to go to is not in service");
    return;
  }
  if (!MUTANT(x29)) keep_text(&it->transferred, to);
  say_done(in, ev->action, NULL);
  ev->action.id = 0;
  over(in, it, MUTANT(x30) ? HSW_END_REMOTE : HSW_END_LOCAL, HSW_OK, HSW_CAUSE_NORMAL, "");
}

/* Returns 1 for an incoming call that rings, and that nothing else is happening to. */
static int can_deflect(const instance *in, const call *it) {
  if (it->is_outgoing || (it->is_active && !MUTANT(x31))) return 0;
  for (const event *ev = in->agenda; ev; ev = ev->next)
    if (ev->call == it->id && (ev->then == answer_arrives || ev->then == end_arrives || ev->then == deflect_arrives)) return 0;
  return 1;
}

static hsw_status deflect_call(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *borrowed, uint32_t deadline_ms) {
  instance *in = ctx;
  call *it = find_up(in, c);
  hsw_status no = refusal(in, it, 0);
  hsw_call_info to;
  text kept = {0};
  event *ev;
  (void)deadline_ms;
  if (no) return no;
  if (!can_deflect(in, it)) return HSW_E_STATE;
  no = read_info(&to, borrowed);
  if (no == HSW_E_INVAL) {
    no = say_failed(in, a, no, HSW_CAUSE_INVALID_NUMBER, "the caller cannot be sent there");
    if (MUTANT(x207)) it->is_ringing = 0;
    if (MUTANT(x32)) over(in, it, HSW_END_LOCAL, HSW_OK, HSW_CAUSE_NORMAL, ""); /* refused, and yet the call is lost */
  }
  if (no) return no;
  if (MUTANT(x312)) fault_keep(to.handle);
  if (!keep_text(&kept, to.handle)) return HSW_E_NOMEM;
  ev = agenda_add(in, it->has_vanished ? NEVER : network_delay(in), deflect_arrives);
  if (!ev) {
    drop_text(&kept);
    return HSW_E_FAIL;
  }
  ev->action = a;
  ev->call = it->id;
  ev->text = kept;
  return HSW_PENDING;
}

const hsw_deflect deflect_table = {.size = sizeof(hsw_deflect), .deflect = deflect_call};
