/* afterlife.c - the images that are gone, and the pointers into them that a process still holds. */
#define _GNU_SOURCE
#include "CConformanceAfterlife.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "afterlife.h"

extern char **environ;

enum { most_images = 512 };
struct image {
  uintptr_t start, end;
};
static struct image images[most_images];
static size_t image_count, gone_count;
static uintptr_t handlers[afterlife_signals + 1];
static char had_key[afterlife_keys];

/* ------------------------------------------------------------------------------------------------------------ before it */

static uintptr_t handler_of(int signal) {
  struct sigaction found;
  if (sigaction(signal, NULL, &found) != 0) return 0;
  return (found.sa_flags & SA_SIGINFO) != 0 ? (uintptr_t)found.sa_sigaction : (uintptr_t)found.sa_handler;
}

/* The C library answers EINVAL for a key that nobody has. */
static int has_key(pthread_key_t key) { return pthread_setspecific(key, pthread_getspecific(key)) == 0; }

void hookswitch_afterlife_begin(void) {
  image_count = gone_count = 0;
  for (int signal = 1; signal <= afterlife_signals; signal++) handlers[signal] = handler_of(signal);
  for (pthread_key_t key = 0; key < afterlife_keys; key++) had_key[key] = (char)has_key(key);
}

int hookswitch_afterlife_is_new_handler(int signal) {
  uintptr_t handler = handler_of(signal);
  return handler != (uintptr_t)SIG_DFL && handler != (uintptr_t)SIG_IGN && handler != handlers[signal];
}

int hookswitch_afterlife_is_new_key(pthread_key_t key) { return key < afterlife_keys && !had_key[key] && has_key(key); }

/* --------------------------------------------------------------------------------------------------------------- images */

static struct image place_of(const struct dl_phdr_info *info) {
  struct image place = {UINTPTR_MAX, 0};
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    uintptr_t start = info->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD) continue;
    if (start < place.start) place.start = start & ~(page - 1);
    if (start + part->p_memsz > place.end) place.end = (start + part->p_memsz + page - 1) & ~(page - 1);
  }
  return place;
}

static int take_image(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  if (image_count < most_images) images[image_count++] = place_of(info);
  return 0;
}

void hookswitch_afterlife_loaded(void) {
  image_count = gone_count = 0;
  dl_iterate_phdr(take_image, NULL);
}

/* Takes an image that is still there out of the list. */
static int drop_image(struct dl_phdr_info *info, size_t size, void *unused) {
  struct image place = place_of(info);
  (void)size, (void)unused;
  for (size_t index = 0; index < image_count; index++)
    if (images[index].start == place.start) images[index--] = images[--image_count];
  return 0;
}

size_t hookswitch_afterlife_gone(void) {
  dl_iterate_phdr(drop_image, NULL);
  gone_count = image_count;
  for (size_t index = 0; index < gone_count; index++)
    mmap((void *)images[index].start, images[index].end - images[index].start, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  return gone_count;
}

int hookswitch_afterlife_is_gone(uintptr_t address) {
  for (size_t index = 0; index < gone_count; index++)
    if (address >= images[index].start && address < images[index].end) return 1;
  return 0;
}

/* ------------------------------------------------------------------------------------------------------------- pointers */

struct findings {
  struct hookswitch_dangling *list;
  size_t room, count;
};

static void judge(struct findings *to, const void *pointer, const char *thing, const char *part) {
  if (!hookswitch_afterlife_is_gone((uintptr_t)pointer) || to->count == to->room) return;
  snprintf(to->list[to->count++].thing, sizeof to->list->thing, thing, part);
}

static void judge_signals(struct findings *to) {
  for (int signal = 1; signal <= afterlife_signals; signal++) {
    char number[8];
    const char *name = sigabbrev_np(signal);
    snprintf(number, sizeof number, "%d", signal);
    judge(to, (const void *)handler_of(signal), "the action of SIG%s", name != NULL ? name : number);
  }
}

static void judge_environment(struct findings *to) {
  char number[24];
  judge(to, environ, "the table of environment variables", "");
  if (environ == NULL || hookswitch_afterlife_is_gone((uintptr_t)environ)) return;
  for (size_t index = 0; environ[index] != NULL; index++) {
    snprintf(number, sizeof number, "%zu", index);
    judge(to, environ[index], "the environment variable number %s (putenv)", number);
  }
}

static void judge_stream(struct findings *to, FILE *stream, const char *name) {
#if defined(__GLIBC__)
  judge(to, stream, "the stream %s", name);
  if (stream == NULL || hookswitch_afterlife_is_gone((uintptr_t)stream)) return;
  judge(to, stream->_IO_buf_base, "the buffer of %s (setvbuf)", name);
#else
  judge(to, stream, "the stream %s", name);
#endif
}

static void judge_streams(struct findings *to) {
  judge_stream(to, stdin, "stdin");
  judge_stream(to, stdout, "stdout");
  judge_stream(to, stderr, "stderr");
#if defined(__GLIBC__)
  /* All open streams; the list's head is exported for debuggers. */
  FILE **list = dlsym(RTLD_DEFAULT, "_IO_list_all");
  int rest = 1000;
  for (FILE *stream = list != NULL ? *list : NULL; stream != NULL && rest > 0; stream = stream->_chain, rest--) {
    if (stream == stdin || stream == stdout || stream == stderr) continue;
    judge_stream(to, stream, "an open stream");
    if (hookswitch_afterlife_is_gone((uintptr_t)stream)) break;
  }
#endif
}

static void judge_others(struct findings *to) {
  stack_t stack;
  if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE) == 0)
    judge(to, stack.ss_sp, "the alternate signal stack of the host's thread", "");
  judge(to, program_invocation_name, "program_invocation_name", "");
  judge(to, program_invocation_short_name, "program_invocation_short_name", "");
}

size_t hookswitch_afterlife_dangling(struct hookswitch_dangling *found, size_t room) {
  struct findings to = {found, room, 0};
  judge_signals(&to);
  judge_environment(&to);
  judge_streams(&to);
  judge_others(&to);
  return to.count;
}
