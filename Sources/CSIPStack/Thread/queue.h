/* Orders for a stack's thread: the only part that other threads change. */
#ifndef CSIP_QUEUE_H
#define CSIP_QUEUE_H

#include "csipstack.h"

#include <pthread.h>

/* An order, with copies of its texts behind it. */
typedef struct csip_order csip_order;
struct csip_order {
  csip_order *next;
  void (*run)(csip_stack *, csip_order *);
  uint64_t dialog;
  int32_t number;
  const char *text[14];
};

typedef struct {
  pthread_mutex_t lock; /* guards `first` and `last` */
  csip_order *first, *last;
  int wake_fd;          /* readable while orders wait */
} csip_queue;

int csip_queue_open(csip_queue *); /* 0, or -1 without a descriptor */
/* Drops the orders that still wait. */
void csip_queue_close(csip_queue *);
/* Queues an order, which the queue then owns. */
void csip_queue_put(csip_queue *, csip_order *);
/* Carries out and frees all orders that wait. */
void csip_queue_run(csip_queue *, csip_stack *);

#endif
