#define _GNU_SOURCE
#include "CRunnerCrash.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* Everything here runs in a handler of a signal: it uses static memory and system calls, and no lock. */

enum { NAME = 64, MOST_RANGES = 256, MOST_FRAMES = 16, STACK_WORDS = 1024, CHUNK_WORDS = 64 };

/* A mapping with code, as /proc/self/maps has it. */
struct range {
  uintptr_t start, end, base;
  char name[NAME];
};

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
static char plugin[NAME];
static int out = -1, maps = -1, probe[2] = {-1, -1};
static int is_taken;
static struct range ranges[MOST_RANGES];
static size_t range_count;
static char line[512], chunk[4096], text[MOST_FRAMES * (NAME + 24)];
static size_t text_length;

/* ------------------------------------------------------------------------------------------------------------------ the modules */

static const char *hex(const char *at, uintptr_t *value) {
  *value = 0;
  for (;; at++) {
    const char c = *at;
    if (c >= '0' && c <= '9') *value = *value * 16 + (uintptr_t)(c - '0');
    else if (c >= 'a' && c <= 'f') *value = *value * 16 + (uintptr_t)(c - 'a' + 10);
    else return at;
  }
}

/* Copies the file's name without its folder and without what the kernel adds to it. */
static void take_name(char *name, const char *path) {
  const char *last = strrchr(path, '/');
  path = last != NULL ? last + 1 : path;
  if (strncmp(path, "memfd:", 6) == 0) path += 6;
  size_t length = 0;
  for (; path[length] != '\0' && path[length] != ' ' && length + 1 < NAME; length++) {
    const char c = path[length];
    const int is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || strchr("._-+", c) != NULL;
    name[length] = is_plain ? c : '_';
  }
  name[length] = '\0';
}

/* Takes one line, "START-END PERMISSIONS OFFSET DEVICE INODE PATH". The first line of a path is where its module begins. */
static void take_line(const char *it, char *last_path, uintptr_t *base) {
  uintptr_t start, end;
  it = hex(it, &start);
  if (*it != '-') return;
  it = hex(it + 1, &end);
  const char *permissions = it + 1;
  const char *path = strchr(it, '/');
  if (path == NULL) return;
  if (strncmp(path, last_path, sizeof line) != 0) {
    strncpy(last_path, path, sizeof line - 1);
    *base = start;
  }
  if (permissions[0] != 'r' || permissions[2] != 'x' || range_count == MOST_RANGES) return;
  struct range *range = &ranges[range_count++];
  *range = (struct range){.start = start, .end = end, .base = *base};
  take_name(range->name, path);
}

static void read_maps(void) {
  static char last_path[sizeof line];
  uintptr_t base = 0;
  size_t length = 0;
  off_t at = 0;
  for (ssize_t count; (count = pread(maps, chunk, sizeof chunk, at)) > 0; at += count) {
    for (ssize_t index = 0; index < count; index++) {
      if (chunk[index] != '\n') {
        if (length + 1 < sizeof line) line[length++] = chunk[index];
        continue;
      }
      line[length] = '\0';
      take_line(line, last_path, &base);
      length = 0;
    }
  }
}

static const struct range *find(uintptr_t address) {
  for (size_t index = 0; index < range_count; index++)
    if (address >= ranges[index].start && address < ranges[index].end) return &ranges[index];
  return NULL;
}

/* ------------------------------------------------------------------------------------------------------------------- the frames */

static uintptr_t program_counter(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t)context->uc_mcontext.pc;
#else
  (void)context;
  return 0;
#endif
}

static uintptr_t stack_pointer(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
  return (uintptr_t)context->uc_mcontext.sp;
#else
  (void)context;
  return 0;
#endif
}

/* True when a call ends at that address, as far as the machine lets that be seen. */
static int follows_call(const struct range *range, uintptr_t address) {
#if defined(__x86_64__)
  if (address < range->start + 7) return 0;
  const unsigned char *it = (const unsigned char *)address;
  return it[-5] == 0xE8 || it[-2] == 0xFF || it[-3] == 0xFF || it[-6] == 0xFF || it[-7] == 0xFF;
#else
  (void)range, (void)address;
  return 1;
#endif
}

static void put(const char *what) {
  for (; *what != '\0' && text_length < sizeof text; what++) text[text_length++] = *what;
}

