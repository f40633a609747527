/* The allocator of sofia-sip's small blocks, for the stack's threads and for tests. */
#ifndef CSIPMEMORY_H
#define CSIPMEMORY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Between these two calls the calling thread allocates from runs of its own, once this process has started a stack. Other threads use the
 * system's allocator. */
void csip_memory_open(void);
void csip_memory_close(void);

/** The functions that sofia-sip calls instead of the system's. Any thread may free a block. */
void *csip_malloc(size_t bytes);
void *csip_calloc(size_t n, size_t bytes);
void *csip_realloc(void *at, size_t bytes);
char *csip_strdup(const char *text);
void csip_free(void *at);

#ifdef __cplusplus
}
#endif
#endif /* CSIPMEMORY_H */
