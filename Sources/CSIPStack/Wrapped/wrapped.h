/* Functions that stand in for some that sofia-sip calls: the linker's --wrap=NAME sends each call of NAME to __wrap_NAME, and each call of
 * __real_NAME to NAME. Package.swift lists the names.
 *
 * --wrap reaches every object of the library or program that is linked, so a wrapper changes nothing outside a stack's thread; keys.c says
 * why its one may. */
#ifndef CSIP_WRAPPED_H
#define CSIP_WRAPPED_H

/* True on a stack's thread, and while sofia-sip starts: only then do the wrappers of system functions differ from those. */
extern __thread int csip_is_inside;

/* Begins the library's clock at the system's time. */
void csip_start_clock(void);
/* True when unread input waits for this thread. */
int csip_has_more(void);
/* Forgets the postponed connect of a descriptor, which now has another socket. */
void csip_forget_unconnected(int fd);

#endif
