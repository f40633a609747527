/* The memory of sofia-sip's small blocks, for the stack's threads and for tests. */
#ifndef CSIPMEMORY_H
#define CSIPMEMORY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Between these two the calling thread takes blocks from runs of its own, once a stack was started in this process; elsewhere they are the system's. */
void csip_memory_open(void);
void csip_memory_close(void);

/** What sofia-sip calls in place of the system's functions. A block may be given back on any thread. */
void *csip_malloc(size_t bytes);
void *csip_calloc(size_t n, size_t bytes);
void *csip_realloc(void *at, size_t bytes);
char *csip_strdup(const char *text);
void csip_free(void *at);

#ifdef __cplusplus
}
#endif
#endif /* CSIPMEMORY_H */
