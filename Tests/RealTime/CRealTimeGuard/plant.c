#include "CRealTimeGuard.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *volatile kept;

void rt_plant_allocation(void *context, uint64_t time) {
  (void)context, (void)time;
  kept = malloc(64);
}

void rt_plant_free(void *context, uint64_t time) {
  (void)context, (void)time;
  free(kept);
  kept = NULL;
}

void rt_plant_lock(void *context, uint64_t time) {
  (void)context, (void)time;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

void rt_plant_write(void *context, uint64_t time) {
  (void)context, (void)time;
  (void)!write(-1, "", 0);
}

void rt_plant_system_call(void *context, uint64_t time) {
  (void)context, (void)time;
  syscall(SYS_getpid);
}
