#ifndef HOOKSWITCH_CCONFORMANCE_NAMESPACES_H
#define HOOKSWITCH_CCONFORMANCE_NAMESPACES_H
/* The namespaces of a guard: processes, files, IPC, users and the network of a test are its own. */
#include <stdint.h>
#include <sys/types.h>

struct hookswitch_guard_order;

/* Forks like _Fork, with new namespaces for the child, which is the first process there. Returns -1 with errno if they are refused. */
pid_t hookswitch_namespaces_fork(uint32_t namespaces);

/* Furnishes the new namespaces, in that child: its own /proc and /dev/shm, the loopback interface, the judged file, which is
 * open at `plugin_file`. Returns 0, or -1 with errno. Uses no heap. */
int hookswitch_namespaces_furnish(const struct hookswitch_guard_order *order, int plugin_file);

/* Mounts a /proc of the new namespace's own. Returns 0, or -1 with errno. */
int hookswitch_namespaces_own_processes(void);

/* Removes a folder with its contents. Follows no link and uses no heap. */
void hookswitch_remove_folder(const char *path);
#endif
