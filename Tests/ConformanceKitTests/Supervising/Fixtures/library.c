/* Stands for a plugin that faults, or that calls a function of the kit that faults. */
#include <stdlib.h>
#include <string.h>

static int *volatile nowhere = (int *)8;

void call_back(void (*function)(void)) {
  function();
  nowhere = NULL; /* so that the call is not the last statement, and its frame stays */
}

void trap(void (*unused)(void)) {
  (void)unused;
  __builtin_trap();
}

void touch_nowhere(void (*unused)(void)) {
  (void)unused;
  *nowhere = 1;
}

/* Frees a block twice; the C library finds it and aborts. */
void damage_heap(void (*unused)(void)) {
  char *volatile block = malloc(2000);
  (void)unused;
  free(block);
  free(block);
}
