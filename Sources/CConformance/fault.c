#define _GNU_SOURCE
#include "CConformanceFault.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum owner { unknown, kit, plugin, swift_runtime, other_runtime };
enum { stack_size = 256 << 10, most_frames = 64, longest_abort = 1024 };

static const int watched[] = {SIGILL, SIGTRAP, SIGFPE, SIGSEGV, SIGBUS, SIGABRT};
enum { watched_count = sizeof watched / sizeof *watched };
static struct sigaction before[watched_count];
static struct hookswitch_fault *fault;
static pid_t watched_process;
static uintptr_t program_start, abort_start;
static _Thread_local volatile int readings;

void hookswitch_fault_begin_reading(void) { readings++; }
void hookswitch_fault_end_reading(void) { readings--; }

void hookswitch_fault_blame_plugin(const char *sentence) {
  fprintf(stderr, "hookswitch: %s\n", sentence);
  readings++;
  abort();
}

static int begins(const char *text, const char *word) { return strncmp(text, word, strlen(word)) == 0; }

static enum owner owner_of_name(const char *path) {
  static const char *const swift[] = {"libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime"};
  static const char *const others[] = {"libc.", "libc-", "ld-", "libm.", "libm-", "libpthread", "libdl.", "librt.", "libgcc_s", "libstdc++",
                                       "libc++", "linux-vdso", "libasan", "libtsan", "libubsan", "liblsan", "libclang_rt"};
  const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
  if (*name == '\0') return kit;
  for (size_t index = 0; index < sizeof swift / sizeof *swift; index++)
    if (begins(name, swift[index])) return swift_runtime;
  for (size_t index = 0; index < sizeof others / sizeof *others; index++)
    if (begins(name, others[index])) return other_runtime;
  return plugin;
}

/* Returns the owner of the code at the address. Takes no lock: the thread may have faulted while it held the linker's. */
static enum owner owner_of(void *address) {
  struct dl_find_object object;
  if (_dl_find_object(address, &object) != 0 || object.dlfo_link_map == NULL) return unknown;
  return owner_of_name(object.dlfo_link_map->l_name);
}

static void *faulting_code(const ucontext_t *context) {
#if defined(__x86_64__)
  return (void *)(uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (void *)(uintptr_t)context->uc_mcontext.pc;
#else
  (void)context;
  return NULL;
#endif
}

struct stack {
  void *frames[most_frames];
  int count;
};

/* Returns the stack from the faulting code outwards; empty if it is unknown. */
static struct stack stack_at(void *code) {
  struct stack stack = {.count = backtrace(stack.frames, most_frames)};
  int first = 0;
  while (first < stack.count && stack.frames[first] != code) first++;
  stack.count -= first;
  memmove(stack.frames, stack.frames + first, (size_t)stack.count * sizeof *stack.frames);
  return stack;
}

/* Returns the innermost frame from `first` on that is the kit's or the plugin's, or -1. A caller's frame points behind its call. */
static int innermost(const struct stack *stack, int first, enum owner *owner) {
  for (int index = first; index < stack->count; index++) {
    *owner = owner_of((char *)stack->frames[index] - (index > 0));
    if (*owner == kit || *owner == plugin) return index;
  }
  return -1;
}

static int has_plugin(const struct stack *stack, int first) {
  for (int index = first; index < stack->count; index++)
    if (owner_of((char *)stack->frames[index] - 1) == plugin) return 1;
  return 0;
}

/* Returns the frame of the caller of abort, or -1. */
static int caller_of_abort(const struct stack *stack) {
  for (int index = 0; index + 1 < stack->count && index < 8; index++) {
    uintptr_t address = (uintptr_t)stack->frames[index];
    if (abort_start != 0 && address > abort_start && address - abort_start < longest_abort) return index + 1;
  }
  return -1;
}

/* Returns the frame of the kit's code that is to blame; -1 if the fault is not, or may not be, the kit's. */
static int kits_frame(const struct stack *stack, int number, int is_raised) {
  enum owner owner = unknown;
  if (stack->count == 0 || readings > 0) return -1;
  if (number == SIGABRT) {
    /* The kit may have called a runtime that aborts. If the C library aborts, the heap is damaged, which is the plugin's doing. */
    int caller = caller_of_abort(stack);
    if (caller < 0) return -1;
    owner = owner_of((char *)stack->frames[caller] - 1);
    if (owner != kit && owner != swift_runtime) return -1;
    int frame = innermost(stack, caller, &owner);
    return frame >= 0 && owner == kit ? frame : -1;
  }
  if (is_raised) return -1;
  int frame = innermost(stack, 0, &owner);
  if (frame < 0 || owner != kit) return -1;
  if (number == SIGSEGV || number == SIGBUS) {
    /* A fault inside a runtime comes from damaged memory; below the plugin's code, the address may be the plugin's. */
    if (frame != 0 || has_plugin(stack, 1)) return -1;
  }
  return frame;
}

static void note(int number, siginfo_t *info, void *context) {
  int index = 0;
  while (index < watched_count - 1 && watched[index] != number) index++;
  sigaction(number, &before[index], NULL);
  /* A forked copy of the process must not report on this test. */
  if (fault->signal == 0 && getpid() == watched_process) {
    fault->signal = (uint32_t)number;
    void *code = faulting_code(context);
    /* A jump to an address without code used a pointer of the plugin's. */
    if (number == SIGABRT || owner_of(code) != unknown) {
      struct stack stack = stack_at(code);
      int frame = kits_frame(&stack, number, info->si_code <= 0);
      if (frame >= 0) {
        fault->place = (uintptr_t)stack.frames[frame] - program_start - (frame > 0);
        fault->is_kits = 1;
      }
    }
  }
  /* After the return, a faulting instruction faults again, and abort continues; only a sent signal must be sent again. */
  if (info->si_code <= 0 && number != SIGABRT) raise(number);
}

/* A sanitizer is part of the program, and reports faults itself. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif
#ifndef HAS_SANITIZER
#define HAS_SANITIZER 0
#endif

void hookswitch_fault_watch(struct hookswitch_fault *record) {
  if (HAS_SANITIZER) return;
  void *room = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void *frame;
  struct dl_find_object object;
  fault = record;
  watched_process = getpid();
  if (_dl_find_object((void *)(uintptr_t)hookswitch_fault_watch, &object) == 0) program_start = (uintptr_t)object.dlfo_map_start;
  abort_start = (uintptr_t)dlsym(RTLD_NEXT, "abort");
  /* The first call loads the unwinder, which a handler may not do. */
  backtrace(&frame, 1);
  if (room != MAP_FAILED) {
    stack_t stack = {.ss_sp = room, .ss_size = stack_size};
    sigaltstack(&stack, NULL);
  }
  for (int index = 0; index < watched_count; index++) {
    struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(watched[index], &action, &before[index]);
  }
}
