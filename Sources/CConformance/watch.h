#ifndef HOOKSWITCH_CCONFORMANCE_WATCH_PARTS_H
#define HOOKSWITCH_CCONFORMANCE_WATCH_PARTS_H
/* The declarations that the parts of the watch share. */

/* A function that a media thread may not call, and the condition, if only some calls of it count. */
struct watched_function {
  const char *name;
  enum { always, with_memory, for_time_of_day, by_number } when;
};

/* The functions, with a NULL name at the end. */
extern const struct watched_function hookswitch_watched_functions[];

/* 1 while the calling thread is inside the plugin and watched, else 0. The kernel itself reads `hookswitch_watch_selector`, one byte. */
extern _Thread_local volatile char hookswitch_is_watched __attribute__((tls_model("initial-exec")));
extern _Thread_local volatile char hookswitch_watch_selector __attribute__((tls_model("initial-exec")));

/* Redirects every image that is loaded now to stubs of the functions; returns -1 if it could redirect none. */
int hookswitch_watch_redirect(void);

/* Returns 1 for a clock that tells the time of day. */
int hookswitch_watch_is_wall_clock(long clock);

/* Returns 1 for a system call that neither waits nor does input or output, such as the identity of a thread. */
int hookswitch_watch_is_harmless(long number);

/* Has the kernel report the calling thread's system calls; returns -1 if it cannot. */
int hookswitch_watch_ask_kernel(void);

#endif
