/* Corrections of sofia-sip's use of OpenSSL. */
#include "wrapped.h"

#include <openssl/ssl.h>

int __real_SSL_CTX_use_certificate_file(SSL_CTX *context, const char *file, int type);
int __real_SSL_shutdown(SSL *connection);
void __real_SSL_free(SSL *connection);
void __real_SSL_CTX_free(SSL_CTX *context);
int __real_BIO_free(BIO *channel);

/* The library loads only the first certificate of our file. A client that knows only the root could not verify it (RFC 8446 section 4.4.2). */
int __wrap_SSL_CTX_use_certificate_file(SSL_CTX *context, const char *file, int type) {
  if (!csip_is_inside) return __real_SSL_CTX_use_certificate_file(context, file, type);
  return SSL_CTX_use_certificate_chain_file(context, file);
}

/* When a connection ends, the library calls SSL_shutdown, frees the context as if it were its own, and frees the BIO, but never the SSL
 * object (30 kB). These functions free the SSL object instead, and with it its context reference and its BIO. */
static __thread SSL *leaving;

int __wrap_SSL_shutdown(SSL *connection) {
  if (csip_is_inside) leaving = connection;
  return __real_SSL_shutdown(connection);
}

/* For the cases in which the library does free it. */
void __wrap_SSL_free(SSL *connection) {
  if (leaving == connection) leaving = NULL;
  __real_SSL_free(connection);
}

void __wrap_SSL_CTX_free(SSL_CTX *context) {
  if (!leaving || SSL_get_SSL_CTX(leaving) != context) __real_SSL_CTX_free(context);
}

int __wrap_BIO_free(BIO *channel) {
  if (!leaving || SSL_get_rbio(leaving) != channel) return __real_BIO_free(channel);
  __real_SSL_free(leaving);
  leaving = NULL;
  return 1;
}
