/* Wrong/example.h - the frame of the examples and one example, as the chapters of the rules print them.
 *
 * The frame's types and functions get the prefix `frame_` and the example's `example_`, since the reference plugin has others by these
 * names. What an example calls of the C library to reach a network is a function of its adapter's. */
#include <hookswitch/directory.h>
#include <signal.h>

#undef _GNU_SOURCE
#define instance frame_instance
#define call frame_call
#define find frame_find
#define add frame_add
#define forget frame_forget
#define now frame_now
#define str frame_str
#define done frame_done
#define ended frame_ended
#define lock frame_lock
#define unlock frame_unlock
#define send_invite frame_send_invite
#define send_bye frame_send_bye
#define send_hold frame_send_hold
#define send_digit frame_send_digit
#include "frame.h"
/* Declarations of an example whose definitions the plugin or the C library has. */
#define example_hold hold_table
#define example_on_exit on_exit
#define send network_send
#define connect network_connect
#define system network_system
ssize_t network_send(int fd, const void *bytes, size_t count, int flags);
int network_connect(int fd, const struct sockaddr *to, socklen_t length);
int network_system(const char *command);
#ifdef WRONG_EXPORTED
#pragma GCC visibility push(default)
#endif
#ifndef WRONG_SHELL /* an example of the shell has no text in C */
#include WRONG_FILE
#endif
#ifdef WRONG_EXPORTED
#pragma GCC visibility pop
#endif
#undef instance
#undef call
#undef find
#undef add
#undef forget
#undef now
#undef str
#undef done
#undef ended
#undef lock
#undef unlock
#undef send_invite
#undef send_bye
#undef send_hold
#undef send_digit
#undef send
#undef connect
#undef system
