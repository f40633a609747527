/* Wrong arguments get an error, never a trap: NULL and wrong handles in every function, wrong sizes, texts and numbers. */
#include "check.h"

static void wrong_handles(hk_host *host) {
  hk_call none = {{0}}, call = {{1}};
  hk_action action = HK_INIT(hk_action);
  hk_update update = HK_INIT(hk_update);
  hk_handlers handlers = HK_INIT(hk_handlers);
  hk_provider_options options = HK_INIT(hk_provider_options);
  char *json = NULL;
  const hk_snapshot *snapshot = NULL;
  hk_audio *audio = NULL;
  int32_t level;
  CHECK(hk_host_shutdown(host, 1) == HK_E_INVALID);
  CHECK(hk_configure(host, "{}") == HK_E_INVALID);
  CHECK(hk_policy(host, NULL, &json) == HK_E_INVALID);
  CHECK(hk_listen(host, 0) == HK_E_INVALID);
  CHECK(hk_now(host) == HK_E_INVALID && hk_unix_time(host, 1) == HK_E_INVALID);
  CHECK(hk_journal_flush(host) == HK_E_INVALID && hk_host_fd(host) == HK_E_INVALID);
  CHECK(hk_next(host) == NULL && hk_wait(host, 0) == NULL);
  hk_wake(host);
  CHECK(hk_dispatch(host, &handlers, NULL, 0) == HK_E_INVALID);
  CHECK(hk_snapshot_line(host, NULL, &snapshot) == HK_E_INVALID && hk_snapshot_call(host, call, &snapshot) == HK_E_INVALID);
  CHECK(hk_lines(host, &json) == HK_E_INVALID);
  CHECK(hk_add_transport(host, "a", "b", NULL) == HK_E_INVALID && hk_configure_transport(host, "a", "{}", NULL) == HK_E_INVALID);
  CHECK(hk_diagnostics(host, "a", none, 1, NULL) == HK_E_INVALID && hk_transports(host, &json) == HK_E_INVALID);
  CHECK(hk_providers(host, &json) == HK_E_INVALID && hk_remove_provider(host, "a") == HK_E_INVALID);
  CHECK(hk_reset_provider(host, "a") == HK_E_INVALID && hk_pardon_provider(host, "a") == HK_E_INVALID);
  CHECK(hk_add_provider(host, "a", &options) == HK_E_INVALID && hk_change_provider(host, "a", &options) == HK_E_INVALID);
  CHECK(hk_fulfill(host, 1) == HK_E_INVALID && hk_fail(host, 1, NULL) == HK_E_INVALID);
  CHECK(hk_report_incoming(host, "a", NULL, NULL, NULL) == HK_E_INVALID);
  CHECK(hk_report(host, "a", call, HK_REPORT_HELD, NULL, 0) == HK_E_INVALID);
  CHECK(hk_report_update(host, "a", call, &update) == HK_E_INVALID);
  CHECK(hk_report_ended(host, "a", call, HK_END_REMOTE, NULL, 0) == HK_E_INVALID);
  CHECK(hk_report_ready(host, "a", 1, NULL) == HK_E_INVALID && hk_report_reset(host, "a", NULL) == HK_E_INVALID);
  CHECK(hk_report_lost(host, "a", NULL) == HK_E_INVALID && hk_configure_audio(host, "a", call, "{}") == HK_E_INVALID);
  CHECK(hk_dial(host, NULL, "tel:1", NULL, NULL) == HK_E_INVALID && hk_transact(host, &action, 1, NULL) == HK_E_INVALID);
  CHECK(hk_answer(host, call, 0, NULL) == HK_E_INVALID && hk_end(host, call, NULL) == HK_E_INVALID);
  CHECK(hk_end_group(host, call, NULL) == HK_E_INVALID && hk_set_held(host, call, 1, NULL) == HK_E_INVALID);
  CHECK(hk_swap(host, NULL) == HK_E_INVALID && hk_merge(host, &call, 1, NULL) == HK_E_INVALID);
  CHECK(hk_split(host, call, NULL) == HK_E_INVALID && hk_set_muted(host, call, 1, NULL) == HK_E_INVALID);
  CHECK(hk_play_dtmf(host, call, "1", NULL) == HK_E_INVALID && hk_continue_dtmf(host, call, NULL) == HK_E_INVALID);
  CHECK(hk_transfer(host, call, "tel:1", NULL) == HK_E_INVALID && hk_transfer_to_call(host, call, call, NULL) == HK_E_INVALID);
  CHECK(hk_accept_transfer(host, call, NULL) == HK_E_INVALID && hk_refuse_transfer(host, call, NULL) == HK_E_INVALID);
  CHECK(hk_invoke(host, "host.status", NULL, NULL) == HK_E_INVALID);
  CHECK(hk_set_blocked(host, "tel:1", 1) == HK_E_INVALID && hk_set_let_through(host, "tel:1", 1) == HK_E_INVALID);
  CHECK(hk_set_do_not_disturb(host, NULL, 1) == HK_E_INVALID && hk_filters(host, &json) == HK_E_INVALID);
  CHECK(hk_set_screener(host, "a", 1) == HK_E_INVALID && hk_screen(host, "a", call, 0) == HK_E_INVALID);
  CHECK(hk_record(host, call, "/nowhere/a.wav", 0) == HK_E_INVALID && hk_record_stop(host, call, 0) == HK_E_INVALID);
  CHECK(hk_line_audio(host, NULL, &json) == HK_E_INVALID && hk_call_level(host, call, &level, &level) == HK_E_INVALID);
  CHECK(hk_audio_open(host, call, NULL, &audio) == HK_E_INVALID && audio == NULL);
  CHECK(hk_stream_open(host, call, "ws://127.0.0.1:1/", NULL) == HK_E_INVALID && hk_stream_close(host, 1) == HK_E_INVALID);
  CHECK(hk_stream_listen(host, "ws://127.0.0.1:0/", NULL, &json) == HK_E_INVALID);
  CHECK(hk_stream_offer(host, call, NULL, &json) == HK_E_INVALID);
  CHECK(hk_settle(host) == HK_E_INVALID && hk_audio_tick(host) == HK_E_INVALID);
  hk_host_free(host);
}

