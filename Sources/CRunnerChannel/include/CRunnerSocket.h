#ifndef HOOKSWITCH_CRUNNERSOCKET_H
#define HOOKSWITCH_CRUNNERSOCKET_H
/* The socket between the host and the process of a transport, and the watch over that process. */
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/* The limits of one message. */
#define HRC_MESSAGE_MAX 65536u
#define HRC_DESCRIPTORS_MAX 253u

/* Makes a pair of connected sockets that keep the bounds of messages (close-on-exec, without waiting). Returns 0, or -1 with errno. */
int hrc_socket_pair(int *sockets);

/* Sends one message with descriptors. Returns 0, or -1 with errno; EAGAIN where the other side has not read enough. */
int hrc_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count);

/* Receives one message of at most HRC_MESSAGE_MAX bytes, and its descriptors (close-on-exec), of which there is room for
 * HRC_DESCRIPTORS_MAX. Returns its length, 0 at the end of the connection, or -1 with errno: EAGAIN where there is none, and EMSGSIZE
 * for a message that was cut, whose descriptors are closed. */
ssize_t hrc_receive(int socket, void *bytes, int *descriptors, size_t *descriptor_count);

/* Returns a descriptor for the process of a child (close-on-exec), or -1 with errno. */
int hrc_open_process(pid_t child);

/* Sends a signal to that process. Returns 0, or -1 with errno. */
int hrc_signal_process(int process, int signal);

/* Looks for the end of that process. With `reap` the process is removed from the system's table. Returns 1 when it has ended, and sets
 * its exit code, or its signal (else 0); 0 when it runs; -1 with errno, ECHILD where another part of the program has reaped it. */
int hrc_await_process(int process, int reap, int *exit_code, int *signal);

/* Has the kernel kill this process when the thread that started it ends. Returns 0 when that thread's process is `parent`, else -1. */
int hrc_die_with(pid_t parent);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
