#define _GNU_SOURCE
#include "watch.h"
#include "CRealTimeGuard.h"

#include <execinfo.h>
#include <stdatomic.h>

enum { DEPTH = 32 };

static _Thread_local int is_watched;
/* Taking a backtrace must not be counted. */
static _Thread_local int is_noting;

static atomic_ullong counts[RT_KINDS];
static atomic_ullong watched;
static atomic_llong first_system_call = -1;
static atomic_int has_first;
static void *first[DEPTH];
static atomic_int first_depth;

void rt_guard_note(uint32_t kind) {
  if (!is_watched || is_noting) return;
  is_noting = 1;
  atomic_fetch_add(&counts[kind], 1);
  if (!atomic_exchange(&has_first, 1)) atomic_store(&first_depth, backtrace(first, DEPTH));
  is_noting = 0;
}

void rt_guard_note_system_call(int64_t number) {
  long long none = -1;
  atomic_compare_exchange_strong(&first_system_call, &none, number);
  rt_guard_note(RT_SYSTEM_CALL);
}

void rt_guard_watch(void *context, uint64_t time) {
  (void)context, (void)time;
  if (is_watched) return;
  void *frames[1];
  backtrace(frames, 1); /* the first backtrace loads a library */
  rt_guard_confine();
  is_watched = 1;
  atomic_fetch_add(&watched, 1);
}

uint64_t rt_guard_count(uint32_t kind) { return atomic_load(&counts[kind]); }
uint64_t rt_guard_watched(void) { return atomic_load(&watched); }
int64_t rt_guard_first_system_call(void) { return atomic_load(&first_system_call); }
void rt_guard_print_first(int fd) { backtrace_symbols_fd(first, atomic_load(&first_depth), fd); }
