/* poison.c - memory that is dead and looks like it: freed blocks, fresh blocks, and the part of the stack that no function uses any more. */
#define _GNU_SOURCE
#include "CConformancePoison.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "stubs.h"

/* Neither byte is one of a UTF-8 text, nor is a pointer of eight of them an address. */
enum { dead = 0xDB, fresh = 0xCB, left_on_stack = 0xA5, scrubbed = 48 << 10 };

static _Thread_local char scrubs;

static void *poisoned_malloc(size_t size) {
  void *block = malloc(size);
  if (block != NULL) memset(block, fresh, malloc_usable_size(block));
  return block;
}

static void poisoned_free(void *block) {
  if (block != NULL) memset(block, dead, malloc_usable_size(block));
  free(block);
}

/* Always moves the block, so that a pointer to the old one shows. */
static void *poisoned_realloc(void *old, size_t size) {
  size_t kept = old != NULL ? malloc_usable_size(old) : 0;
  void *block;
  if (old != NULL && size == 0) {
    poisoned_free(old);
    return NULL;
  }
  block = poisoned_malloc(size);
  if (block == NULL) return NULL;
  if (old != NULL) memcpy(block, old, kept < size ? kept : size);
  poisoned_free(old);
  return block;
}

int hookswitch_poison_heap(void) {
  static struct hookswitch_redirection table[] = {
      {"malloc", NULL, (void *)poisoned_malloc}, {"free", NULL, (void *)poisoned_free}, {"realloc", NULL, (void *)poisoned_realloc}};
  for (int index = 0; index < 3; index++) table[index].original = dlsym(RTLD_DEFAULT, table[index].name);
  return hookswitch_redirect_images(table, 3, 1) > 0 ? 0 : -1;
}

__attribute__((noinline)) void hookswitch_scrub_stack(void) {
  unsigned char room[scrubbed];
  memset(room, left_on_stack, sizeof room);
  __asm__ volatile("" : : "r"(room) : "memory");
}

void hookswitch_scrub_this_thread(int on) { scrubs = (char)on; }

void hookswitch_scrub_if_wanted(void) {
  if (scrubs) hookswitch_scrub_stack();
}

static void scrub_before(const struct hookswitch_stub *stub, const uintptr_t *words) {
  (void)stub, (void)words;
  if (scrubs) hookswitch_scrub_stack();
}

void hookswitch_scrub_before(void **functions, int count) {
  for (int index = 0; index < count; index++) functions[index] = hookswitch_stub_make("host function", functions[index], scrub_before);
}
