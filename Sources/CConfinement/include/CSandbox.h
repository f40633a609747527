#ifndef HOOKSWITCH_CSANDBOX_H
#define HOOKSWITCH_CSANDBOX_H
/* The sandbox of a transport's process: the files that it may open, and the system calls that it may make. Linux only; it is permanent.
 *
 * The process must have one thread. */
#include <stdint.h>

/* The kinds of access to a path. */
enum {
  HCS_READ = 1,    /* reads files and lists folders */
  HCS_EXECUTE = 2, /* starts programs */
  HCS_WRITE = 4,   /* changes, makes and removes files and folders */
  HCS_DEVICE = 8   /* reads, writes and controls devices */
};

/* The system calls that a filter leaves to a process. */
enum {
  HCS_NETWORK = 1,  /* sockets of IPv4 and IPv6, and queries about the network */
  HCS_LOCAL = 2,    /* sockets of this machine (AF_UNIX) */
  HCS_PROGRAMS = 4, /* starting processes and programs */
  HCS_SIGNALS = 8   /* signals to other processes; without Landlock 6 only the filter refuses them */
};

/* Returns the version of the kernel's Landlock, or 0 without it. */
int hcs_landlock_version(void);

/* Returns 1 when the kernel takes filters for system calls, on a machine that this file knows. */
int hcs_has_filter(void);

/* Ends the gain of privileges by programs, for ever. Returns 0, or -1 with errno. */
int hcs_keep_privileges(void);

/* Begins the rules for a kernel with Landlock `version`: no path is allowed. Without `connects`, no TCP port is either.
 *
 * Returns a descriptor for the two functions below, or -1 with errno. */
int hcs_begin_rules(int version, int connects);

/* Allows access to a file, or to a folder and all in it, that exists now. Returns 0, or -1 with errno. */
int hcs_allow(int rules, int version, const char *path, unsigned access);

/* Puts the rules into effect and closes their descriptor. Returns 0, or -1 with errno. */
int hcs_enter_rules(int rules);

/* Refuses the system calls that no transport needs, and those that are not among `left`, with EPERM. Returns 0, or -1 with errno. */
int hcs_filter(unsigned left);
#endif
