#ifndef HOOKSWITCH_CCONFORMANCE_CALL_EFFECTS_H
#define HOOKSWITCH_CCONFORMANCE_CALL_EFFECTS_H
/* The list of system calls with effects, for each means by which the kit sees system calls. */
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

/* Reads memory of a process, as process_vm_readv. */
typedef long hookswitch_calls_reader(pid_t process, const struct iovec *here, const struct iovec *there);

/* Forgets the calls that were found. */
void hookswitch_calls_forget(void);

/* Notes a call of the process if it has an effect; `arguments` has its first three. Allocates nothing and takes no lock. */
void hookswitch_calls_judge(int call, const uint64_t *arguments, pid_t process, hookswitch_calls_reader *reader);
#endif
