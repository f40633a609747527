#include "CMallocCount.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

/* glibc's own functions, under the names that it exports for interposition. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_int is_counting;
static atomic_llong allocations;
static atomic_llong live_bytes;

enum { CHUNK_HEADER = sizeof(size_t) };

static size_t cost(void *block) { return block ? malloc_usable_size(block) + CHUNK_HEADER : 0; }

static void *count(void *block) {
  if (atomic_load_explicit(&is_counting, memory_order_relaxed) && block) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&live_bytes, (long long)cost(block), memory_order_relaxed);
  }
  return block;
}

static void uncount(size_t bytes) {
  if (atomic_load_explicit(&is_counting, memory_order_relaxed))
    atomic_fetch_sub_explicit(&live_bytes, (long long)bytes, memory_order_relaxed);
}

void *malloc(size_t size) { return count(__libc_malloc(size)); }

void *calloc(size_t items, size_t size) { return count(__libc_calloc(items, size)); }

void *realloc(void *block, size_t size) {
  const size_t before = cost(block);
  void *moved = __libc_realloc(block, size);
  /* A failed realloc leaves the block as it was; with size 0, it frees the block and returns NULL. */
  if (moved || size == 0) uncount(before);
  return count(moved);
}

void *memalign(size_t alignment, size_t size) { return count(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return count(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = count(__libc_memalign(alignment, size));
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void free(void *block) {
  uncount(cost(block));
  __libc_free(block);
}

void malloc_count_enable(int is_on) { atomic_store(&is_counting, is_on); }

malloc_count malloc_count_read(void) {
  malloc_count result = {atomic_load(&allocations), atomic_load(&live_bytes)};
  return result;
}
