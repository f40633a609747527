/* heap.c - the blocks that the plugin's images have allocated, in a table of their addresses. */
#define _GNU_SOURCE
#include "CConformanceHeap.h"

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "redirect.h"

enum { most_images = 512, first_size = 1 << 12 };

static uintptr_t earlier[most_images];
static size_t earlier_count;

/* An open hash table. An entry keeps its address after the block was freed, since allocators give the same addresses out again and again. */
struct block {
  uintptr_t address; /* 0: never used */
  size_t size;
  char is_mapped, is_live;
};
static struct block *table;
static size_t table_size, table_used;
static struct hookswitch_heap use;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static size_t place_of(const struct block *in, size_t size, uintptr_t address) {
  size_t place = (size_t)(address * 0x9e3779b97f4a7c15u >> 20) & (size - 1);
  while (in[place].address != 0 && in[place].address != address) place = (place + 1) & (size - 1);
  return place;
}

/* Makes room for one more entry; returns 0 without memory. */
static int make_room(void) {
  size_t live = 0, size = first_size;
  struct block *larger;
  if (table_size != 0 && table_used * 2 < table_size) return 1;
  for (size_t index = 0; index < table_size; index++) live += table[index].is_live != 0;
  while (size < live * 4) size *= 2;
  larger = calloc(size, sizeof *larger);
  if (larger == NULL) return 0;
  table_used = live;
  for (size_t index = 0; index < table_size; index++)
    if (table[index].is_live) larger[place_of(larger, size, table[index].address)] = table[index];
  free(table);
  table = larger;
  table_size = size;
  return 1;
}

static void add(uintptr_t address, size_t size, int is_mapped) {
  struct block *it;
  if (!make_room()) return;
  it = &table[place_of(table, table_size, address)];
  if (it->address == 0) table_used++;
  *it = (struct block){address, size, (char)is_mapped, 1};
  if (is_mapped) use.mapped += size;
  else use.blocks++, use.bytes += size;
}

static void drop(uintptr_t address, size_t length, int is_mapped) {
  struct block *it = table_size == 0 ? NULL : &table[place_of(table, table_size, address)];
  size_t size;
  if (it == NULL || it->address != address || !it->is_live || it->is_mapped != is_mapped) return;
  size = it->size;
  it->is_live = 0;
  if (!is_mapped) use.blocks--, use.bytes -= size;
  else use.mapped -= size;
  if (is_mapped && length < size) add(address + length, size - length, 1); /* its beginning alone was unmapped */
}

static void note(void *address, size_t size, int is_mapped) {
  int error = errno;
  if (address == NULL) return;
  pthread_mutex_lock(&lock);
  drop((uintptr_t)address, SIZE_MAX, is_mapped);
  add((uintptr_t)address, size, is_mapped);
  pthread_mutex_unlock(&lock);
  errno = error;
}

static void forget(void *address, size_t length, int is_mapped) {
  if (address == NULL) return;
  pthread_mutex_lock(&lock);
  drop((uintptr_t)address, length, is_mapped);
  pthread_mutex_unlock(&lock);
}

static void *noted(void *address, size_t size) {
  note(address, size, 0);
  return address;
}

/* -------------------------------------------------------------------------------------------------------- replacements */

static void *counted_malloc(size_t size) { return noted(malloc(size), size); }
static void *counted_calloc(size_t count, size_t size) { return noted(calloc(count, size), count * size); }
static void *counted_memalign(size_t alignment, size_t size) { return noted(memalign(alignment, size), size); }
static void *counted_aligned_alloc(size_t alignment, size_t size) { return noted(aligned_alloc(alignment, size), size); }
static char *counted_strdup(const char *text) { return noted(strdup(text), strlen(text) + 1); }
static char *counted_strndup(const char *text, size_t most) { return noted(strndup(text, most), strnlen(text, most) + 1); }

