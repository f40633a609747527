/* faults_far.c - faults that show at the far end, or only with several calls or instances. ref.so contains none of it. */

/* For x222: the oldest call that is active, once more than three are up. */
call *fault_other_call(instance *in, call *it) {
  call *oldest = it;
  if (calls_up(in) <= 3) return it;
  for (unsigned i = 0; i < MAX_RECORDS; i++)
    if (in->calls[i].is_up && in->calls[i].is_active && in->calls[i].id < oldest->id) oldest = &in->calls[i];
  return oldest;
}

/* For x233: holds the calls with that handle in all instances; without a call the instance is forgotten. */
void fault_share_hold(instance *in, const call *it, int on) {
  static instance *known[4];
  static unsigned count;
  if (!it) {
    for (unsigned i = 0; i < count; i++)
      if (known[i] == in) known[i--] = known[--count];
    return;
  }
  for (unsigned i = 0; i < count; i++) {
    call *same = known[i] == in ? NULL : find(known[i], it->id);
    if (same && same->is_up) same->is_held = on;
  }
  for (unsigned i = 0; i < count; i++)
    if (known[i] == in) return;
  if (count < sizeof known / sizeof *known) known[count++] = in;
}

/* For x223: another far end believes that its call is not answered yet. */
void fault_spread_end(instance *in, const call *it) {
  if (calls_up(in) <= 2) return;
  for (unsigned i = 0; i < MAX_RECORDS; i++)
    if (&in->calls[i] != it && in->calls[i].is_up && in->calls[i].is_active) {
      in->calls[i].is_active = 0;
      return;
    }
}

/* For x203 and x204: drops each digit that follows an equal one. */
size_t fault_without_repeats(char *digits, size_t n) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (!kept || digits[kept - 1] != digits[i]) digits[kept++] = digits[i];
  return kept;
}

/* For x258: takes an activate while the instance drains. */
int fault_keeps_drain(instance *in) { return in->phase == DRAINING; }

/* For x264: takes the cancel of a hold that is done for a request to resume. */
void fault_undo(instance *in, hsw_action a) {
  call *it = a.id && a.id == in->faults.hold_action ? find(in, in->faults.held) : NULL;
  if (it && it->is_up) it->is_held = 0;
}

/* For x266: the newest call that is being dialed. */
const call *fault_newest_dialed(instance *in, const call *it) {
  for (unsigned i = 0; i < MAX_RECORDS; i++)
    if (in->calls[i].is_up && in->calls[i].is_outgoing && !in->calls[i].is_active && in->calls[i].is_begun && in->calls[i].id > it->id) it = &in->calls[i];
  return it;
}
