/* SRTP's two directions (RFC 3711). */
#include "media.h"

#include <string.h>

int crtp_protection_open(protection *out, uint8_t suite, const unsigned char *ours, const unsigned char *theirs) {
  srtp_policy_t policy;
  memset(&policy, 0, sizeof policy);
  if (suite == CRTP_SDES_32) srtp_crypto_policy_set_aes_cm_128_hmac_sha1_32(&policy.rtp);
  else srtp_crypto_policy_set_aes_cm_128_hmac_sha1_80(&policy.rtp);
  /* RTCP has the long tag with both (RFC 4568 section 6.2.2). */
  srtp_crypto_policy_set_aes_cm_128_hmac_sha1_80(&policy.rtcp);
  policy.window_size = 128;
  unsigned char key[SRTP_MAX_KEY_LEN] = {0};
  policy.key = key;
  memcpy(key, ours, 30);
  policy.ssrc.type = ssrc_any_outbound;
  if (srtp_create(&out->outbound, &policy) != srtp_err_status_ok) return -1;
  memcpy(key, theirs, 30);
  policy.ssrc.type = ssrc_any_inbound;
  out->is_there = srtp_create(&out->inbound, &policy) == srtp_err_status_ok;
  if (!out->is_there) srtp_dealloc(out->outbound);
  return out->is_there ? 0 : -1;
}

void crtp_protection_close(protection *keys) {
  if (!keys->is_there) return;
  srtp_dealloc(keys->inbound);
  srtp_dealloc(keys->outbound);
  keys->is_there = 0;
}
