// The host's requests, and the reports to it.
#include "instance.hpp"

static hsw_error make_error(hsw_status code, std::uint32_t cause, std::string_view message) {
  hsw_error e{};
  e.size = sizeof e;
  e.code = code;
  e.cause = cause;
  e.domain = lent("@NAME@");
  e.message = lent(message);
  return e;
}

// Returns the call that a request is about, or nullptr and the reason when the request cannot be served.
Call *Instance::asked(hsw_call c, hsw_status &why, std::uint32_t on, bool must_be_active) {
  const auto found = calls_.find(c.id);
  if (phase_ != Phase::active && phase_ != Phase::draining) why = HSW_E_STATE;
  else if (found == calls_.end()) why = HSW_E_NOCALL;
  else if (on > 1) why = HSW_E_RANGE;
  else if (must_be_active && !found->second.is_active) why = HSW_E_STATE;
  else if (must_be_active && found->second.is_silent) why = HSW_E_TIMEOUT;
  else why = HSW_OK;
  return why == HSW_OK ? &found->second : nullptr;
}

// Sends the result of an action. Returns HSW_PENDING for the calling function, which must not return another result.
hsw_status Instance::done(hsw_action a, const hsw_error *error) {
  if (host_.action_done) host_.action_done(host_.ctx, a, now(), error);
  return HSW_PENDING;
}

void Instance::report(const Call &call, hsw_call_state state) {
  if (host_.report_state) host_.report_state(host_.ctx, {call.id}, now(), state);
}

// The only way in which a call ends: it reports the end once, and nothing about the call afterwards.
void Instance::over(std::uint64_t call, hsw_end_reason reason, hsw_status code, std::uint32_t cause, std::string_view message) {
  auto node = calls_.extract(call);
  stop_timer(node.mapped().timer);
  node.mapped().is_active = false;
  node.mapped().cause = cause;
  past_.push_back(std::move(node.mapped()));
  if (past_.size() > max_past) past_.pop_front();  // the one that ended first
  const hsw_error e = make_error(code, cause, message);
  if (host_.report_ended) host_.report_ended(host_.ctx, {call}, now(), reason, &e);
  finish_drain();
}

// This method and those below ignore deadlines: the host watches them. A method whose work takes longer than a turn of the loop
// returns HSW_PENDING, keeps the action, and completes it later (or gets `cancel`).
hsw_status Instance::start(hsw_action a, hsw_call c, const hsw_call_info *borrowed, std::uint32_t) {
  if (phase_ != Phase::active) return HSW_E_STATE;
  hsw_call_info to;
  if (const hsw_status status = read(to, borrowed)) return status;
  std::string_view number = view(to.handle);
  const std::string_view kind = view(to.handle_kind);
  if (!a.id || !c.id || c.id >> 63 || number.empty() || (!kind.empty() && kind != "tel")) return HSW_E_INVAL;
  if (calls_.count(c.id)) return HSW_E_STATE;
  if (calls_.size() >= max_calls) return HSW_E_BUSY;
  if (number.front() == '+') number.remove_prefix(1);
  if (!is_made_of(number, "0123456789*#")) {  // through action_done, because the refusal has a sentence
    const hsw_error e = make_error(HSW_E_INVAL, HSW_CAUSE_INVALID_NUMBER, "that is not a telephone number");
    return done(a, &e);
  }
  Call &it = calls_[c.id];
  it.id = c.id;
  it.is_outgoing = true;
  if (number == test_number) return HSW_OK;
  done(a);  // complete the start before any report about its call
  report(it, HSW_CALL_CONNECTING);
  if (number == call_back_number) {
    over(c.id, HSW_END_REMOTE, HSW_E_FAIL, HSW_CAUSE_BUSY, "the number is busy");
    start_timer(call_back_, second, on_call_back);
    return HSW_PENDING;
  }
  far_end_rings(it);
  if (!start_timer(it.timer, second, on_call_timer)) far_end_answers(it);
  return HSW_PENDING;
}

hsw_status Instance::answer(hsw_action, hsw_call c, std::uint32_t) {
  hsw_status why;
  Call *it = asked(c, why);
  if (!it) return why;
  if (it->is_outgoing || it->is_active) return HSW_E_STATE;
  if (it->is_silent) return HSW_E_TIMEOUT;
  it->is_active = true;
  return HSW_OK;
}

// Returns the cause for the host's `why`; an unknown one is a plain hang-up.
static std::uint32_t cause_of(hsw_end_why why) {
  switch (why) {
    case HSW_WHY_DECLINED:
    case HSW_WHY_BLOCKED: return HSW_CAUSE_REJECTED;
    case HSW_WHY_BUSY:
    case HSW_WHY_DO_NOT_DISTURB: return HSW_CAUSE_BUSY;
    case HSW_WHY_RING_TIMEOUT: return HSW_CAUSE_NO_ANSWER;
    default: return HSW_CAUSE_NORMAL;
  }
}

hsw_status Instance::end(hsw_action a, hsw_call c, hsw_end_why why, std::uint32_t) {
  hsw_status no;
  if (!asked(c, no)) return no;
  done(a);
  over(c.id, HSW_END_LOCAL, HSW_OK, cause_of(why), "");
  return HSW_PENDING;
}

void Instance::shown(hsw_call c) {
  const auto found = calls_.find(c.id);
  if (found != calls_.end()) found->second.is_ringing = true;  // a real network would tell the caller
}

void Instance::cancel(hsw_action) {}  // no action here is ever pending

hsw_status Instance::set_held(hsw_action, hsw_call c, std::uint32_t on, std::uint32_t) {
  hsw_status why;
  if (Call *it = asked(c, why, on, true)) it->is_held = on;  // set, not toggled: holding twice is still held
  return why;
}

hsw_status Instance::set_muted(hsw_action, hsw_call c, std::uint32_t on, std::uint32_t) {
  hsw_status why;
  if (Call *it = asked(c, why, on)) it->is_muted = on;
  return why;
}

hsw_status Instance::play(hsw_action, hsw_call c, hsw_str digits, std::uint32_t kind, std::uint32_t) {
  hsw_status why;
  Call *it = asked(c, why, 0, true);
  if (!it) return why;
  if (kind < HSW_DTMF_TONE || kind > HSW_DTMF_HARD_PAUSE) return HSW_E_RANGE;
  if (!is_made_of(view(digits), "0123456789*#ABCD")) return HSW_E_INVAL;  // all digits or none
  it->digits += view(digits);
  return HSW_OK;
}