static void wrong_attachments(hk_audio *audio) {
  int16_t sample = 0;
  hk_audio_status now = HK_INIT(hk_audio_status);
  CHECK(hk_audio_number(audio) == HK_E_INVALID && hk_audio_fd(audio) == HK_E_INVALID);
  CHECK(hk_audio_read(audio, &sample, 1) == HK_E_INVALID && hk_audio_write(audio, &sample, 1) == HK_E_INVALID);
  CHECK(hk_audio_play(audio, "a.wav") == HK_E_INVALID && hk_audio_mark(audio, "a") == HK_E_INVALID);
  CHECK(hk_audio_flush(audio) == HK_E_INVALID && hk_audio_pause(audio, 1) == HK_E_INVALID);
  CHECK(hk_audio_status_now(audio, &now) == HK_E_INVALID);
  hk_audio_free(audio);
}

static void wrong_arguments(void) {
  static char long_text[HK_TEXT_MAX + 2];
  hk_host *host = NULL;
  hk_call call = {{1}}, out;
  hk_host_options options = HK_INIT(hk_host_options);
  hk_provider_options provider = HK_INIT(hk_provider_options);
  hk_action action = HK_INIT(hk_action);
  hk_ask ask = HK_INIT(hk_ask);
  CHECK(hk_host_new(NULL, NULL) == HK_E_INVALID);
  options.size = 0;
  CHECK(hk_host_new(&options, &host) == HK_E_INVALID && host == NULL);
  options = HK_INIT(hk_host_options);
  options.config = "{\"audio\": {\"device\": \"nul\"}}";
  CHECK(hk_host_new(&options, &host) == HK_E_INVALID && strstr(hk_last_error()->message, "$.audio.device") && host == NULL);
  options = HK_INIT(hk_host_options);
  options.journal = "/dev/null";
  CHECK(hk_host_new(&options, &host) == HK_E_EXISTS);
  CHECK(hk_host_new(NULL, &host) == HK_OK);
  CHECK(hk_add_provider(host, "a", NULL) == HK_OK && hk_add_provider(host, "", NULL) == HK_E_INVALID);
  provider.flags = 1u << 31;
  CHECK(hk_add_provider(host, "b", &provider) == HK_E_INVALID);
  CHECK(hk_dial(host, "a", NULL, NULL, &out) == HK_E_INVALID && hk_dial(host, "a", "\xff", NULL, &out) == HK_E_INVALID);
  CHECK(hk_dial(host, "nobody", "tel:1", NULL, &out) == HK_E_UNKNOWN_CALL_PROVIDER && !hk_is_call(out));
  memset(long_text, '1', HK_TEXT_MAX + 1);
  CHECK(hk_dial(host, "a", long_text, NULL, &out) == HK_E_LIMIT);
  ask.origin = HK_ORIGIN_HOST;
  CHECK(hk_swap(host, &ask) == HK_E_UNENTITLED);
  CHECK(hk_transact(host, NULL, 0, NULL) == HK_E_EMPTY_TRANSACTION && hk_transact(host, NULL, 1, NULL) == HK_E_INVALID);
  action.kind = 99;
  action.call = call;
  CHECK(hk_transact(host, &action, 1, NULL) == HK_E_INVALID);
  CHECK(hk_set_held(host, call, 2, NULL) == HK_E_INVALID && hk_answer(host, call, 9, NULL) == HK_E_INVALID);
  CHECK(hk_wait(host, -2) == NULL && hk_last_error()->status == HK_E_INVALID);
  CHECK(hk_report_ended(host, "a", call, HK_END_LOCAL, NULL, 0) == HK_E_INVALID);
  CHECK(hk_report(host, "a", call, 99, NULL, 0) == HK_E_INVALID && hk_report(host, "a", call, HK_REPORT_DTMF, NULL, 0) == HK_E_INVALID);
  CHECK(hk_configure(host, "{\"providers\": []}") == HK_E_INVALID && strstr(hk_last_error()->message, "$.providers"));
  CHECK(hk_call_parse("no call", &out) == HK_E_INVALID && hk_call_parse(NULL, &out) == HK_E_INVALID);
  CHECK(strcmp(hk_status_name(HK_E_CANNOT_HOLD), "cannotHold") == 0 && strcmp(hk_status_name(-7777), "unknown") == 0);
  hk_host_free(host);
  hk_host_free(host);
  wrong_handles(host);
}

int main(void) {
  hk_clock *clock = NULL;
  CHECK(hk_last_error()->status == HK_OK);
  wrong_handles(NULL);
  wrong_handles((hk_host *)"no host");
  CHECK(hk_clock_new(0, &clock) == HK_OK);
  wrong_handles((hk_host *)clock);
  wrong_attachments(NULL);
  wrong_attachments((hk_audio *)clock);
  hk_clock_free(clock);
  hk_clock_free(clock);
  CHECK(hk_clock_advance(clock, 1) == HK_E_INVALID);
  wrong_arguments();
  return checks_end("misuse");
}
