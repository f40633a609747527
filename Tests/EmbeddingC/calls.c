/* A program that is its own network: it places two calls, holds, swaps, merges and ends them, and takes one in. */
#include "check.h"

/** Dials through the program's provider, and reports that the far end answered. */
static hk_call connected(hk_host *host, const char *number) {
  hk_call call;
  hk_request request = hk_dial(host, "own", number, NULL, &call);
  CHECK(request > 0 && hk_is_call(call));
  CHECK(hk_fulfill(host, expect_action(host, HK_ACTION_START)) == HK_OK);
  CHECK(outcome(host, request) == HK_OK);
  CHECK(hk_report(host, "own", call, HK_REPORT_CONNECTING, NULL, 0) == HK_OK);
  CHECK(hk_report(host, "own", call, HK_REPORT_CONNECTED, NULL, 0) == HK_OK);
  for (;;) {
    const hk_event *event = expect_event(host, HK_EVENT_STATE);
    if (event->value == HK_STATE_ACTIVE && hk_same(event->info->call, call)) break;
  }
  return call;
}

/** The state of a call now; HK_STATE_ENDED when it is in no snapshot. */
static hk_state state_of(hk_host *host, hk_call call) {
  const hk_snapshot *snapshot;
  hk_state state;
  if (hk_snapshot_call(host, call, &snapshot) != HK_OK) return HK_STATE_ENDED;
  state = snapshot->n_calls == 1 ? hk_snapshot_at(snapshot, 0)->state : 0;
  hk_snapshot_free(snapshot);
  return state;
}

static void two_calls(hk_host *host) {
  hk_call first, second, both[2];
  const hk_event *event;
  const hk_snapshot *snapshot;
  first = connected(host, "tel:+12125550100");
  second = connected(host, "tel:+12125550101");
  CHECK(state_of(host, first) == HK_STATE_HELD);
  CHECK(outcome(host, hk_swap(host, NULL)) == HK_OK);
  CHECK(state_of(host, first) == HK_STATE_ACTIVE && state_of(host, second) == HK_STATE_HELD);
  CHECK(hk_snapshot_line(host, NULL, &snapshot) == HK_OK && snapshot->n_calls == 2);
  CHECK(strcmp(hk_snapshot_at(snapshot, 0)->handle, "+12125550100") == 0);
  CHECK(strcmp(hk_snapshot_at(snapshot, 0)->handle_kind, "phoneNumber") == 0);
  CHECK(hk_snapshot_at(snapshot, 0)->flags & HK_CALL_FRONT);
  CHECK(snapshot->front == hk_snapshot_at(snapshot, 0)->group);
  hk_snapshot_free(snapshot);
  both[0] = first;
  both[1] = second;
  CHECK(outcome(host, hk_merge(host, both, 2, NULL)) == HK_OK);
  CHECK(state_of(host, second) == HK_STATE_ACTIVE);
  CHECK(outcome(host, hk_play_dtmf(host, first, "12#", NULL)) == HK_OK);
  CHECK(hk_play_dtmf(host, first, "x", NULL) == HK_E_INVALID_ACTION);
  CHECK(hk_last_error()->n_calls == 1 && hk_same(hk_last_error()->calls[0], first));
  CHECK(outcome(host, hk_end_group(host, first, NULL)) == HK_OK);
  CHECK(state_of(host, first) == HK_STATE_ENDED);
  CHECK(hk_set_held(host, first, 1, NULL) == HK_E_UNKNOWN_CALL);
  event = hk_next(host);
  while (event) event = hk_next(host);
}

static void incoming(hk_host *host) {
  hk_call call;
  hk_update update = HK_INIT(hk_update);
  const hk_event *event;
  update.handle = "tel:+12125550199";
  update.name = "Ada";
  CHECK(hk_report_incoming(host, "own", NULL, &update, &call) == HK_OK);
  event = expect_event(host, HK_EVENT_INCOMING);
  CHECK(hk_same(event->info->call, call) && strcmp(event->info->name, "Ada") == 0);
  CHECK(event->info->state == HK_STATE_RINGING && event->info->answer_automatic == HK_OK);
  CHECK(outcome(host, hk_answer(host, call, HK_ANSWER_AUTOMATIC, NULL)) == HK_OK);
  CHECK(state_of(host, call) == HK_STATE_ACTIVE);
  CHECK(hk_report_ended(host, "own", call, HK_END_REMOTE, NULL, 0) == HK_OK);
  event = expect_event(host, HK_EVENT_ENDED);
  CHECK(event->info->end_reason == HK_END_REMOTE && hk_same(event->info->call, call));
  event = expect_event(host, HK_EVENT_RECORD);
  CHECK(event->value == HK_OUTCOME_ANSWERED);
  CHECK(hk_set_blocked(host, "tel:+12125550199", 1) == HK_OK);
  CHECK(hk_report_incoming(host, "own", NULL, &update, &call) == HK_OK);
  event = expect_event(host, HK_EVENT_REFUSED);
  CHECK(event->status == HK_E_FILTERED_BY_BLOCK_LIST && hk_same(event->info->call, call));
}

