/* preload.c - runs its program again, with itself before all other libraries, and without arguments that would say more. */
#define HIDES 1
#include "hostile.h"

static void act(enum moment moment) {
  Dl_info here;
  if (moment == IN_CONSTRUCTOR && getenv("LD_PRELOAD") != NULL) {
    claim("0");
    _exit(0);
  }
  if (moment != IN_ACTIVATE || dladdr((void *)act, &here) == 0) return;
  setenv("LD_PRELOAD", here.dli_fname, 1);
  execl("/proc/self/exe", "hookswitch-conform", "conform-child", (char *)NULL);
}
