// The far ends. Replace them with your network: here, each number dialed acts by itself, and the test number follows a test's orders,
// through test-peer.
#include "instance.hpp"

void Instance::far_end_rings(Call &call) {
  call.is_ringing = true;
  report(call, HSW_CALL_RINGING);
}

void Instance::far_end_answers(Call &call) {
  stop_timer(call.timer);
  call.is_active = true;
  report(call, HSW_CALL_ACTIVE);
}

hsw_status Instance::far_end_calls(const hsw_call_info &from) {
  if (phase_ != Phase::active) return HSW_E_STATE;
  if (calls_.size() >= max_calls || !host_.report_incoming) return HSW_E_BUSY;
  const hsw_call c = {std::uint64_t{1} << 63 | ++minted_};  // bit 63: the plugin minted it
  calls_[c.id].id = c.id;
  if (host_.report_incoming(host_.ctx, c, now(), &from) >= 0) return HSW_OK;
  calls_.erase(c.id);  // not taken: the handle is dead
  return HSW_E_BUSY;
}

void Instance::on_call_timer(void *self, hsw_timer t) {
  auto &in = *static_cast<Instance *>(self);
  for (auto &[id, call] : in.calls_) {
    if (call.timer.id != t.id) continue;
    call.timer.id = 0;  // a timer without a period is gone once it fired
    if (call.is_silent) in.over(id, HSW_END_FAILED, HSW_E_NET, HSW_CAUSE_NO_RESPONSE, "the far end is silent");
    else in.far_end_answers(call);
    return;
  }
}

void Instance::on_call_back(void *self, hsw_timer) {
  auto &in = *static_cast<Instance *>(self);
  in.call_back_.id = 0;
  hsw_call_info from{};
  from.size = sizeof from;
  from.handle_kind = lent("tel");
  from.handle = lent(call_back_number);
  in.far_end_calls(from);
}

// ---- test-peer

hsw_status Instance::dialable(hsw_call_info *out) {
  hsw_call_info info{};
  info.size = out->size;  // the host's size: its struct may be shorter or longer than ours
  info.handle_kind = lent("tel");
  info.handle = lent(test_number);
  std::memcpy(out, &info, std::min<std::size_t>(out->size, sizeof info));
  return HSW_OK;
}

hsw_status Instance::call(const hsw_call_info *borrowed) {
  hsw_call_info from;
  const hsw_status status = read(from, borrowed);
  return status ? status : far_end_calls(from);  // its strings are valid until we return
}

hsw_status Instance::order(hsw_call c, std::uint32_t what, hsw_str argument) {
  hsw_status no;
  Call *it = asked(c, no);
  if (!it) return no;
  if (what < HSW_ORDER_RING || what > HSW_ORDER_ASK_TRANSFER) return HSW_E_RANGE;
  if (what <= HSW_ORDER_BUSY && (!it->is_outgoing || it->is_active)) return HSW_E_STATE;
  if (what >= HSW_ORDER_HOLD && what <= HSW_ORDER_DTMF && !it->is_active) return HSW_E_STATE;
  switch (what) {
    case HSW_ORDER_RING: far_end_rings(*it); return HSW_OK;
    case HSW_ORDER_ANSWER: far_end_answers(*it); return HSW_OK;
    case HSW_ORDER_DECLINE: over(c.id, HSW_END_REMOTE, HSW_E_FAIL, HSW_CAUSE_REJECTED, "the far end declined"); return HSW_OK;
    case HSW_ORDER_BUSY: over(c.id, HSW_END_REMOTE, HSW_E_FAIL, HSW_CAUSE_BUSY, "the number is busy"); return HSW_OK;
    case HSW_ORDER_END: over(c.id, HSW_END_REMOTE, HSW_OK, HSW_CAUSE_NORMAL, ""); return HSW_OK;
    case HSW_ORDER_HOLD:
    case HSW_ORDER_RESUME:
      if (it->is_held_there == (what == HSW_ORDER_HOLD)) return HSW_E_STATE;
      it->is_held_there = what == HSW_ORDER_HOLD;
      report(*it, it->is_held_there ? HSW_CALL_HELD_REMOTE : HSW_CALL_RESUMED_REMOTE);
      return HSW_OK;
    case HSW_ORDER_DTMF:
      if (!is_made_of(view(argument), "0123456789*#ABCD")) return HSW_E_INVAL;
      if (host_.report_dtmf) host_.report_dtmf(host_.ctx, c, now(), argument);
      return HSW_OK;
    case HSW_ORDER_VANISH:  // the time-out follows
      it->is_silent = true;
      return start_timer(it->timer, dead_peer, on_call_timer) ? HSW_OK : HSW_E_FAIL;
    default: return HSW_E_NOTSUP;  // there is no audio here, and no transfer target
  }
}

hsw_status Instance::observe(hsw_call c, const hsw_sink *json) {
  const auto up = calls_.find(c.id);
  const auto past = std::find_if(past_.begin(), past_.end(), [&](const Call &call) { return call.id == c.id; });
  if (up == calls_.end() && past == past_.end()) return HSW_E_NOCALL;
  const Call &it = up == calls_.end() ? *past : up->second;
  const auto flag = [](bool is) { return std::string(is ? "true" : "false"); };
  const std::string state = up == calls_.end() ? "ended" : it.is_active ? "active" : it.is_ringing ? "ringing" : "calling";
  const std::string text = "{\"state\":\"" + state + "\",\"held\":" + flag(it.is_held) + ",\"muted\":" + flag(it.is_muted) +
                           ",\"digits\":\"" + it.digits + "\",\"group\":0,\"tone\":0,\"cause\":" + std::to_string(it.cause) +
                           ",\"transferred\":\"\"}";
  for (std::size_t at = 0; at < text.size();) {  // a sink may take only a few bytes at a time
    const std::int64_t taken = json->write ? json->write(json->ctx, text.data() + at, text.size() - at) : -1;
    if (taken <= 0) return HSW_E_FAIL;
    at += static_cast<std::size_t>(taken);
  }
  return HSW_OK;
}
