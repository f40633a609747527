/* DTLS records. */
#include "records.h"

#include "../bytes.h"

#include <string.h>

#define HEAD 13u          /* of a record */
#define MESSAGE_HEAD 12u  /* of a handshake message in it */
#define ALERT 21
#define HANDSHAKE 22
#define DATA 23
#define CLIENT_HELLO 1

/* True when the other side may send this handshake message unencrypted. */
static int is_expected(unsigned char message, int is_client) {
  switch (message) {
    case CLIENT_HELLO: case 15: case 16: return !is_client; /* CertificateVerify, ClientKeyExchange */
    case 11: return 1;                                      /* Certificate */
    case 2: case 3: case 4: case 12: case 13: case 14: case 22: return is_client;
    default: return 0;
  }
}

static int is_kept(const unsigned char *record, size_t bytes, int is_client) {
  const int is_encrypted = get16(record + 3) != 0;
  if (record[0] < 20 || record[0] > DATA || record[1] != 0xfe) return 0;
  if (is_encrypted) return 1;
  if (record[0] == ALERT || record[0] == DATA) return 0;
  return record[0] != HANDSHAKE || (bytes >= HEAD + MESSAGE_HEAD && is_expected(record[HEAD], is_client));
}

size_t crtp_records_sift(const unsigned char *datagram, size_t bytes, int is_client, unsigned char *out) {
  size_t kept = 0;
  for (size_t at = 0, length; bytes - at >= HEAD; at += length) {
    length = HEAD + get16(datagram + at + 11);
    if (length > bytes - at) break;
    if (!is_kept(datagram + at, length, is_client)) continue;
    memcpy(out + kept, datagram + at, length);
    kept += length;
  }
  return kept;
}

const unsigned char *crtp_records_hello(const unsigned char *records, size_t bytes) {
  /* The version precedes the random bytes. */
  if (bytes < HEAD + MESSAGE_HEAD + 2 + 32 || records[0] != HANDSHAKE || get16(records + 3) != 0 || records[HEAD] != CLIENT_HELLO) return NULL;
  return records + HEAD + MESSAGE_HEAD + 2;
}
