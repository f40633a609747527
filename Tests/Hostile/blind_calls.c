/* blind_calls.c - has the kernel report no more system calls, and then sends a packet from its constructor. */
/* rows: load.no-side-effects */
#include "hostile.h"

#include <arpa/inet.h>
#include <sys/prctl.h>
#include <sys/socket.h>

static void act(enum moment moment) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  if (moment != IN_CONSTRUCTOR) return;
  prctl(59, 0, 0, 0, 0); /* PR_SET_SYSCALL_USER_DISPATCH, off */
  int any = socket(AF_INET, SOCK_DGRAM, 0);
  sendto(any, "", 1, 0, (struct sockaddr *)&to, sizeof to);
  close(any);
}
