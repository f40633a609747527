/* Two calls of the program's own network, each with its far end in this program: the sound of one goes through a stream to the other, from the
 * side that connects to the side that listens. */
#include "check.h"
#include <string.h>

static const char *config = "{\"audio\":{\"device\":\"null\",\"clock\":\"manual\"}}";

/** A call that is up, with the program as its far end. */
static hk_call far_call(hk_host *host, const char *number, hk_audio **audio) {
  hk_call call;
  hk_audio_options options = HK_INIT(hk_audio_options);
  options.mode = HK_AUDIO_NETWORK;
  options.rate = 16000;
  hk_request request = hk_dial(host, "own", number, NULL, &call);
  CHECK(hk_fulfill(host, expect_action(host, HK_ACTION_START)) == HK_OK);
  CHECK(outcome(host, request) == HK_OK);
  CHECK(hk_report(host, "own", call, HK_REPORT_CONNECTED, NULL, 0) == HK_OK);
  CHECK(hk_settle(host) == HK_OK);
  CHECK(hk_audio_open(host, call, &options, audio) == HK_OK);
  return call;
}

/** Waits for an event of a stream, and returns its status. */
static hk_status expect_stream(hk_host *host, hk_request stream, uint32_t value, char *text) {
  for (;;) {
    const hk_event *event = expect_event(host, HK_EVENT_AUDIO);
    if (event->request != stream || event->value != value) continue;
    if (text) strcpy(text, event->text);
    return event->status;
  }
}

int main(void) {
  hk_host *host;
  hk_host_options options = HK_INIT(hk_host_options);
  hk_provider_options own = HK_INIT(hk_provider_options);
  hk_stream_options stream_options = HK_INIT(hk_stream_options);
  hk_audio *first_far, *second_far;
  hk_call first, second;
  char *door = NULL, *url = NULL, end[32];
  int16_t samples[3200], heard[1600];
  int found = 0;
  options.config = config;
  CHECK(hk_host_new(&options, &host) == HK_OK);
  own.capabilities = HK_CAN_USUAL;
  CHECK(hk_add_provider(host, "own", &own) == HK_OK);
  first = far_call(host, "generic:1", &first_far);

  /* Wrong use is an error, and a program that is not there is told twice: by DONE and by the last event. */
  CHECK(hk_stream_open(host, first, "http://127.0.0.1:1/", NULL) == HK_E_INVALID);
  CHECK(hk_stream_offer(host, first, NULL, &url) == HK_E_STATE && url == NULL);
  CHECK(hk_stream_listen(host, "ws://0.0.0.0:0/", NULL, &door) == HK_E_INVALID && door == NULL);
  stream_options.flags = 64;
  CHECK(hk_stream_open(host, first, "ws://127.0.0.1:1/", &stream_options) == HK_E_INVALID);
  stream_options.flags = 0;
  hk_request nobody = hk_stream_open(host, first, "ws://127.0.0.1:1/", NULL);
  CHECK(nobody > 0);
  CHECK(outcome(host, nobody) == HK_E_IO);
  CHECK(expect_stream(host, nobody, HK_AUDIO_STOPPED, end) == HK_E_IO && !strcmp(end, "refused"));

  /* The second call takes the place of the first, which is held: both streams connect, and only the call in front has sound. */
  CHECK(hk_stream_listen(host, "ws://127.0.0.1:0/media", NULL, &door) == HK_OK);
  CHECK(door && !strncmp(door, "ws://127.0.0.1:", 15));
  hk_request offered = hk_stream_offer(host, first, NULL, &url);
  CHECK(offered > 0 && url && !strncmp(url, door, strlen(door)));
  second = far_call(host, "generic:2", &second_far);
  stream_options.data = 7;
  hk_request opened = hk_stream_open(host, second, url, &stream_options);
  CHECK(outcome(host, opened) == HK_OK);
  CHECK(expect_stream(host, opened, HK_AUDIO_CONNECTED, NULL) == HK_OK);
  hk_call both[2] = {first, second};
  CHECK(outcome(host, hk_merge(host, both, 2, NULL)) == HK_OK);
  CHECK(hk_settle(host) == HK_OK);
  for (int n = 0; n < 3200; n++) samples[n] = (int16_t)(n % 200 < 100 ? 8000 : -8000);
  for (int turn = 0; turn < 20000 && !found; turn++) {
    CHECK(hk_audio_write(second_far, samples, 320) >= 0);
    CHECK(hk_audio_tick(host) == HK_OK);
    int32_t count = hk_audio_read(first_far, heard, 1600);
    for (int32_t n = 0; n < count; n++) found |= heard[n] > 4000;
    while (hk_next(host)) {}
  }
  CHECK(found);
  CHECK(hk_stream_close(host, opened) == HK_OK);
  CHECK(expect_stream(host, opened, HK_AUDIO_STOPPED, end) == HK_OK && !strcmp(end, "closed"));
  CHECK(hk_stream_close(host, opened) == HK_E_NOT_FOUND);
  hk_free(door);
  hk_free(url);
  hk_audio_free(first_far);
  hk_audio_free(second_far);
  CHECK(hk_host_shutdown(host, 0) == HK_OK);
  for (const hk_event *event; (event = hk_wait(host, 5000)) && event->type != HK_EVENT_CLOSED;) {
    if (event->type == HK_EVENT_PERFORM) CHECK(hk_fulfill(host, event->action->id) == HK_OK);
  }
  hk_host_free(host);
  return checks_end("streams");
}
