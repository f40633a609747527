#ifndef HOOKSWITCH_CCONFORMANCE_WATCH_PARTS_H
#define HOOKSWITCH_CCONFORMANCE_WATCH_PARTS_H
/* What the parts of the watch know of each other. */

/* A function that may wait, and what is called in its place. */
struct watched_function {
  const char *name;
  void *stand_in;
};

/* The functions; a NULL name ends them. */
extern const struct watched_function hookswitch_watched_functions[];

/* Whether the calling thread is inside the plugin and watched. One byte, 1 or 0: the kernel reads `hookswitch_watch_selector` itself. */
extern _Thread_local volatile char hookswitch_is_watched __attribute__((tls_model("initial-exec")));
extern _Thread_local volatile char hookswitch_watch_selector __attribute__((tls_model("initial-exec")));

/* Points every image that is loaded now at the stand-ins; -1 where none could be. */
int hookswitch_watch_patch_images(void);

/* Has the kernel tell of the calling thread's calls; -1 where it cannot. */
int hookswitch_watch_ask_kernel(void);

#endif
