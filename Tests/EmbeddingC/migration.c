/* The C column of docs/migration.md: scripts/check-claims finds each expression of the page here. */
#include "check.h"
#include <string.h>

/** Takes events until the host is quiet; fulfils every action, and reports a call that starts as connected. */
static void pump(hk_host *host) {
  for (const hk_event *event; (event = hk_wait(host, 200));) {
    if (event->type == HK_EVENT_ACTIVATE) continue;
    if (event->type != HK_EVENT_PERFORM) continue;
    hk_call call = event->action->call;
    int starts = event->action->kind == HK_ACTION_START || event->action->kind == HK_ACTION_ANSWER;
    CHECK(hk_fulfill(host, event->action->id) == HK_OK);
    if (starts) CHECK(hk_report(host, "own", call, HK_REPORT_CONNECTED, NULL, 0) == HK_OK);
  }
}

int main(void) {
  hk_host *host;
  hk_provider_options options = HK_INIT(hk_provider_options);
  hk_update update = HK_INIT(hk_update);
  hk_failure why = HK_INIT(hk_failure);
  hk_call call, second;
  CHECK(hk_host_new(NULL, &host) == HK_OK);
  CHECK(hk_add_provider(host, "own", &options) == HK_OK);
  CHECK(hk_dial(host, "own", "tel:5550100", NULL, &call) > 0);
  pump(host);
  CHECK(hk_set_held(host, call, 1, NULL) > 0);
  pump(host);
  CHECK(hk_set_held(host, call, 0, NULL) > 0);
  pump(host);
  CHECK(hk_set_muted(host, call, 1, NULL) > 0);
  CHECK(hk_play_dtmf(host, call, "12#", NULL) > 0);
  pump(host);
  update.handle = "5550111";
  update.name = "Ada";
  CHECK(hk_report_incoming(host, "own", NULL, &update, &second) == HK_OK);
  pump(host);
  CHECK(hk_report_update(host, "own", second, &update) == HK_OK);
  CHECK(hk_answer(host, second, HK_ANSWER_AUTOMATIC, NULL) > 0);
  pump(host);
  hk_call both[2] = {call, second};
  CHECK(hk_merge(host, both, 2, NULL) > 0);
  pump(host);
  CHECK(hk_split(host, second, NULL) > 0);
  pump(host);
  CHECK(hk_end(host, second, NULL) > 0);
  pump(host);
  hk_action actions[2] = {HK_INIT(hk_action), HK_INIT(hk_action)};
  actions[0].kind = HK_ACTION_END;
  actions[0].call = call;
  actions[1].kind = HK_ACTION_START;
  actions[1].handle = "tel:5550101";
  CHECK(hk_transact(host, actions, 2, NULL) > 0);
  pump(host);
  CHECK(hk_report_ended(host, "own", actions[1].call, HK_END_REMOTE, NULL, 0) == HK_OK);
  pump(host);
  CHECK(hk_set_held(host, call, 1, NULL) == HK_E_UNKNOWN_CALL && hk_last_error()->n_calls == 1);
  CHECK(hk_fail(host, 1, &why) == HK_E_NOT_FOUND);
  CHECK(hk_set_do_not_disturb(host, NULL, 1) == HK_OK);
  CHECK(hk_set_blocked(host, "tel:5550112", 1) == HK_OK);
  CHECK(hk_remove_provider(host, "own") == HK_OK);
  hk_host_shutdown(host, 1000);
  hk_host_free(host);
  return checks_end("migration");
}
