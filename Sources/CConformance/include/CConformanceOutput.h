#ifndef HOOKSWITCH_CCONFORMANCE_OUTPUT_H
#define HOOKSWITCH_CCONFORMANCE_OUTPUT_H
/* Collects the standard output and the standard error of the process that has the plugin.
 *
 * Both lead into a pipe meanwhile, which a thread of the judge empties, so that a plugin can neither take back nor hold up what it wrote. */
#include <stddef.h>

/* The descriptors of a diversion, in the process whose output it is. */
struct hookswitch_diversion {
  int read_end, write_end; /* of the pipe, until `settle` */
  int output, errors; /* the former 1 and 2 */
};

/* Leads 1 and 2 into a new pipe. Returns 0, or -1 without a change. Like the next two, in the process whose output it is. */
int hookswitch_output_divert(struct hookswitch_diversion *diversion);

/* Closes both ends of the pipe, of which the judge has copies by now; 1 and 2 stay. */
void hookswitch_output_settle(const struct hookswitch_diversion *diversion);

/* Writes out all streams, and gives 1 and 2 back. */
void hookswitch_output_restore(const struct hookswitch_diversion *diversion);

struct hookswitch_drain;

/* Begins to empty a pipe; owns both ends from now on. Returns NULL without memory or a thread. */
struct hookswitch_drain *hookswitch_drain_begin(int read_end, int write_end);

/* Ends that and closes both ends. Returns the bytes, at most 16 MiB, which the caller frees; NULL for none. */
void *hookswitch_drain_end(struct hookswitch_drain *drain, size_t *count);
#endif
