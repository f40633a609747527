/* An allocator for the library's small blocks.
 *
 * sofia-sip allocates several hundred small blocks for a call and keeps some of them for half a minute after it, as RFC 3261 requires of
 * transactions. glibc serves any thread but the program's first from a heap that grows a page at a time: each page costs a system call and
 * a page fault. Here a run of memory holds blocks of one size and belongs to the thread that made it. Its memory goes back to the system
 * when its last block is free.
 *
 * Large blocks, and those from before csip_keep_memory, are the system's. */
#include "stack.h"
#include "csipmemory.h"
#include "jumps.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
  RUN_SHIFT = 16, RUN = 1 << RUN_SHIFT, /* also a run's alignment: a block's address gives its run */
  SLAB_RUNS = 16,                       /* runs that are mapped at once */
  SPARE_RUNS = 32,                      /* empty runs whose memory a thread keeps; further ones return theirs */
  COLOURS = 32, COLOUR = 128,           /* offsets of a run's record: different ones, so that records do not share cache sets */
  STEP = 16, LARGEST = 4096,            /* size classes: steps of 16 up to 256, then four per doubling */
  SMALL_SIZES = 256 / STEP, SIZES = SMALL_SIZES + 4 * 4
};

typedef struct block {
  struct block *next;
} block;

typedef struct heap heap;

/* A run's record; its blocks follow. */
typedef struct run {
  heap *owner;
  struct run *next, *previous; /* in the list of its size class, or of spare runs */
  block *free;
  uint32_t used, unborn;       /* used blocks, and the offset of the first block never used */
  uint32_t size, index;
  uint32_t is_listed;
} run;

/* A thread's runs. A heap outlives its thread, because calls may; a later thread takes it over. */
struct heap {
  heap *next;
  run *with_room[SIZES];
  run *spare, *fresh; /* empty runs, with and without memory */
  uint32_t n_spare;
  _Atomic(block *) returned; /* blocks that other threads freed */
};

static __thread heap *mine;
static pthread_mutex_t heaps_lock = PTHREAD_MUTEX_INITIALIZER;
static heap *idle_heaps;

/* A bit for each possible run in the address space: set for ours. Most of this is never touched. */
enum { ADDRESS_BITS = 48 };
static _Atomic uint8_t *places;

static int is_ours(const void *at) {
  const uintptr_t place = (uintptr_t)at >> RUN_SHIFT;
  if (!places || place >> (ADDRESS_BITS - RUN_SHIFT)) return 0;
  return atomic_load_explicit(&places[place >> 3], memory_order_relaxed) >> (place & 7) & 1;
}

static run *run_of(const void *at) {
  const uintptr_t start = (uintptr_t)at & ~(uintptr_t)(RUN - 1);
  return (run *)(start + (start >> RUN_SHIFT) % COLOURS * COLOUR);
}

static uint32_t index_of(size_t bytes) {
  if (bytes <= 256) return bytes ? (uint32_t)((bytes - 1) / STEP) : 0;
  const uint32_t shift = 63 - (uint32_t)__builtin_clzll(bytes - 1); /* 8 for 257 to 512 */
  return SMALL_SIZES + (shift - 8) * 4 + (uint32_t)((bytes - 1) >> (shift - 2) & 3);
}

static uint32_t size_at(uint32_t index) {
  if (index < SMALL_SIZES) return (index + 1) * STEP;
  const uint32_t above = index - SMALL_SIZES;
  return (above % 4 + 5) << (above / 4 + 6);
}

/* -------------------------------------------------------------------------------------------------------------------------- runs */

static void list(heap *heap, run *run) {
  run->previous = NULL;
  run->next = heap->with_room[run->index];
  if (run->next) run->next->previous = run;
  heap->with_room[run->index] = run;
  run->is_listed = 1;
}

static void unlist(heap *heap, run *run) {
  if (run->previous) run->previous->next = run->next;
  else heap->with_room[run->index] = run->next;
  if (run->next) run->next->previous = run->previous;
  run->is_listed = 0;
}

static void push(run **list, run *run) {
  run->next = *list;
  *list = run;
}

static run *pop(run **list) {
  run *first = *list;
  if (first) *list = first->next;
  return first;
}

static void empty(heap *heap, run *run) {
  if (heap->n_spare < SPARE_RUNS) return heap->n_spare++, push(&heap->spare, run);
  /* The beginning stays, with the record. */
  char *start = (char *)((uintptr_t)run & ~(uintptr_t)(RUN - 1));
  madvise(start + COLOURS * COLOUR, RUN - COLOURS * COLOUR, MADV_DONTNEED);
  push(&heap->fresh, run);
}