static void *counted_realloc(void *old, size_t size) {
  void *block;
  forget(old, SIZE_MAX, 0);
  block = realloc(old, size);
  /* After a failure the old block stays; its size is unknown by now, and does not matter. */
  note(block == NULL && size > 0 ? old : block, size, 0);
  return block;
}

static void *counted_reallocarray(void *old, size_t count, size_t size) {
  size_t all;
  if (__builtin_mul_overflow(count, size, &all)) return reallocarray(old, count, size);
  return counted_realloc(old, all);
}

static int counted_posix_memalign(void **to, size_t alignment, size_t size) {
  int failure = posix_memalign(to, alignment, size);
  if (failure == 0) note(*to, size, 0);
  return failure;
}

static void counted_free(void *block) {
  forget(block, SIZE_MAX, 0);
  free(block);
}

static int counted_vasprintf(char **to, const char *format, va_list arguments) {
  int length = vasprintf(to, format, arguments);
  if (length >= 0) note(*to, (size_t)length + 1, 0);
  return length;
}

static int counted_asprintf(char **to, const char *format, ...) {
  va_list arguments;
  int length;
  va_start(arguments, format);
  length = counted_vasprintf(to, format, arguments);
  va_end(arguments);
  return length;
}

/* As fortified headers call them, with a flag before the format, which is ignored here. */
static int counted_vasprintf_checked(char **to, int flag, const char *format, va_list arguments) {
  (void)flag;
  return counted_vasprintf(to, format, arguments);
}

static int counted_asprintf_checked(char **to, int flag, const char *format, ...) {
  va_list arguments;
  int length;
  (void)flag;
  va_start(arguments, format);
  length = counted_vasprintf(to, format, arguments);
  va_end(arguments);
  return length;
}

static void *counted_mmap(void *at, size_t length, int protection, int flags, int file, off_t offset) {
  void *start = mmap(at, length, protection, flags, file, offset);
  if (start != MAP_FAILED) note(start, length, 1);
  return start;
}

static int counted_munmap(void *at, size_t length) {
  forget(at, length, 1);
  return munmap(at, length);
}

static const struct redirection functions[] = {
  {"malloc", (void *)counted_malloc},
  {"calloc", (void *)counted_calloc},
  {"realloc", (void *)counted_realloc},
  {"reallocarray", (void *)counted_reallocarray},
  {"memalign", (void *)counted_memalign},
  {"aligned_alloc", (void *)counted_aligned_alloc},
  {"posix_memalign", (void *)counted_posix_memalign},
  {"free", (void *)counted_free},
  {"cfree", (void *)counted_free},
  {"strdup", (void *)counted_strdup},
  {"__strdup", (void *)counted_strdup},
  {"strndup", (void *)counted_strndup},
  {"__strndup", (void *)counted_strndup},
  {"asprintf", (void *)counted_asprintf},
  {"vasprintf", (void *)counted_vasprintf},
  {"__asprintf_chk", (void *)counted_asprintf_checked},
  {"__vasprintf_chk", (void *)counted_vasprintf_checked},
  {"mmap", (void *)counted_mmap},
  {"mmap64", (void *)counted_mmap},
  {"munmap", (void *)counted_munmap},
  {NULL, NULL},
};

/* -------------------------------------------------------------------------------------------------------------- images */

static int take_image(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  if (earlier_count < most_images) earlier[earlier_count++] = info->dlpi_addr;
  return 0;
}

static int is_plugins(uintptr_t base) {
  for (size_t index = 0; index < earlier_count; index++)
    if (earlier[index] == base) return 0;
  return 1;
}

void hookswitch_heap_begin(void) {
  earlier_count = 0;
  dl_iterate_phdr(take_image, NULL);
}

int hookswitch_heap_count(void) { return hookswitch_redirect(functions, is_plugins); }

void hookswitch_heap_use(struct hookswitch_heap *present) {
  pthread_mutex_lock(&lock);
  *present = use;
  pthread_mutex_unlock(&lock);
}
