/* ref_words.c - reports to the host. A function that an older host lacks reads as NULL; no result calls for a retry. */

/* Returns the time; it never goes back, whatever the clock does. */
uint64_t now(instance *in) {
  uint64_t ns = in->loop.now_ns ? in->loop.now_ns(in->host.ctx) : 0;
  if (ns > in->latest) in->latest = ns;
  return in->latest;
}

void say_log(instance *in, uint32_t level, const char *message) {
  if (MUTANT(m17)) {
    in->faults.unchecked_log->log(in->host.ctx, level, str("reference"), str(message));
    return;
  }
  if (!in->log.log && !MUTANT(m59) && !MUTANT(x244)) return;
  if (MUTANT(x244)) { /* takes `enabled` for a sign of `log` */
    if (in->log.enabled && in->log.enabled(in->host.ctx, level)) in->log.log(in->host.ctx, level, str("reference"), str(message));
    return;
  }
  if (in->log.enabled && !in->log.enabled(in->host.ctx, level)) return;
  in->log.log(in->host.ctx, level, str("reference"), str(message));
}

hsw_error make_error(hsw_status code, unsigned cause, const char *message) {
  hsw_error e;
  memset(&e, 0, sizeof e);
  e.size = sizeof e;
  e.code = code;
  e.cause = cause;
  if (MUTANT(x240)) e.reserved = 0xA5A5A5A5u;
  if (MUTANT(x02)) { /* gives no detail beyond "it failed" */
    e.cause = HSW_CAUSE_UNKNOWN;
    return e;
  }
  e.domain = str("reference");
  e.message = str(message);
  return e;
}

/* Sends the result of an action. Returns HSW_PENDING for the calling function, which must not return another result. */
hsw_status say_done(instance *in, hsw_action a, const hsw_error *e_or_null) {
  uint64_t at = MUTANT(x343) ? fault_moment(in) : now(in);
  if (MUTANT(x210) && !a.id) return HSW_PENDING;
  if (in->host.action_done) in->host.action_done(in->host.ctx, a, at, e_or_null);
  return HSW_PENDING;
}

hsw_status say_failed(instance *in, hsw_action a, hsw_status code, unsigned cause, const char *message) {
  hsw_error e = make_error(code, cause, message);
  if (MUTANT(x317)) e.message = fault_text_freed(message);
  return say_done(in, a, &e);
}

void say_state(instance *in, const call *it, hsw_call_state state) {
  hsw_call c = {it->id};
  uint64_t when = MUTANT(x341) || MUTANT(x342) ? fault_moment(in) : now(in);
  hsw_status taken;
  if (!in->host.report_state) return;
  if (MUTANT(x344) && state == HSW_CALL_ACTIVE) fault_call_is_active();
  if (MUTANT(m41) && state == HSW_CALL_RINGING) {
    fault_report_locked(in, c, state);
    return;
  }
  if (MUTANT(m27_time) && state == HSW_CALL_ACTIVE && when > 3 * SECOND) when -= 3 * SECOND;
  do taken = in->host.report_state(in->host.ctx, c, when, state);
  while (MUTANT(m53) && taken < 0);
}

void say_ended(instance *in, const call *it, hsw_end_reason reason, hsw_status code, const char *message) {
  hsw_error e = make_error(code, it->cause, message);
  hsw_call c = {it->id};
  if (MUTANT(f04))
    for (unsigned i = 0; i < MAX_RECORDS; i++) /* the newest call, whichever call ended */
      if (in->calls[i].is_up && in->calls[i].is_begun) c.id = in->calls[i].id;
  if (in->host.report_ended) in->host.report_ended(in->host.ctx, c, now(in), reason, code || it->cause ? &e : NULL);
  if (MUTANT(m28)) say_update(in, it);
}

/* Reports the network's id of the call. */
void say_update(instance *in, const call *it) {
  hsw_call c = {it->id};
  hsw_call_info info;
  char name[40];
  memset(&info, 0, sizeof info);
  info.size = sizeof info;
  snprintf(name, sizeof name, "ref-%llx", (unsigned long long)it->id);
  info.correlation_id = MUTANT(x315) ? fault_text_freed(name) : str(name);
  if (MUTANT(m32)) info.mask = HSW_CI_CAN_HOLD;
  if (in->host.report_update) in->host.report_update(in->host.ctx, c, now(in), &info);
}

void say_line(instance *in, uint32_t line, hsw_status code, const char *message) {
  hsw_error e = make_error(code, HSW_CAUSE_UNKNOWN, message);
  in->line = line;
  if (in->host.report_line) in->host.report_line(in->host.ctx, line, 0, code ? &e : NULL);
}

void say_limits(instance *in) {
  hsw_provider limits;
  memset(&limits, 0, sizeof limits);
  limits.size = sizeof limits;
  limits.max_calls = in->settings.max_calls;
  limits.max_groups = MAX_CALLS / 2;
  limits.max_calls_per_group = MAX_CALLS;
  limits.name = str(in->settings.name);
  if (in->host.report_provider) in->host.report_provider(in->host.ctx, &limits);
}
