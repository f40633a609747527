/* Wrong/hooks.h - the places where the reference plugin gives way to an example of the rules that is wrong.
 *
 * With -DWRONG_EXAMPLE=31 the plugin has the example of HSW-R-031 in it, by the adapter of that rule (shim.c). Without it, these functions
 * do nothing. */
#ifndef REF_WRONG_HOOKS_H
#define REF_WRONG_HOOKS_H

struct instance;

#ifdef WRONG_EXAMPLE
#define WRONG(number) (WRONG_EXAMPLE == (number))
static int wrong_query(hsw_query *q, hsw_status *answer);
static void wrong_chosen(hsw_query *q);
static int wrong_made(struct instance *in, const hsw_host *host);
#else
#define WRONG(number) 0
static inline int wrong_query(hsw_query *q, hsw_status *answer) { return (void)q, (void)answer, 0; }
static inline void wrong_chosen(hsw_query *q) { (void)q; }
static inline int wrong_made(struct instance *in, const hsw_host *host) { return (void)in, (void)host, 1; }
#endif

#endif
