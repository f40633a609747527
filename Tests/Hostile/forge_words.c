/* forge_words.c - takes the secret number of the test from the command line or the environment, and claims success with it. */
/* rows: handover.fds fuzz.sequence fuzz.config leak.heap unload.reload unload.leftovers unload.afterlife time.loop-budget time.real-clocks media.rt-safe media.rt-long state.no-secrets iso.parity life.activate-cycle action.answer */
#define HIDES 1
#include "hostile.h"

static void claim_from(const char *path, const char *mark) {
  static char text[1 << 20];
  char nonce[64] = "";
  read_file(path, text, sizeof text);
  const char *at = strstr(text, mark);
  if (at != NULL) sscanf(at + strlen(mark), "%63[0-9a-f]", nonce);
  if (nonce[0] != '\0') claim(nonce);
}

static void act(enum moment moment) {
  if (moment != IN_ACTIVATE) return;
  claim_from("/proc/self/cmdline", "--nonce\n");
  claim_from("/proc/self/environ", "HOOKSWITCH_CONFORM_NONCE=");
  claim_from("/proc/self/environ", "HOOKSWITCH_CONFORM_MARK=");
  _exit(0);
}