static int add_slab(heap *heap) {
  const size_t bytes = (size_t)SLAB_RUNS * RUN;
  char *memory = mmap(NULL, bytes + RUN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return 0;
  char *first = (char *)(((uintptr_t)memory + RUN - 1) & ~(uintptr_t)(RUN - 1));
  if (first > memory) munmap(memory, (size_t)(first - memory));
  if (first + bytes < memory + bytes + RUN) munmap(first + bytes, (size_t)(memory + RUN - first));
  if ((uintptr_t)(first + bytes - 1) >> ADDRESS_BITS) return munmap(first, bytes), 0;
  for (int i = SLAB_RUNS - 1; i >= 0; i--) {
    const uintptr_t place = (uintptr_t)(first + (size_t)i * RUN) >> RUN_SHIFT;
    run *run = run_of(first + (size_t)i * RUN);
    run->owner = heap;
    push(&heap->fresh, run);
    atomic_fetch_or(&places[place >> 3], (uint8_t)(1u << (place & 7)));
  }
  return 1;
}

static void give_back(heap *heap, block *block) {
  run *run = run_of(block);
  block->next = run->free;
  run->free = block;
  if (!run->is_listed) list(heap, run);
  /* The last run with room stays, so that alternating malloc and free of one size reuse it. */
  if (--run->used || (!run->next && !run->previous)) return;
  unlist(heap, run);
  empty(heap, run);
}

static void take_returned(heap *heap) {
  block *block = atomic_exchange_explicit(&heap->returned, NULL, memory_order_acquire);
  while (block) {
    struct block *next = block->next;
    give_back(heap, block);
    block = next;
  }
}

/* Returns a run with room for this size class, or NULL when out of memory. */
static run *find_room(heap *heap, uint32_t index) {
  take_returned(heap);
  if (heap->with_room[index]) return heap->with_room[index];
  run *run = pop(&heap->spare);
  if (run) heap->n_spare--;
  else if (!heap->fresh && !add_slab(heap)) return NULL;
  else run = pop(&heap->fresh);
  run->free = NULL;
  run->used = 0;
  run->index = index;
  run->size = size_at(index);
  /* Blocks are aligned to 16 bytes, like those of malloc. */
  run->unborn = (uint32_t)((uintptr_t)run & (RUN - 1)) + (sizeof *run + STEP - 1) / STEP * STEP;
  list(heap, run);
  return run;
}

static void *take(size_t bytes) {
  const uint32_t index = index_of(bytes);
  run *run = mine->with_room[index];
  if (!run && !(run = find_room(mine, index))) return NULL;
  block *taken = run->free;
  if (taken) {
    run->free = taken->next;
  } else {
    taken = (block *)(((uintptr_t)run & ~(uintptr_t)(RUN - 1)) + run->unborn);
    run->unborn += run->size;
  }
  run->used++;
  if (!run->free && run->unborn + run->size > RUN) unlist(mine, run);
  return taken;
}

/* --------------------------------------------------------------------------------------------------------- the library's functions */

void *csip_malloc(size_t bytes) {
  void *taken = mine && bytes <= LARGEST ? take(bytes) : NULL;
  return taken ? taken : malloc(bytes);
}

void *csip_calloc(size_t n, size_t bytes) {
  size_t all;
  if (!mine || __builtin_mul_overflow(n, bytes, &all) || all > LARGEST) return calloc(n, bytes);
  void *taken = take(all);
  return taken ? memset(taken, 0, all) : calloc(n, bytes);
}

void csip_free(void *at) {
  if (!at || !is_ours(at)) return free(at);
  heap *owner = run_of(at)->owner;
  block *block = at;
  if (owner == mine) return give_back(owner, block);
  block->next = atomic_load_explicit(&owner->returned, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&owner->returned, &block->next, block, memory_order_release, memory_order_relaxed)) continue;
}

void *csip_realloc(void *at, size_t bytes) {
  if (!at) return csip_malloc(bytes);
  if (!is_ours(at)) return realloc(at, bytes);
  if (!bytes) return csip_free(at), NULL;
  const size_t room = run_of(at)->size;
  if (bytes <= room && bytes > room / 2) return at;
  void *other = csip_malloc(bytes);
  if (!other) return NULL;
  memcpy(other, at, bytes < room ? bytes : room);
  csip_free(at);
  return other;
}

char *csip_strdup(const char *text) {
  const size_t bytes = strlen(text) + 1;
  char *copy = csip_malloc(bytes);
  return copy ? memcpy(copy, text, bytes) : NULL;
}

/* ----------------------------------------------------------------------------------------------------------------------- threads */

void csip_memory_open(void) {
  if (!places) return;
  pthread_mutex_lock(&heaps_lock);
  mine = idle_heaps;
  if (mine) idle_heaps = mine->next;
  pthread_mutex_unlock(&heaps_lock);
  if (!mine) mine = calloc(1, sizeof *mine); /* on failure the system's allocator serves this thread */
}

void csip_memory_close(void) {
  if (!mine) return;
  pthread_mutex_lock(&heaps_lock);
  mine->next = idle_heaps;
  idle_heaps = mine;
  pthread_mutex_unlock(&heaps_lock);
  mine = NULL;
}

/* A sanitizer checks each block only when the system's allocator serves it. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

void csip_keep_memory(void) {
#if !defined(HAS_SANITIZER) && UINTPTR_MAX > UINT32_MAX
  void *bits = mmap(
      NULL, (size_t)1 << (ADDRESS_BITS - RUN_SHIFT - 3), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (bits == MAP_FAILED) return;
  places = bits;
  static const csip_jump back[] = {{"free", (void *)csip_free}, {"realloc", (void *)csip_realloc}};
  static const csip_jump out[] = {{"malloc", (void *)csip_malloc}, {"calloc", (void *)csip_calloc}, {"strdup", (void *)csip_strdup}};
  /* Interposes malloc only if free and realloc are interposed. */
  const size_t n_unled = strlen(csip_unled());
  csip_lead_unled(back, sizeof back / sizeof *back);
  if (strlen(csip_unled()) == n_unled) csip_lead_unled(out, sizeof out / sizeof *out);
#endif
}
