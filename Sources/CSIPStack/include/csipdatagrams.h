/* csipdatagrams.h - sends that what came of earlier datagrams does not hold up. */
#ifndef CSIPDATAGRAMS_H
#define CSIPDATAGRAMS_H

#include <sys/socket.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/** sendmsg(2), but for a datagram what the socket says about one before it, which met nobody, is no error; what is about this one itself is. */
ssize_t csip_send_message(int fd, const struct msghdr *message, int flags);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#ifdef __cplusplus
}
#endif
#endif /* CSIPDATAGRAMS_H */
