/* hostile.h - the reference plugin with one hostile act, which the file that includes this defines as `act`.
 *
 * A line "rows: …" below its first one names the tests that each must find it; without it the runner takes some of its own.
 * A plugin with HIDES also fails to activate: it tries to hide a fault that the kit must find. */
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define hookswitch_transport_query the_reference
#include "../Mutants/ref.c"
#undef hookswitch_transport_query

/* The moments at which the act may come. */
enum moment { IN_CONSTRUCTOR, IN_QUERY, IN_LOAD, IN_CREATE, IN_INIT, IN_ACTIVATE, IN_TICK, IN_DESTROY, IN_UNLOAD, IN_DESTRUCTOR };

/* Commits the plugin's act, at its moment. */
static void act(enum moment moment);

#ifndef HIDES
#define HIDES 0
#endif

static hsw_entry entry, original_entry;
static hsw_instance instances[64], originals[64];
static int made;

static const hsw_instance *original(void *ctx) {
  for (int index = 0; index < made; index++)
    if (originals[index].ctx == ctx) return &originals[index];
  return &originals[0];
}

static hsw_audio audio, original_audio;

static void hostile_tick(void *ctx, uint64_t mono_ns) {
  act(IN_TICK);
  original_audio.tick(ctx, mono_ns);
}

static const void *hostile_extension(void *ctx, const char *id) {
  const void *table = original(ctx)->get_extension(ctx, id);
  if (table == NULL || strcmp(id, HSW_EXT_AUDIO) != 0) return table;
  original_audio = audio = *(const hsw_audio *)table;
  audio.tick = hostile_tick;
  return &audio;
}

static hsw_status hostile_init(void *ctx, hsw_why *why) {
  act(IN_INIT);
  return original(ctx)->init(ctx, why);
}

static hsw_status hostile_activate(void *ctx, hsw_why *why) {
  act(IN_ACTIVATE);
  return HIDES ? HSW_E_STATE : original(ctx)->activate(ctx, why);
}

static void hostile_destroy(void *ctx) {
  act(IN_DESTROY);
  original(ctx)->destroy(ctx);
}

static hsw_status hostile_load(hsw_str path) {
  act(IN_LOAD);
  return original_entry.load(path);
}

static void hostile_unload(void) {
  act(IN_UNLOAD);
  original_entry.unload();
}

static hsw_status hostile_create(hsw_str id, const hsw_host *host, hsw_str config, const hsw_instance **out, hsw_why *why) {
  act(IN_CREATE);
  hsw_status status = original_entry.create(id, host, config, out, why);
  if (status != HSW_OK || made == 64) return status;
  originals[made] = instances[made] = **out;
  instances[made].init = hostile_init;
  instances[made].activate = hostile_activate;
  instances[made].destroy = hostile_destroy;
  instances[made].get_extension = hostile_extension;
  *out = &instances[made++];
  return status;
}

__attribute__((visibility("default"))) hsw_status hookswitch_transport_query(hsw_query *query) {
  act(IN_QUERY);
  hsw_status status = the_reference(query);
  if (status != HSW_OK || query->entry == NULL) return status;
  original_entry = *query->entry;
  entry = original_entry;
  entry.load = hostile_load;
  entry.unload = hostile_unload;
  entry.create = hostile_create;
  query->entry = &entry;
  return status;
}

__attribute__((constructor)) static void construct(void) { act(IN_CONSTRUCTOR); }
__attribute__((destructor)) static void destruct(void) { act(IN_DESTRUCTOR); }

/* Writes a result that says "passed" wherever it can be written. */
static inline void claim(const char *nonce) {
  char text[600];
  int length = snprintf(
    text, sizeof text,
    "{\"nonce\":\"%s\",\"ending\":\"passed\",\"sentence\":\"\",\"warnings\":[],\"transcript\":[],"
    "\"before\":{\"descriptors\":4,\"threads\":1},\"after\":{\"descriptors\":4,\"threads\":1}}\n",
    nonce);
  for (int file = 3; file < 1024; file++)
    if (syscall(SYS_write, file, text, length) < 0) continue;
}

/* Reads a file whole, as far as it fits; NULs become line feeds. */
static inline size_t read_file(const char *path, char *to, size_t room) {
  int file = open(path, O_RDONLY);
  size_t had = 0;
  ssize_t more;
  while (file >= 0 && had + 1 < room && (more = read(file, to + had, room - 1 - had)) > 0) had += (size_t)more;
  if (file >= 0) close(file);
  for (size_t at = 0; at < had; at++)
    if (to[at] == '\0') to[at] = '\n';
  to[had] = '\0';
  return had;
}

static inline void search(const char *from, const char *end) {
  int length = 0;
  for (const char *at = from; at < end; at++) {
    if (strchr("0123456789abcdef", *at) != NULL && *at != '\0') length++;
    else {
      char nonce[64] = "";
      if (length >= 24 && length <= 32) memcpy(nonce, at - length, (size_t)length), claim(nonce);
      length = 0;
    }
  }
}

/* Claims success with each number in this process that looks like the secret one. */
static inline void claim_from_memory(void) {
  static char maps[1 << 20];
  read_file("/proc/self/maps", maps, sizeof maps);
  for (char *line = strtok(maps, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    unsigned long from, end;
    if (sscanf(line, "%lx-%lx rw-p", &from, &end) == 2 && strstr(line, "rw-p") != NULL && end - from < 64 << 20)
      search((const char *)from, (const char *)end);
  }
}

/* Makes code writable, and replaces the begin of a function by a jump to another one. */
static inline void patch(const char *name, void *to) {
  unsigned char *at = dlsym(RTLD_DEFAULT, name), jump[12] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0};
  if (at == NULL) return;
  memcpy(jump + 2, &to, sizeof to);
  void *page = (void *)((uintptr_t)at & ~(uintptr_t)4095);
  if (mprotect(page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC) == 0) memcpy(at, jump, sizeof jump);
}
