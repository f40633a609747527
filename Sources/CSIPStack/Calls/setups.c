/* The side that begins the DTLS handshake. */
#include "setups.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char line[] = "a=setup:";

static const char *find(const char *sdp) {
  const char *at = sdp ? strstr(sdp, line) : NULL;
  return at && (at == sdp || at[-1] == '\n') ? at + sizeof line - 1 : NULL;
}

static int says(const char *sdp, const char *setup) {
  const char *at = find(sdp);
  const size_t n = strlen(setup);
  return at && strncasecmp(at, setup, n) == 0 && strchr("\r\n", at[n]);
}

void csip_setup_settled(csip_dialog *dialog, const char *answer, int is_theirs) {
  if (find(answer)) dialog->begins = is_theirs ? !says(answer, "active") : says(answer, "active");
}

int csip_setup_say(csip_dialog *dialog, int is_offer) {
  const char *at = find(dialog->own_sdp);
  if (!at) return 0;
  const char *setup = is_offer ? "actpass" : dialog->begins ? "active" : "passive", *rest = at + strcspn(at, "\r\n");
  const size_t before = (size_t)(at - dialog->own_sdp), after = strlen(rest), n = strlen(setup);
  char *said = malloc(before + n + after + 1);
  if (!said) return 0;
  memcpy(said, dialog->own_sdp, before);
  memcpy(said + before, setup, n);
  memcpy(said + before + n, rest, after + 1);
  free(dialog->own_sdp);
  dialog->own_sdp = said;
  return 1;
}
