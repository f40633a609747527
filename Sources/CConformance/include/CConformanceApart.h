#ifndef HOOKSWITCH_CCONFORMANCE_APART_H
#define HOOKSWITCH_CCONFORMANCE_APART_H
/* Two processes for one test: the judge, which has the test, its host and its far end, and the executor, which has the plugin.
 *
 * The executor is a fork of the judge from before the plugin, so that the kit's own code has the same addresses in both. They share memory
 * for arguments, which lies at the same addresses too, and channels of calls. A call carries a function and up to 14 words, in both
 * directions; while one side waits for its answer it serves the calls of the other. Each thread of the judge has a thread of its own in the
 * executor, and the other way round, so that a thread-local state and a question for the thread mean the same as in one process.
 *
 * The judge reads the plugin's memory only by copies, and accepts only calls of functions that it has lent. The executor has users,
 * processes and files of its own, and no descriptor but the standard ones. Linux on x86-64. */
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { HOOKSWITCH_APART_WORDS = 14 };

/* Returns 1 in a build and on a machine for which an executor is written. */
int hookswitch_apart_is_possible(void);

/* Starts the executor, and returns in the judge alone. The process must have one thread. Returns 0, or -1 with errno when this system allows
 * no such process, which is then as before. */
int hookswitch_apart_start(void);

/* Returns 1 in a judge, unless it has left the executor aside. */
int hookswitch_apart_is_judge(void);

/* Leaves the executor aside (1): until 0 a test uses plugins as if there were none. In the judge's main thread. */
void hookswitch_apart_set_aside(int is_aside);

/* Returns the executor's process id, or 0. */
pid_t hookswitch_apart_process(void);

/* The ways in which the two main threads take turns. */
enum hookswitch_apart_turns {
  HOOKSWITCH_APART_FREELY,
  HOOKSWITCH_APART_TOGETHER, /* on one processor, which each leaves to the other a few times before it sleeps: no wake while both are alone there */
  HOOKSWITCH_APART_EAGERLY,  /* each on its own, where it looks for its turn for a moment before it sleeps; needs two processors and no wake */
};

/* Has the calling thread and the executor's main one take turns in that way. `place` counts the processors that the thread may use, from 0 and
 * around; below 0 it is the caller's present one. Threads that the plugin starts meanwhile have the processor of the executor's, so this is for
 * tests that look at no processors. */
void hookswitch_apart_take_turns(enum hookswitch_apart_turns turns, int place);

/* Returns the number of processors that the calling thread may use. */
int hookswitch_apart_processors(void);

/* Calls a function of the executor. Any thread of the judge. */
uint64_t hookswitch_apart_call(uintptr_t function, const uint64_t *words, size_t count);

/* Returns a function that calls `function` of the executor; NULL for NULL. The same one for the same function. Any thread. */
void *hookswitch_apart_reach(const void *function);

/* Returns the function of the executor for which such a function stands; any other address stays itself. */
const void *hookswitch_apart_original(const void *function);

/* Returns a function for the executor that calls `function` of the judge; NULL for NULL. Any thread. */
void *hookswitch_apart_lend(const void *function);

/* Copy from and to the executor's memory. Return 0, or -1 when its addresses are invalid. */
int hookswitch_apart_read(void *to, const void *from, size_t count);
int hookswitch_apart_write(void *to, const void *from, size_t count);

/* Returns `length` bytes of shared memory, which only the judge can reach until it is told otherwise; never the same bytes twice. */
void *hookswitch_apart_reserve(size_t length);

#define HOOKSWITCH_APART_WALL (-1)

/* Sets the executor's access to shared memory, before the plugin next runs: PROT_NONE, PROT_READ | PROT_WRITE, or HOOKSWITCH_APART_WALL: never any
 * more. A wall is no part of the mapping on its sides, so that access to these changes without a split or a join of mappings. */
void hookswitch_apart_protect(void *start, size_t length, int protection);

/* Begins to note the system calls of the executor's main thread that have an effect, as hookswitch_calls_watch does; returns 0, or -1 if the
 * kernel refuses. hookswitch_calls_found has them. One trace at a time, from the judge's main thread. */
int hookswitch_apart_trace(void);
void hookswitch_apart_trace_end(void);

/* Returns a copy of the executor's descriptor, or -1 with errno. */
int hookswitch_apart_descriptor(int number);

/* The name of the executor's threads that serve threads of the judge, and the number of those that there may be now. */
#define HOOKSWITCH_APART_THREAD "conform-helper"
uint32_t hookswitch_apart_threads(void);

/* Plain functions, for a call where the plugin is: a copy of a descriptor, and a file opened for reading and writing; -1 for neither. */
int hookswitch_apart_duplicate(int descriptor);
int hookswitch_apart_open_file(const char *path);

/* Returns the address of a function `int flags(int descriptor)`, which returns the flags of a descriptor, or -1. */
uintptr_t hookswitch_apart_flags_function(void);

#define HOOKSWITCH_APART_SHORT 0x10000

/* The end of the executor, and the processes that the plugin has left. */
struct hookswitch_apart_end {
  int32_t status; /* of waitpid; 0 for a whole exit, HOOKSWITCH_APART_SHORT for an exit with 0 that a handler cut short */
  uint32_t stragglers;
  char straggler[20]; /* the name of one of them */
};

/* Has the executor exit, and waits for its end. */
void hookswitch_apart_finish(struct hookswitch_apart_end *end);

/* Ends or stops this process in the way of that wait status: the death of the executor is the death of its test. */
void hookswitch_apart_follow(int status);
#endif
