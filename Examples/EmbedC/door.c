/* A door intercom: the bell calls the flat, `#` from the flat opens the door, `*` ends the call. The flat can call the door too.
 *
 *   door TRANSPORT FLAT [CONFIG]
 *
 * TRANSPORT is a transport's id, such as org.hookswitch.sip; FLAT is the flat's handle, such as sip:flat1@example.org; CONFIG is the
 * transport's configuration as JSON. Commands come from standard input, one a line: `bell`, `dtmf DIGITS`, `end`, `quit`. A real door reads its
 * button from another descriptor in the same loop. */
#include <errno.h>
#include <hookswitch.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct door {
  hk_host *host;
  const char *flat;
  hk_call call; /* The call to or from the flat; none while nobody talks. */
} door;

/** Prints a line at once: another program may read it. */
static void say(const char *what, const char *detail) {
  printf("%s%s%s\n", what, *detail ? ": " : "", detail);
  fflush(stdout);
}

/** Prints the reason when a request was refused. */
static void ask(hk_request request) {
  if (request < 0) say("refused", hk_last_error()->message);
}

static void ring(door *it) {
  if (hk_is_call(it->call)) {
    say("busy", "the flat talks to the door already");
    return;
  }
  ask(hk_dial(it->host, "flat", it->flat, NULL, &it->call));
}

/** The strike of the door: a real door switches a relay here. */
static void open_door(void) { say("open", "the strike is released for 3 s"); }

static void digits(door *it, const hk_event *event) {
  for (const char *digit = event->text; *digit; digit++) {
    if (*digit == '#') open_door();
    if (*digit == '*') ask(hk_end(it->host, event->info->call, NULL));
  }
}

static void handle(door *it, const hk_event *event) {
  switch (event->type) {
    case HK_EVENT_INCOMING:
      if (hk_is_call(it->call)) {
        ask(hk_end(it->host, event->info->call, NULL));
      } else {
        it->call = event->info->call;
        ask(hk_answer(it->host, it->call, HK_ANSWER_AUTOMATIC, NULL));
      }
      break;
    case HK_EVENT_STATE: say(hk_state_name(event->value), event->info->handle); break;
    case HK_EVENT_DTMF: digits(it, event); break;
    case HK_EVENT_ENDED:
      say("ended", hk_end_reason_name(event->info->end_reason));
      if (hk_same(event->info->call, it->call)) memset(&it->call, 0, sizeof it->call);
      break;
    case HK_EVENT_DONE:
      if (event->status != HK_OK) say("failed", event->error->message);
      break;
    case HK_EVENT_PROVIDER: say("provider", event->value == HK_STANDING_READY ? "ready" : "not ready"); break;
    default: break;
  }
}

/** Obeys a line of standard input; 0 to quit. */
static int obey(door *it, char *line) {
  if (!strcmp(line, "quit")) return 0;
  if (!strcmp(line, "bell")) ring(it);
  else if (!strncmp(line, "dtmf ", 5)) ask(hk_play_dtmf(it->host, it->call, line + 5, NULL));
  else if (!strcmp(line, "end")) ask(hk_end(it->host, it->call, NULL));
  else say("unknown command", line);
  return 1;
}

int main(int count, char **words) {
  door it = {0};
  hk_host_options options = HK_INIT(hk_host_options);
  hk_transport_options transport = HK_INIT(hk_transport_options);
  if (count < 3) {
    fprintf(stderr, "usage: door TRANSPORT FLAT [CONFIG]\nexample: door org.hookswitch.mock-pstn 555-0160\n");
    return 2;
  }
  it.flat = words[2];
  transport.config = count > 3 ? words[3] : NULL;
  /* The door has a microphone and a loudspeaker; a machine without sound uses "null". */
  options.config = getenv("DOOR_CONFIG");
  if (hk_host_new(&options, &it.host) != HK_OK || hk_add_transport(it.host, "flat", words[1], &transport) != HK_OK) {
    fprintf(stderr, "door: %s\n", hk_last_error()->message);
    hk_host_free(it.host);
    return 1;
  }
  struct pollfd watched[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = hk_host_fd(it.host), .events = POLLIN}};
  for (int runs = 1; runs;) {
    if (poll(watched, 2, -1) < 0 && errno != EINTR) break;
    for (const hk_event *event; (event = hk_next(it.host));) handle(&it, event);
    if (watched[0].revents) {
      char line[128];
      ssize_t size = read(STDIN_FILENO, line, sizeof line - 1);
      if (size <= 0) break;
      line[size] = 0;
      for (char *next, *part = line; runs && *part; part = next) {
        char *end = strchr(part, '\n');
        next = end ? end + 1 : part + strlen(part);
        if (end) *end = 0;
        runs = obey(&it, part);
      }
    }
  }
  hk_host_shutdown(it.host, 2000);
  hk_host_free(it.host);
  return 0;
}
