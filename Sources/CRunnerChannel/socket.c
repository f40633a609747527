#define _GNU_SOURCE
#include "CRunnerSocket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Room for the descriptors of one message, aligned as the system wants it. */
union control {
  struct cmsghdr align;
  char bytes[CMSG_SPACE(HRC_DESCRIPTORS_MAX * sizeof(int))];
};

int hrc_socket_pair(int *sockets) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, sockets); }

int hrc_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count) {
  if (count > HRC_MESSAGE_MAX || descriptor_count > HRC_DESCRIPTORS_MAX) {
    errno = EMSGSIZE;
    return -1;
  }
  struct iovec part = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union control control;
  if (descriptor_count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(descriptor_count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(descriptor_count * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, descriptor_count * sizeof(int));
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? -1 : 0;
}

ssize_t hrc_receive(int socket, void *bytes, int *descriptors, size_t *descriptor_count) {
  struct iovec part = {.iov_base = bytes, .iov_len = HRC_MESSAGE_MAX};
  union control control;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  *descriptor_count = 0;
  ssize_t received;
  do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received < 0) return -1;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    const size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof descriptor);
      if (*descriptor_count < HRC_DESCRIPTORS_MAX) descriptors[(*descriptor_count)++] = descriptor;
      else close(descriptor);
    }
  }
  if ((message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0) return received;
  for (size_t index = 0; index < *descriptor_count; index++) close(descriptors[index]);
  *descriptor_count = 0;
  errno = EMSGSIZE;
  return -1;
}
