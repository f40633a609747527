/* What this process shows of itself in a handshake. */
#ifndef CRTP_CERTIFICATE_H
#define CRTP_CERTIFICATE_H

#include <openssl/ssl.h>

/** The context that all handshakes share, made when first asked for; NULL: OpenSSL makes none. */
SSL_CTX *crtp_certificate_context(void);

#endif
