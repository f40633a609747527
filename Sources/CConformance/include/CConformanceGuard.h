#ifndef HOOKSWITCH_CCONFORMANCE_GUARD_H
#define HOOKSWITCH_CCONFORMANCE_GUARD_H
/* A guard is a process between the supervisor and the child that runs a test. The plugin may do to its parent what it likes:
 * the parent is the guard, which nobody needs for longer than the test. It is C because between fork and exec, in a program
 * that has threads, only functions that are safe in a signal handler may run. */
#include <stdint.h>
#include <sys/types.h>

/* What to run, and how. Everything pointed to is read before hookswitch_guard_start returns. */
struct hookswitch_guard_order {
  const char *program; /* a path */
  char *const *arguments; /* the program's name first, NULL last */
  char *const *environment; /* NULL last */
  const char *folder; /* where the child runs */
  int result_fd; /* becomes the child's 3 */
  int page_fd; /* becomes the child's 4 */
  int output_fd; /* becomes the child's 1 and 2; -1: it keeps the terminal, all three */
  int control_fd; /* when its other end is closed, the child is killed */
  int report_fd; /* where the guard writes its report */
  uint32_t budget_ms; /* then the child is asked to end; 0: never */
  uint32_t grace_ms; /* and after that killed */
  uint32_t max_files; /* RLIMIT_NOFILE; 0: as it is */
  uint32_t reserved;
  uint64_t max_memory; /* RLIMIT_AS in bytes; 0: as it is */
};

/* What became of the child. */
struct hookswitch_guard_report {
  uint32_t magic; /* HOOKSWITCH_GUARD_MAGIC: the report is whole */
  int32_t wait_status; /* of waitpid */
  int32_t exec_error; /* errno of a program that could not be run, or 0 */
  uint32_t timed_out; /* 1: the budget was used up */
  int32_t stopped_by; /* the signal that stopped the child, which was then killed, or 0 */
  int32_t parent_signal; /* a signal that somebody sent to the guard, or 0 */
  uint32_t stragglers; /* how many processes were left when the child had ended; they were killed */
  char straggler[20]; /* the name of one of them */
};
#define HOOKSWITCH_GUARD_MAGIC 0x48535747u

/* Starts a guard, and through it the child. Any thread. Returns the guard's process, which the caller must wait for, or -1. */
pid_t hookswitch_guard_start(const struct hookswitch_guard_order *order);

/* waitpid's status taken apart, which Swift cannot do with macros. */
static inline int hookswitch_wait_signal(int status) { return status & 0x7f; }
static inline int hookswitch_wait_code(int status) { return status >> 8 & 0xff; }

/* A pipe whose ends are closed by exec, which Swift cannot ask for; reading never blocks. 0, or -1 and errno. */
int hookswitch_pipe(int ends[2]);

/* Whether the process, a child of the caller's, is stopped. */
int hookswitch_is_stopped(pid_t child);

/* A page that processes can share, or -1. Closed by exec. */
int hookswitch_shared_page(void);
#endif