static void put_place(const struct range *range, uintptr_t address) {
  char digits[20];
  size_t at = sizeof digits;
  digits[--at] = '\0';
  uintptr_t rest = address - range->base;
  do digits[--at] = "0123456789abcdef"[rest % 16];
  while ((rest /= 16) != 0);
  put(" ");
  put(range->name);
  put("+0x");
  put(digits + at);
}

/* Collects the addresses of code: where the signal came, and what looks like a return address on the stack. The compiler keeps no frame
 * pointers, so a stale address may be among them. */
static size_t collect(const ucontext_t *context, uintptr_t *frames) {
  size_t count = 0;
  const uintptr_t counter = program_counter(context);
  if (find(counter) != NULL) frames[count++] = counter;
  uintptr_t at = stack_pointer(context);
  for (size_t done = 0; done < STACK_WORDS && count < MOST_FRAMES; done += CHUNK_WORDS, at += CHUNK_WORDS * sizeof at) {
    uintptr_t words[CHUNK_WORDS];
    /* The stack may end here, or be no memory at all: the kernel says so when it copies from there, and a plain access would not return.
     * A sandbox allows this to a process. No wrappers of a sanitizer, which would read the memory themselves. */
    if (syscall(SYS_write, probe[1], (const void *)at, sizeof words) != (long)sizeof words) break;
    if (syscall(SYS_read, probe[0], words, sizeof words) != (long)sizeof words) break;
    for (size_t index = 0; index < CHUNK_WORDS && count < MOST_FRAMES; index++) {
      const struct range *range = find(words[index]);
      if (range != NULL && follows_call(range, words[index])) frames[count++] = words[index] - 1;
    }
  }
  return count;
}

static void note(const ucontext_t *context) {
  uintptr_t frames[MOST_FRAMES];
  read_maps();
  const size_t count = collect(context, frames);
  put("\n\1crash");
  const size_t start = text_length;
  for (size_t index = 0; index < count && text_length == start; index++) {
    const struct range *range = find(frames[index]);
    if (strcmp(range->name, plugin) == 0) put_place(range, frames[index]);
  }
  if (text_length == start && count > 0) put_place(find(frames[0]), frames[0]);
  if (text_length == start) put(" -");
  for (size_t index = 0; index < count; index++) put_place(find(frames[index]), frames[index]);
  if (text_length == sizeof text) text_length--;
  put("\n");
  ssize_t written = write(out, text, text_length);
  (void)written; /* the signal takes its course in any case */
}

/* ------------------------------------------------------------------------------------------------------------------ the signals */

static void crashed(int number, siginfo_t *info, void *context) {
  const int is_from_outside = info->si_code == SI_USER && info->si_pid != getpid();
  /* A second thread that crashes meanwhile waits for the end of the process. */
  if (__atomic_exchange_n(&is_taken, 1, __ATOMIC_ACQ_REL) != 0) for (;;) pause();
  if (!is_from_outside) note(context);
  struct sigaction usual = {.sa_handler = SIG_DFL};
  for (size_t index = 0; index < sizeof fatal / sizeof *fatal; index++) sigaction(fatal[index], &usual, NULL);
  /* A fault comes again by itself; a signal that was sent must be sent again, and comes when this handler returns. */
  if (info->si_code <= 0) syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number);
}

void hrc_note_crashes(const char *library, int output) {
  take_name(plugin, library);
  out = output;
  /* Opened now: later the process may not be allowed to. */
  maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (pipe2(probe, O_CLOEXEC | O_NONBLOCK) != 0) probe[0] = probe[1] = -1; /* then a note has no frames but the first */
  hrc_guard_thread();
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = crashed;
  sigfillset(&action.sa_mask);
  for (size_t index = 0; index < sizeof fatal / sizeof *fatal; index++) sigaction(fatal[index], &action, NULL);
}

void hrc_guard_thread(void) {
  stack_t present;
  /* A sanitizer has given the thread one already. */
  if (sigaltstack(NULL, &present) == 0 && (present.ss_flags & SS_DISABLE) == 0) return;
#ifdef AT_MINSIGSTKSZ
  const size_t least = getauxval(AT_MINSIGSTKSZ);
#else
  const size_t least = 0;
#endif
  const size_t size = 65536 + ((least + 4095) & ~(size_t)4095);
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  const stack_t own = {.ss_sp = memory, .ss_size = size};
  sigaltstack(&own, NULL);
}
