/* The instance of an account at registrars (RFC 5626 section 4.1). */
#include "csipdigest.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

/* The UUID of version 5 of the name hookswitch.org in the namespace of domains. */
static const unsigned char namespace[16] = {
    0xbb, 0xd6, 0x3b, 0x5b, 0xf8, 0x01, 0x55, 0x51, 0x8e, 0x63, 0x8e, 0x57, 0x46, 0xeb, 0x8f, 0x9f,
};

int32_t csip_instance(const char *name, char *room) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int bytes = 0;
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  const int is_good = context && EVP_DigestInit_ex(context, EVP_sha1(), NULL) && EVP_DigestUpdate(context, namespace, sizeof namespace) &&
                      EVP_DigestUpdate(context, name, strlen(name)) && EVP_DigestFinal_ex(context, digest, &bytes) && bytes >= 16;
  EVP_MD_CTX_free(context);
  if (!is_good) return -1;
  digest[6] = (unsigned char)((digest[6] & 0x0f) | 0x50);
  digest[8] = (unsigned char)((digest[8] & 0x3f) | 0x80);
  char *end = room;
  for (int i = 0; i < 16; i++) end += snprintf(end, 4, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", digest[i]);
  return 0;
}
