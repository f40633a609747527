/* The queue of orders to a stack's thread. */
#include "queue.h"

#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

int csip_queue_open(csip_queue *queue) {
  pthread_mutex_init(&queue->lock, NULL);
  queue->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return queue->wake_fd < 0 ? -1 : 0;
}

void csip_queue_close(csip_queue *queue) {
  while (queue->first) {
    csip_order *next = queue->first->next;
    free(queue->first);
    queue->first = next;
  }
  if (queue->wake_fd >= 0) close(queue->wake_fd);
  pthread_mutex_destroy(&queue->lock);
}

void csip_queue_put(csip_queue *queue, csip_order *order) {
  pthread_mutex_lock(&queue->lock);
  const int was_empty = !queue->first;
  if (was_empty) queue->first = order;
  else queue->last->next = order;
  queue->last = order;
  pthread_mutex_unlock(&queue->lock);
  const uint64_t one = 1;
  if (was_empty && write(queue->wake_fd, &one, sizeof one) < 0) return; /* the counter is full: the thread is awake */
}

void csip_queue_run(csip_queue *queue, csip_stack *stack) {
  uint64_t count;
  if (read(queue->wake_fd, &count, sizeof count) < 0) return;
  pthread_mutex_lock(&queue->lock);
  csip_order *order = queue->first;
  queue->first = queue->last = NULL;
  pthread_mutex_unlock(&queue->lock);
  while (order) {
    csip_order *next = order->next;
    order->run(stack, order);
    free(order);
    order = next;
  }
}
