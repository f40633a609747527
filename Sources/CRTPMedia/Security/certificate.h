/* This process's certificate for handshakes. */
#ifndef CRTP_CERTIFICATE_H
#define CRTP_CERTIFICATE_H

#include <openssl/ssl.h>

/** Returns the context that all handshakes share, made at the first use; NULL: OpenSSL makes none. */
SSL_CTX *crtp_certificate_context(void);

#endif
