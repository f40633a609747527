#ifndef HOOKSWITCH_CCONFORMANCE_APART_PARTS_H
#define HOOKSWITCH_CCONFORMANCE_APART_PARTS_H
/* The parts of the two processes of a test. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "CConformanceApart.h"

enum side { in_judge, in_executor };
enum { most_channels = 256, most_changes = 1 << 16, most_stubs = 4096, stub_bytes = 16, registers = 6 };
enum kind { call_kind = 1, return_kind, end_kind };
/* The looks for a turn before a main thread sleeps, and the looks of the executor between two looks for changes of access. */
enum { most_looks = 4000, looks_between_changes = 4, most_yields = 4 };
/* The states of a channel: free, being opened, opened by a side and not yet served by the other, served. Each change is one atomic step, so that
   a channel that ends and is opened anew is never served twice. */
enum { channel_free, channel_opening, channel_of_executor, channel_of_judge, channel_served };

struct message {
  uint64_t kind, target;
  uint64_t words[HOOKSWITCH_APART_WORDS];
  uint64_t result[2];
};

struct channel {
  _Atomic uint32_t turn; /* the side that may touch the message */
  _Atomic uint32_t sleeps[2]; /* at each side: its thread waits in the kernel */
  _Atomic uint32_t state;
  struct message message;
};

/* A change of the executor's access to shared memory; HOOKSWITCH_APART_WALL in place of a protection puts a wall there. */
struct change {
  uint64_t start, length, protection;
};

/* The memory that both processes see. The executor may write anything here at any time. */
struct common {
  _Atomic uint32_t knocks[2]; /* at each side: a channel waits for a thread there */
  _Atomic uint32_t turns; /* the way in which the main threads take turns */
  _Atomic uint32_t changes_made, changes_done;
  struct change changes[most_changes];
  struct channel channels[most_channels];
};

extern struct common *hookswitch_apart_common;
extern enum side hookswitch_apart_side;
extern pid_t hookswitch_apart_executor;
extern _Atomic int hookswitch_apart_is_finishing;

/* Calls `function` with words in the order of arguments, and stores both words of its result. */
void hookswitch_apart_invoke(const void *function, const uint64_t *words, uint64_t *result);

/* Returns the address of the stub of that number. */
void *hookswitch_apart_stub(uint32_t number);

/* Calls `target` of the other side on the calling thread's channel, and serves calls from there until the answer. */
void hookswitch_apart_converse(uint64_t target, const uint64_t *words, uint64_t *result);

/* Gives the first channel to the calling thread, the judge's main one, before it makes any call. */
void hookswitch_apart_take_first(void);

/* Has the executor call a function that does not return, with one word. */
void hookswitch_apart_send_off(uint64_t target, uint64_t word);

/* Serves a channel until the other side ends it. */
void hookswitch_apart_serve(struct channel *channel);

/* Starts the thread that starts other ones for channels of the other side. Returns 0, or -1. */
int hookswitch_apart_receive(void);

/* Waits a moment in a loop that looks for another processor's step. */
static inline void hookswitch_apart_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/* Makes the changes of access that the judge has asked for. In the executor. */
void hookswitch_apart_change(void);

/* Returns a function that the judge has lent; NULL for any other number. */
const void *hookswitch_apart_lent(uint64_t number);

/* Ends the process: the other side broke the protocol. */
_Noreturn void hookswitch_apart_break(const char *what);
#endif
