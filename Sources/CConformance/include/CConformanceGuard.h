#ifndef HOOKSWITCH_CCONFORMANCE_GUARD_H
#define HOOKSWITCH_CCONFORMANCE_GUARD_H
/* A guard is a process between the supervisor and the child that runs a test. A plugin that attacks its parent process hits the guard,
 * which exists for one test only. It is C because between fork and exec, in a program that has threads, only async-signal-safe functions
 * may run. */
#include <stdint.h>
#include <sys/types.h>

/* The program to run, and its conditions. Everything pointed to is read before hookswitch_guard_start returns. */
struct hookswitch_guard_order {
  const char *program; /* a path */
  char *const *arguments; /* the program's name first, NULL last */
  char *const *environment; /* NULL last */
  const char *folder; /* the child's working folder */
  int result_fd; /* becomes the child's 3 */
  int page_fd; /* becomes the child's 4 */
  int order_fd; /* becomes the child's 5; -1: none */
  int program_fd; /* the program, open; -1: it is opened by its path */
  int output_fd; /* becomes the child's 1 and 2; -1: the child keeps the terminal, all three */
  int control_fd; /* the guard kills the child when the other end is closed */
  int report_fd; /* receives the guard's report */
  uint32_t budget_ms; /* the time until the child is asked to end; 0: no limit */
  uint32_t grace_ms; /* the time from then until it is killed */
  uint32_t max_files; /* RLIMIT_NOFILE; 0: unchanged */
  uint32_t namespaces; /* of hookswitch_namespaces_found, perhaps without the network; 0: none */
  uint32_t is_trapped; /* 1: a system call against the guard, or a trace of any process, ends the child by SIGSYS */
  uint32_t landlock; /* of a child without namespaces; 1: it signals and traces no other process; 2: and changes no file outside its folder */
  int plugin_fd; /* the judged file as it was at the start of the run; -1: it is opened by its path */
  uint32_t also_reserved;
  const char *plugin; /* the path at which the plugin finds it, in its own namespace */
  const char *command; /* a program that nobody may change meanwhile, like `program`; NULL: none */
  const char *shared; /* a file outside its folder that the child may change, in spite of Landlock; NULL: none */
  char *const *temporary; /* with HOOKSWITCH_OWN_TEMPORARY: the paths below /tmp and /var/tmp that the test needs, NULL last */
  uint64_t max_memory; /* RLIMIT_AS in bytes; 0: unchanged */
};

/* The guard's report on the child. */
struct hookswitch_guard_report {
  uint32_t magic; /* HOOKSWITCH_GUARD_MAGIC: the report is whole */
  int32_t wait_status; /* of waitpid */
  int32_t exec_error; /* errno of a failed exec, or 0 */
  uint32_t timed_out; /* 1: the child exceeded its budget */
  int32_t stopped_by; /* the signal that stopped the child, which was then killed, or 0 */
  int32_t parent_signal; /* a signal that a process sent to the guard, or 0 */
  uint32_t stragglers; /* the number of processes left when the child had ended; they were killed */
  char straggler[20]; /* the name of one of them */
};
#define HOOKSWITCH_GUARD_MAGIC 0x48535747u

/* The namespaces that a guard can have. */
enum {
  HOOKSWITCH_NAMESPACE_USER = 1,
  HOOKSWITCH_NAMESPACE_PROCESSES = 2, /* with files and IPC: they come together */
  HOOKSWITCH_NAMESPACE_NETWORK = 4,
  HOOKSWITCH_OWN_TEMPORARY = 8, /* a /tmp and /var/tmp of its own, where processes and files are */
};

/* Returns the namespaces that this system allows, after a trial in a process of its own. 0: none. Any thread; slow. */
uint32_t hookswitch_namespaces_found(void);

/* Returns 1 if the kernel has Landlock, for tests without namespaces. Any thread. */
uint32_t hookswitch_landlock_found(void);

/* Starts a guard, which starts the child. Any thread. Returns the guard's process, for which the caller must wait, or -1. */
pid_t hookswitch_guard_start(const struct hookswitch_guard_order *order);

/* Take waitpid's status apart, since Swift cannot use the macros. */
static inline int hookswitch_wait_signal(int status) { return status & 0x7f; }
static inline int hookswitch_wait_code(int status) { return status >> 8 & 0xff; }

/* Creates a pipe that exec closes and whose reading end never blocks. Returns 0, or -1 and errno. */
int hookswitch_pipe(int ends[2]);

/* Returns 1 if the process, a child of the caller, is stopped. */
int hookswitch_is_stopped(pid_t child);

/* Returns the descriptor of a page that processes can share, closed by exec, or -1. */
int hookswitch_shared_page(void);
#endif
