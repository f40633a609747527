/* The sockets that a stack's thread listens on, which another version of the stack may have opened, or may read instead of this one. */
#ifndef CSIP_SOCKETS_H
#define CSIP_SOCKETS_H

#include <stddef.h>
#include <sys/types.h>

/* The most sockets that a stack listens on. */
enum { CSIP_SOCKETS = 8 };

/* Sees each datagram before the library; returns 1 when it took it. */
typedef int (*csip_filter)(void *context, const void *address, size_t address_bytes, const char *bytes, size_t count);

/* Begins with copies of another version's sockets: the library gets one of them where it binds to its address, and reads none until
 * csip_sockets_resume. */
void csip_sockets_begin(const int *inherited, size_t n);
/* Closes the inherited sockets that the library has not asked for, after its start. */
void csip_sockets_begun(void);
void csip_sockets_end(void);
/* Lists the sockets: first that of datagrams. */
size_t csip_sockets_list(int fds[CSIP_SOCKETS]);
/* Returns the socket of datagrams; -1 when there is none. */
int csip_sockets_datagrams(void);
/* Stops reading and accepting. */
void csip_sockets_pause(void);
/* Reads and accepts, also after csip_sockets_swap. */
void csip_sockets_resume(void);
/* Has the library read datagrams from `link`, while it sends by the socket itself. Connections are not accepted. Without a descriptor it
 * reads none. */
void csip_sockets_swap(int link);
void csip_sockets_filter(csip_filter, void *context);

/* The socket by which the library sends when it names `fd`. */
int csip_socket_to_send(int fd);
/* Forgets a descriptor, which now has another socket. */
void csip_sockets_forget(int fd);

#endif
