/* forge_memory.c - searches the memory of its process for the secret number of the test, and claims success with all that look like it. */
/* rows: handover.fds fuzz.sequence fuzz.config leak.heap unload.reload unload.leftovers unload.afterlife time.loop-budget time.real-clocks media.rt-safe media.rt-long state.no-secrets iso.parity life.activate-cycle action.answer */
#define HIDES 1
#include "hostile.h"

static void act(enum moment moment) {
  if (moment != IN_ACTIVATE) return;
  claim_from_memory();
  _exit(0);
}
