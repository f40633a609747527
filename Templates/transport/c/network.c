/* The far ends. Replace them with your network: here, each number dialed acts by itself, and the test number follows a test's orders,
 * through test-peer. */
#include "instance.h"
#include <stdio.h>
#include <string.h>

void far_end_rings(instance *in, call *it) {
  it->is_ringing = 1;
  report(in, it, HSW_CALL_RINGING);
}

void far_end_answers(instance *in, call *it) {
  stop_timer(in, &it->timer);
  it->is_active = 1;
  report(in, it, HSW_CALL_ACTIVE);
}

hsw_status far_end_calls(instance *in, const hsw_call_info *from) {
  hsw_call c = {1ull << 63 | ++in->minted}; /* bit 63: the plugin minted it */
  call *it;
  if (in->phase != ACTIVE) return HSW_E_STATE;
  if (calls_up(in) >= MAX_CALLS || !in->host.report_incoming) return HSW_E_BUSY;
  it = new_call(in, c.id);
  if (in->host.report_incoming(in->host.ctx, c, now(in), from) >= 0) return HSW_OK;
  it->id = 0; /* not taken: the handle is dead */
  it->is_up = 0;
  return HSW_E_BUSY;
}

static void on_call_timer(void *arg, hsw_timer t) {
  instance *in = arg;
  unsigned i;
  for (i = 0; i < RECORDS; i++)
    if (in->calls[i].timer.id == t.id) {
      in->calls[i].timer.id = 0; /* a timer without a period is gone once it fired */
      if (!in->calls[i].is_silent) far_end_answers(in, &in->calls[i]);
      else over(in, &in->calls[i], HSW_END_FAILED, HSW_E_NET, HSW_CAUSE_NO_RESPONSE, "the far end is silent");
      return;
    }
}

static void on_call_back(void *arg, hsw_timer t) {
  instance *in = arg;
  hsw_call_info from;
  (void)t;
  in->call_back.id = 0;
  memset(&from, 0, sizeof from);
  from.size = sizeof from;
  from.handle_kind = str("tel");
  from.handle = str(CALL_BACK_NUMBER);
  far_end_calls(in, &from);
}

void answer_soon(instance *in, call *it) {
  /* Without a timer, answer at once rather than never. */
  if (start_timer(in, &it->timer, SECOND, on_call_timer) != HSW_OK) far_end_answers(in, it);
}

void call_back_soon(instance *in) { start_timer(in, &in->call_back, SECOND, on_call_back); }

/* --------------------------------------------------------------------------------------------------------------------- test-peer */

static hsw_status peer_dialable(void *ctx, hsw_call_info *out) {
  hsw_call_info info;
  (void)ctx;
  memset(&info, 0, sizeof info);
  info.size = out->size; /* the host's size: its struct may be shorter or longer than ours */
  info.handle_kind = str("tel");
  info.handle = str(TEST_NUMBER);
  memcpy(out, &info, out->size < sizeof info ? out->size : sizeof info);
  return HSW_OK;
}

static hsw_status peer_call(void *ctx, const hsw_call_info *borrowed) {
  hsw_call_info from;
  hsw_status status = read_info(&from, borrowed);
  return status ? status : far_end_calls(ctx, &from); /* its strings are valid until we return */
}

static hsw_status peer_order(void *ctx, hsw_call c, uint32_t what, hsw_str arg) {
  instance *in = ctx;
  hsw_status no;
  call *it = asked(in, c, 0, 0, &no);
  if (!it) return no;
  if (what < HSW_ORDER_RING || what > HSW_ORDER_ASK_TRANSFER) return HSW_E_RANGE;
  if (what <= HSW_ORDER_BUSY && (!it->is_outgoing || it->is_active)) return HSW_E_STATE;
  if (what >= HSW_ORDER_HOLD && what <= HSW_ORDER_DTMF && !it->is_active) return HSW_E_STATE;
  switch (what) {
  case HSW_ORDER_RING: far_end_rings(in, it); return HSW_OK;
  case HSW_ORDER_ANSWER: far_end_answers(in, it); return HSW_OK;
  case HSW_ORDER_DECLINE: over(in, it, HSW_END_REMOTE, HSW_E_FAIL, HSW_CAUSE_REJECTED, "the far end declined"); return HSW_OK;
  case HSW_ORDER_BUSY: over(in, it, HSW_END_REMOTE, HSW_E_FAIL, HSW_CAUSE_BUSY, "the number is busy"); return HSW_OK;
  case HSW_ORDER_END: over(in, it, HSW_END_REMOTE, HSW_OK, HSW_CAUSE_NORMAL, ""); return HSW_OK;
  case HSW_ORDER_HOLD:
  case HSW_ORDER_RESUME:
    if (it->is_held_there == (what == HSW_ORDER_HOLD)) return HSW_E_STATE;
    it->is_held_there = what == HSW_ORDER_HOLD;
    report(in, it, it->is_held_there ? HSW_CALL_HELD_REMOTE : HSW_CALL_RESUMED_REMOTE);
    return HSW_OK;
  case HSW_ORDER_DTMF:
    if (!is_made_of(arg, "0123456789*#ABCD")) return HSW_E_INVAL;
    if (in->host.report_dtmf) in->host.report_dtmf(in->host.ctx, c, now(in), arg);
    return HSW_OK;
  case HSW_ORDER_VANISH: /* the time-out follows */
    it->is_silent = 1;
    return start_timer(in, &it->timer, DEAD_PEER, on_call_timer) == HSW_OK ? HSW_OK : HSW_E_FAIL;
  default: return HSW_E_NOTSUP; /* there is no audio here, and no transfer target */
  }
}

static hsw_status peer_observe(void *ctx, hsw_call c, const hsw_sink *json) {
  call *it = find(ctx, c);
  char text[320];
  size_t n, at = 0;
  if (!it) return HSW_E_NOCALL;
  snprintf(text, sizeof text,
           "{\"state\":\"%s\",\"held\":%s,\"muted\":%s,\"digits\":\"%s\",\"group\":0,\"tone\":0,\"cause\":%u,\"transferred\":\"\"}",
           !it->is_up ? "ended" : it->is_active ? "active" : it->is_ringing ? "ringing" : "calling", it->is_held ? "true" : "false",
           it->is_muted ? "true" : "false", it->digits, it->cause);
  for (n = strlen(text); at < n;) { /* a sink may take only a few bytes at a time */
    int64_t taken = json->write ? json->write(json->ctx, text + at, n - at) : -1;
    if (taken <= 0) return HSW_E_FAIL;
    at += (size_t)taken;
  }
  return HSW_OK;
}

const hsw_test_peer peer_table = {sizeof(hsw_test_peer), 0, peer_dialable, peer_call, peer_order, peer_observe};
