/* A library that was built with WITHOUT=sound: calls as ever, and an answer of every function for audio. */
#include "check.h"

int main(void) {
  hk_host *host;
  hk_provider_options own = HK_INIT(hk_provider_options);
  hk_call call, nobody = {{1}};
  hk_audio *audio = NULL;
  int16_t samples[160] = {0};
  int32_t rms, peak;
  char *text = NULL;
  CHECK(hk_host_new(NULL, &host) == HK_OK);
  own.capabilities = HK_CAN_USUAL;
  CHECK(hk_add_provider(host, "own", &own) == HK_OK);
  hk_request request = hk_dial(host, "own", "generic:1", NULL, &call);
  CHECK(hk_fulfill(host, expect_action(host, HK_ACTION_START)) == HK_OK);
  CHECK(outcome(host, request) == HK_OK);
  CHECK(hk_report(host, "own", call, HK_REPORT_CONNECTED, NULL, 0) == HK_OK);
  CHECK(hk_settle(host) == HK_OK);

  CHECK(hk_audio_open(host, call, NULL, &audio) == HK_E_UNSUPPORTED && audio == NULL);
  CHECK(hk_audio_number(audio) == HK_E_UNSUPPORTED);
  CHECK(hk_audio_fd(audio) == HK_E_UNSUPPORTED);
  CHECK(hk_audio_read(audio, samples, 160) == HK_E_UNSUPPORTED);
  CHECK(hk_audio_write(audio, samples, 160) == HK_E_UNSUPPORTED);
  CHECK(hk_audio_play(audio, "/dev/null") == HK_E_UNSUPPORTED);
  CHECK(hk_audio_mark(audio, "mark") == HK_E_UNSUPPORTED);
  CHECK(hk_audio_flush(audio) == HK_E_UNSUPPORTED);
  CHECK(hk_audio_pause(audio, 1) == HK_E_UNSUPPORTED);
  CHECK(hk_audio_status_now(audio, NULL) == HK_E_UNSUPPORTED);
  hk_audio_free(audio);
  CHECK(hk_stream_open(host, call, "ws://127.0.0.1:1/", NULL) == HK_E_UNSUPPORTED);
  CHECK(hk_stream_offer(host, call, NULL, &text) == HK_E_UNSUPPORTED);
  CHECK(hk_stream_listen(host, "ws://127.0.0.1:0/", NULL, &text) == HK_E_UNSUPPORTED);
  CHECK(hk_stream_close(host, 1) == HK_E_UNSUPPORTED);
  CHECK(hk_record(host, nobody, "/dev/null", 0) == HK_E_UNSUPPORTED);
  CHECK(hk_record_stop(host, nobody, 0) == HK_E_UNSUPPORTED);
  CHECK(hk_call_level(host, call, &rms, &peak) == HK_E_UNSUPPORTED);
  CHECK(hk_line_audio(host, NULL, &text) != HK_E_INVALID);
  hk_free(text);

  request = hk_end(host, call, NULL);
  CHECK(hk_fulfill(host, expect_action(host, HK_ACTION_END)) == HK_OK);
  CHECK(outcome(host, request) == HK_OK);
  CHECK(hk_host_shutdown(host, 1000) == HK_OK);
  hk_host_free(host);
  return checks_end("soundless");
}
