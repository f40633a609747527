#define _GNU_SOURCE
#include "CConformanceWatch.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "CConformanceApart.h"
#include "CConformanceFault.h"
#include "watch.h"

_Thread_local volatile char hookswitch_is_watched, hookswitch_watch_selector;
static _Thread_local char sees_kernel, is_inside;

/* One finding is enough to fail; the first one is reported. */
static struct hookswitch_watch_finding finding;
static atomic_int state; /* 0: nothing found, 1: being written, 2: complete */
static const void *plugin_base;
static void (*report_to)(const struct hookswitch_watch_finding *found);

static const void *base_of(const void *address) {
  Dl_info info;
  return dladdr(address, &info) != 0 ? info.dli_fbase : NULL;
}

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

/* Writes the innermost frame that lies in the plugin. */
static void write_place(char *place, size_t size) {
  void *frames[48];
  int count = backtrace(frames, sizeof frames / sizeof *frames);
  for (int index = 1; index < count; index++) {
    Dl_info info;
    if (dladdr(frames[index], &info) == 0 || info.dli_fbase != plugin_base) continue;
    const char *file = last_part(info.dli_fname);
    size_t offset = (size_t)((char *)frames[index] - (char *)info.dli_fbase);
    if (info.dli_sname != NULL) snprintf(place, size, "%s (%s+0x%zx)", info.dli_sname, file, offset);
    else snprintf(place, size, "%s+0x%zx", file, offset);
    return;
  }
}

void hookswitch_watch_look_away(void) { hookswitch_is_watched = hookswitch_watch_selector = 0; }

void hookswitch_watch_look_back(void) {
  hookswitch_is_watched = is_inside;
  hookswitch_watch_selector = is_inside && sees_kernel;
}

void hookswitch_watch_note(const char *function) {
  int nothing = 0;
  if (!hookswitch_is_watched) return;
  hookswitch_watch_look_away();
  if (!atomic_compare_exchange_strong(&state, &nothing, 1)) return;
  snprintf(finding.function, sizeof finding.function, "%s", function);
  write_place(finding.place, sizeof finding.place);
  atomic_store(&state, 2);
  if (report_to == NULL) return;
  report_to(&finding);
  hookswitch_watch_look_away();
}

void hookswitch_watch_report_to(void (*report)(const struct hookswitch_watch_finding *)) { report_to = report; }

void hookswitch_watch_hear(const struct hookswitch_watch_finding *there) {
  struct hookswitch_watch_finding copy;
  int nothing = 0;
  if (hookswitch_apart_read(&copy, there, sizeof copy) != 0) hookswitch_fault_blame_plugin("the plugin's process reported at an address without memory");
  copy.function[sizeof copy.function - 1] = copy.place[sizeof copy.place - 1] = '\0';
  if (!atomic_compare_exchange_strong(&state, &nothing, 1)) return;
  finding = copy;
  atomic_store(&state, 2);
}

int hookswitch_watch_find(struct hookswitch_watch_finding *found) {
  if (atomic_load(&state) != 2) return 0;
  *found = finding;
  return 1;
}

void hookswitch_watch_tick(void (*tick)(void *ctx, uint64_t mono_ns), void *ctx, uint64_t mono_ns) {
  is_inside = 1;
  hookswitch_watch_look_back();
  tick(ctx, mono_ns);
  is_inside = 0;
  hookswitch_watch_look_away();
}

void hookswitch_watch_tick_apart(const void *tick, void *ctx, uint64_t mono_ns) {
  const uint64_t words[] = {(uintptr_t)tick, (uintptr_t)ctx, mono_ns};
  is_inside = 1;
  /* Here it is the host's functions that look whether the tick may call them. */
  hookswitch_watch_look_back();
  hookswitch_apart_call((uintptr_t)hookswitch_watch_tick, words, 3);
  is_inside = 0;
  hookswitch_watch_look_away();
}

/* -------------------------------------------------------------------------------------------------------- loaded images */

int hookswitch_watch_install(const void *plugin) {
  void *frame;
  backtrace(&frame, 1); /* the first use of backtrace loads a library */
  plugin_base = base_of(plugin);
  return hookswitch_watch_redirect();
}

/* --------------------------------------------------------------------------------------------------------------- the kernel */

int hookswitch_watch_kernel(void) {
  hookswitch_watch_selector = 0;
  if (hookswitch_watch_ask_kernel() != 0) return -1;
  sees_kernel = 1;
  return 0;
}