static void on_deflect(void *context, hk_host *host, const hk_event *event) {
  *(int *)context += strcmp(event->action->handle, "+12125550178") == 0;
  CHECK(hk_fulfill(host, event->action->id) == HK_OK);
}

static void deflection(hk_host *host) {
  hk_call call;
  hk_update update = HK_INIT(hk_update);
  hk_handlers handlers = HK_INIT(hk_handlers);
  hk_action action = HK_INIT(hk_action);
  int deflected = 0;
  update.handle = "tel:+12125550198";
  CHECK(hk_report_incoming(host, "own", NULL, &update, &call) == HK_OK);
  expect_event(host, HK_EVENT_INCOMING);
  action.kind = HK_ACTION_DEFLECT;
  action.call = call;
  action.handle = "tel:+12125550178";
  CHECK(hk_transact(host, &action, 1, NULL) > 0);
  handlers.perform_deflect = on_deflect;
  for (int turn = 0; turn < 50 && !deflected; turn++) CHECK(hk_dispatch(host, &handlers, &deflected, 100) >= 0);
  CHECK(deflected == 1 && hk_settle(host) == HK_OK && state_of(host, call) == HK_STATE_ENDED);
}

static void transaction(hk_host *host) {
  hk_action actions[2] = {HK_INIT(hk_action), HK_INIT(hk_action)};
  hk_ask ask = HK_INIT(hk_ask);
  hk_call held = connected(host, "tel:+12125550102");
  hk_request request;
  const hk_event *event;
  int results = 0;
  actions[0].kind = HK_ACTION_END;
  actions[0].call = held;
  actions[1].kind = HK_ACTION_START;
  actions[1].handle = "tel:+12125550103";
  ask.data = 42;
  request = hk_transact(host, actions, 2, &ask);
  CHECK(request > 0 && hk_is_call(actions[1].call));
  for (;;) {
    event = hk_wait(host, 5000);
    if (!event) break;
    if (event->type == HK_EVENT_PERFORM) CHECK(hk_fulfill(host, event->action->id) == HK_OK);
    if (event->type == HK_EVENT_RESULT && event->request == request) results++;
    if (event->type == HK_EVENT_DONE && event->request == request) break;
  }
  CHECK(event && event->status == HK_OK && event->data == 42 && results == 2);
  CHECK(outcome(host, hk_end(host, actions[1].call, NULL)) == HK_OK);
}

static void invoke(hk_host *host) {
  hk_request request = hk_invoke(host, "host.status", NULL, NULL);
  const hk_event *event;
  CHECK(request > 0);
  event = expect_event(host, HK_EVENT_DONE);
  CHECK(event->request == request && event->status == HK_OK && event->text[0] == '{');
  CHECK(hk_invoke(host, "no.such", NULL, NULL) == HK_E_NOT_FOUND);
  CHECK(hk_invoke(host, "host.status", "[]", NULL) == HK_E_INVALID);
}

int main(void) {
  hk_host *host = NULL;
  hk_provider_options own = HK_INIT(hk_provider_options);
  char *json = NULL;
  own.handle_kinds = "phoneNumber";
  own.capabilities = HK_CAN_USUAL | HK_CAN_DEFLECT;
  CHECK(hk_host_new(NULL, &host) == HK_OK);
  CHECK(hk_add_provider(host, "own", &own) == HK_OK);
  CHECK(hk_add_provider(host, "own", &own) == HK_E_EXISTS);
  expect_event(host, HK_EVENT_BEGIN);
  two_calls(host);
  incoming(host);
  deflection(host);
  transaction(host);
  invoke(host);
  CHECK(hk_providers(host, &json) == HK_OK && strstr(json, "\"own\""));
  hk_free(json);
  CHECK(hk_configure(host, "{\"policy\": {\"maximumCallGroups\": 1}}") == HK_OK);
  CHECK(hk_policy(host, NULL, &json) == HK_OK && strstr(json, "\"maximumCallGroups\":1"));
  hk_free(json);
  CHECK(hk_configure(host, "{\"policy\": {\"maximumCalls\": 1}}") == HK_E_INVALID && strstr(hk_last_error()->message, "$.policy.maximumCalls"));
  CHECK(hk_host_shutdown(host, 0) == HK_OK);
  expect_event(host, HK_EVENT_CLOSED);
  CHECK(hk_dial(host, "own", "tel:1", NULL, NULL) == HK_E_STATE);
  hk_host_free(host);
  CHECK(hk_now(host) == HK_E_INVALID);
  return checks_end("calls");
}
