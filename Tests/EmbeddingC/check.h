/* Checks for the C programs of this folder: one line for each failed check, and an exit code. */
#ifndef CHECK_H
#define CHECK_H
#include "hookswitch.h"
#include <stdio.h>
#include <stdlib.h>

static int checks_failed;

#define CHECK(condition)                                                                                                                   \
  do {                                                                                                                                     \
    if (!(condition)) {                                                                                                                    \
      checks_failed++;                                                                                                                     \
      fprintf(stderr, "%s:%d: failed: %s (last error: %s)\n", __FILE__, __LINE__, #condition, hk_last_error()->message);                 \
    }                                                                                                                                      \
  } while (0)

/** Takes events until one of the type comes, and returns it; ends the program when none comes within 5 s. */
static inline const hk_event *expect_event(hk_host *host, hk_event_type type) {
  for (;;) {
    const hk_event *event = hk_wait(host, 5000);
    if (!event) {
      fprintf(stderr, "no event %s came\n", hk_event_name(type));
      exit(1);
    }
    if (event->type == type) return event;
  }
}

/** Takes events until a provider's action of the kind comes, and returns its number. */
static inline uint64_t expect_action(hk_host *host, uint32_t kind) {
  for (;;) {
    const hk_event *event = expect_event(host, HK_EVENT_PERFORM);
    if (event->action->kind == kind) return event->action->id;
    CHECK(hk_fulfill(host, event->action->id) == HK_OK);
  }
}

/** Waits for the outcome of a request. */
static inline hk_status outcome(hk_host *host, hk_request request) {
  if (request < 0) return (hk_status)request;
  for (;;) {
    const hk_event *event = hk_wait(host, 5000);
    if (!event) {
      fprintf(stderr, "request %lld has no outcome\n", (long long)request);
      exit(1);
    }
    if (event->type == HK_EVENT_PERFORM) CHECK(hk_fulfill(host, event->action->id) == HK_OK);
    if (event->type == HK_EVENT_DONE && event->request == request) return event->status;
  }
}

static inline int checks_end(const char *name) {
  printf("%s: %s\n", name, checks_failed ? "FAILED" : "passed");
  return checks_failed ? 1 : 0;
}
#endif
