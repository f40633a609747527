/* Words that no intact runner writes: a call to "forge" writes the frames of -DFORGE="FRAME;FRAME…" into the ring of words behind the back
 * of the runner, wakes the host, and waits for its end. Included by transport.c with -DFORGE.
 *
 * A FRAME is a list of KEY=NUMBER: t type, f flags, s steps of the sequence number, i instance, e epoch, c call, o other, b length that the
 * header claims (default: the true one), h bytes to publish beyond the frame, m zero bytes of the body, and x, the body's first bytes in
 * hexadecimal digits. "tail N" moves the index of the orders, and "socket TYPE BYTES DESCRIPTORS" sends a message. */
#include <sys/socket.h>

#define WORDS_AT 266240u
#define RING 262144u

static uint32_t ring_word(const unsigned char *memory, size_t at) {
  uint32_t value;
  memcpy(&value, memory + at, 4);
  return value;
}

static void wake_host(void) {
  char path[64], target[64];
  for (int fd = 3; fd < 1024; fd++) {
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(path, target, sizeof target);
    if (length > 0 && memmem(target, (size_t)length, "eventfd", 7) != NULL) ring_once(fd);
  }
}

/* The number of the last frame in the ring, which has not wrapped yet. */
static uint32_t last_seq(const unsigned char *memory, uint32_t head) {
  uint32_t seq = 0;
  for (uint32_t at = 0; at < head;) {
    seq = ring_word(memory, WORDS_AT + at + 8);
    at += (ring_word(memory, WORDS_AT + at) + 7u) & ~7u;
  }
  return seq;
}

/* Writes one frame at `head` and returns the index behind it. */
static uint32_t put_frame(unsigned char *memory, uint32_t head, uint32_t claimed, uint16_t type, uint16_t flags, uint32_t seq,
                          uint16_t instance, uint16_t epoch, uint64_t call, uint64_t other, const unsigned char *body, uint32_t count) {
  unsigned char frame[32 + 4096] = {0};
  memcpy(frame, &claimed, 4), memcpy(frame + 4, &type, 2), memcpy(frame + 6, &flags, 2), memcpy(frame + 8, &seq, 4);
  memcpy(frame + 12, &instance, 2), memcpy(frame + 14, &epoch, 2), memcpy(frame + 16, &call, 8), memcpy(frame + 24, &other, 8);
  memcpy(frame + 32, body, count);
  const uint32_t length = (32 + count + 7u) & ~7u;
  for (uint32_t at = 0; at < length; at++) memory[WORDS_AT + (head + at) % RING] = frame[at];
  return head + length;
}

static void forge_frame(unsigned char *memory, const char *text, uint32_t *head, uint32_t *seq, uint32_t *extra) {
  unsigned char body[4096] = {0};
  long long claimed = -1, type = 66, flags = 0, steps = 1, instance = 1, epoch = 0, call = 1, other = 0;
  uint32_t count = 0;
  for (const char *at = text; *at != 0;) {
    const char key = *at;
    char *end = NULL;
    if (key == 'x') {
      uint32_t place = 0;
      unsigned byte = 0;
      int taken = 0;
      for (at += 2; sscanf(at, "%2x%n", &byte, &taken) == 1 && taken == 2; at += 2) body[place++] = (unsigned char)byte;
      count = place > count ? place : count;
    } else {
      const long long value = strtoll(at + 2, &end, 0);
      switch (key) {
        case 't': type = value; break;
        case 'f': flags = value; break;
        case 's': steps = value; break;
        case 'i': instance = value; break;
        case 'e': epoch = value; break;
        case 'c': call = value; break;
        case 'o': other = value; break;
        case 'b': claimed = value; break;
        case 'h': *extra = (uint32_t)value; break;
        case 'm': count = (uint32_t)value; break;
        default: abort();
      }
      at = end;
    }
    while (*at == ' ') at++;
  }
  *seq += (uint32_t)steps;
  *head = put_frame(memory, *head, claimed < 0 ? 32 + count : (uint32_t)claimed, (uint16_t)type, (uint16_t)flags, *seq, (uint16_t)instance,
                    (uint16_t)epoch, (uint64_t)call, (uint64_t)other, body, count);
}

static void forge_message(uint32_t type, uint32_t bytes, int descriptors) {
  uint32_t message[64] = {type, bytes};
  struct iovec part = {message, 8 + (bytes > 200 ? 0 : bytes)};
  char control[CMSG_SPACE(8 * sizeof(int))] = {0};
  struct msghdr head = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptors > 0) {
    head.msg_control = control;
    head.msg_controllen = CMSG_SPACE((size_t)descriptors * sizeof(int));
    struct cmsghdr *first = CMSG_FIRSTHDR(&head);
    first->cmsg_level = SOL_SOCKET, first->cmsg_type = SCM_RIGHTS, first->cmsg_len = CMSG_LEN((size_t)descriptors * sizeof(int));
    const int null = open("/dev/null", O_RDONLY);
    for (int index = 0; index < descriptors; index++) memcpy(CMSG_DATA(first) + (size_t)index * sizeof(int), &null, sizeof(int));
  }
  if (sendmsg(3, &head, 0) < 0) abort();
}

static void forge(void) {
  size_t size = 0;
  unsigned char *memory = channel(&size);
  uint32_t head = ring_word(memory, 128), seq = last_seq(memory, head), extra = 0;
  unsigned first = 0, second = 0, third = 0;
  char text[] = FORGE, *rest = NULL;
  if (sscanf(text, "tail %u", &first) == 1) __atomic_store_n((uint32_t *)(memory + 64), ring_word(memory, 64) + first, __ATOMIC_RELEASE);
  else if (sscanf(text, "socket %u %u %u", &first, &second, &third) == 3) forge_message(first, second, (int)third);
  else {
    for (char *part = strtok_r(text, ";", &rest); part != NULL; part = strtok_r(NULL, ";", &rest))
      forge_frame(memory, part, &head, &seq, &extra);
    __atomic_store_n((uint32_t *)(memory + 128), head + extra, __ATOMIC_RELEASE);
    wake_host();
  }
  for (;;) pause();
}
