#ifndef HOOKSWITCH_CCONFORMANCE_WATCH_PARTS_H
#define HOOKSWITCH_CCONFORMANCE_WATCH_PARTS_H
/* The declarations that the parts of the watch share. */

/* A function that may wait, and its replacement. */
struct watched_function {
  const char *name;
  void *stand_in;
};

/* The functions, with a NULL name at the end. */
extern const struct watched_function hookswitch_watched_functions[];

/* 1 while the calling thread is inside the plugin and watched, else 0. The kernel itself reads `hookswitch_watch_selector`, one byte. */
extern _Thread_local volatile char hookswitch_is_watched __attribute__((tls_model("initial-exec")));
extern _Thread_local volatile char hookswitch_watch_selector __attribute__((tls_model("initial-exec")));

/* Redirects every image that is loaded now to the replacements; returns -1 if it could redirect none. */
int hookswitch_watch_patch_images(void);

/* Has the kernel report the calling thread's system calls; returns -1 if it cannot. */
int hookswitch_watch_ask_kernel(void);

#endif
