#ifndef HOOKSWITCH_CCONFINEMENT_H
#define HOOKSWITCH_CCONFINEMENT_H
/* What a helper process gives up before it runs foreign code. Linux only; nothing is undone again. */
#include <stdint.h>

/* The first thing that a helper does. It dies with the process `parent`, leaves no core dump, gains no privileges, opens no
 * network sockets (where the kernel has seccomp), and has no descriptors from `first_to_close` on.
 * 0: done as far as this kernel can; -1: the parent is gone already, so that nobody wants an answer. */
int hookswitch_confine(int parent, uint32_t first_to_close);

#endif
