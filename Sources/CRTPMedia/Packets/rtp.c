/* Packets' headers. */
#include "rtp.h"

#include "../bytes.h"

int crtp_rtp_read(const unsigned char *data, size_t bytes, rtp_packet *out) {
  if (bytes < 12 || data[0] >> 6 != 2) return -1;
  size_t head = 12 + 4u * (data[0] & 15u);
  if (data[0] & 0x10) {
    if (bytes < head + 4) return -1;
    head += 4 + 4u * get16(data + head + 2);
  }
  if (bytes < head) return -1;
  const size_t room = bytes - head, padding = data[0] & 0x20 && room > 0 ? data[bytes - 1] : 0;
  if (padding > room || (data[0] & 0x20 && padding == 0)) return -1;
  *out = (rtp_packet){
      .type = data[1] & 127,
      .is_marked = data[1] >> 7,
      .sequence = get16(data + 2),
      .timestamp = get32(data + 4),
      .ssrc = get32(data + 8),
      .payload = data + head,
      .bytes = room - padding,
  };
  return 0;
}
