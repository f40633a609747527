/* Calls on many lines, whose events the program takes in all ways by turns: the descriptor must be readable whenever an event waits. */
#include "check.h"
#include <poll.h>

enum { LINES = 16, CALLS = 2000 };

static int dialed, ended;

static void dial(hk_host *host) {
  char line[16];
  hk_ask ask = HK_INIT(hk_ask);
  snprintf(line, sizeof line, "line %d", dialed++ % LINES);
  ask.line = line;
  CHECK(hk_dial(host, "line", "tel:5550100", &ask, NULL) > 0);
}

static void take(hk_host *host, const hk_event *event) {
  if (event->type == HK_EVENT_STATE && event->value == HK_STATE_ACTIVE) CHECK(hk_end(host, event->info->call, NULL) > 0);
  if (event->type == HK_EVENT_ENDED && ++ended <= CALLS - LINES) {
    hk_ask ask = HK_INIT(hk_ask);
    ask.line = event->info->line;
    CHECK(hk_dial(host, "line", "tel:5550100", &ask, NULL) > 0);
  }
}

/** True when the descriptor becomes readable within the time. */
static int is_readable(hk_host *host, int milliseconds) {
  struct pollfd wanted = {hk_host_fd(host), POLLIN, 0};
  return poll(&wanted, 1, milliseconds) == 1;
}

int main(void) {
  hk_host *host;
  const hk_event *event;
  CHECK(hk_host_new(NULL, &host) == HK_OK);
  CHECK(hk_add_transport(host, "line", "org.hookswitch.loopback", NULL) == HK_OK);
  for (int line = 0; line < LINES; line++) dial(host);
  /* Without an event for 5 s a signal was lost. */
  for (unsigned turn = 0; ended < CALLS && !checks_failed; turn++) {
    switch (turn % 4) {
      case 0: /* one event, and then the descriptor */
      case 1:
        event = hk_wait(host, 5000);
        CHECK(event);
        if (event) take(host, event);
        break;
      case 2: /* the descriptor, and then one event */
        CHECK(is_readable(host, 5000));
        event = hk_next(host);
        if (event) take(host, event);
        break;
      default: /* the descriptor, and then all events */
        CHECK(is_readable(host, 5000));
        while ((event = hk_next(host))) take(host, event);
    }
  }
  CHECK(hk_settle(host) == HK_OK);
  while (hk_next(host)) {}
  CHECK(!is_readable(host, 0));
  hk_wake(host);
  CHECK(is_readable(host, 0) && !hk_next(host) && !is_readable(host, 0));
  hk_wake(host);
  CHECK(!hk_wait(host, 5000) && !is_readable(host, 0));
  CHECK(hk_host_shutdown(host, 5000) == HK_OK);
  hk_host_free(host);
  return checks_end("signals");
}
