/* Connections over TLS. */
#ifndef CSIP_TLS_H
#define CSIP_TLS_H

#include "csipstack.h"

#include <stdarg.h>

/* The first name by which an address was reached. */
typedef struct {
  char address[48], name[128];
} csip_server;

typedef struct {
  char trouble[160];     /* the reason why the last certificate was refused */
  csip_server *servers;  /* reached over TLS */
  char wanted[128];      /* the host that the latest order wants to reach over TLS, until a connection takes it */
} csip_tls;

void csip_tls_register(void);
void csip_tls_listen(void);
int csip_tls_wants(csip_stack *, const char *uri);             /* 1 if it is reached over TLS */
int csip_tls_heard(csip_stack *, const char *format, va_list); /* 1 if no one else needs the entry */
/* Ends the requests over a connection whose certificate was refused. */
void csip_tls_settle(csip_stack *);
void csip_tls_close(csip_stack *);

#endif
