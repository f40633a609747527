/* csipdatagrams.h - datagram sends that the errors of earlier datagrams do not disturb. */
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

/** Like sendmsg(2), but retries past a pending ICMP error of an earlier datagram. */
ssize_t csip_send_message(int fd, const struct msghdr *message, int flags);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#ifdef __cplusplus
}
#endif
#endif /* CSIPDATAGRAMS_H */
