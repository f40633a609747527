/* A stack: the parts that its files own. All of it belongs to the stack's thread, but for `orders`, `counts` and the
 * start in `life`, and the requests in `handover`: each says what others may do. */
#ifndef CSIP_STACK_H
#define CSIP_STACK_H

#include "sofia.h"

#include "Calls/dialogs.h"
#include "Handover/handover.h"
#include "Limits/gate.h"
#include "Security/challenges.h"
#include "Security/tls.h"
#include "Thread/counts.h"
#include "Thread/life.h"
#include "Thread/queue.h"
#include "Thread/reports.h"

struct csip_stack {
  csip_reports reports;
  su_root_t *root;
  nua_t *nua;
  struct tport_s *sockets; /* the library's transports, as transports.c saw them made */
  char host[64];       /* the listening address */
  uint16_t port;       /* the actual one of UDP and TCP, or that of TLS alone */
  uint16_t tls_port;   /* the actual one of TLS beside them; 0: none */
  int is_tls_alone;
  csip_dialogs dialogs;
  csip_realms realms;
  csip_tls tls;
  csip_gate gate;
  su_timer_t *ring_timer;
  csip_queue orders;
  csip_counters counts;
  csip_handover handover;
  csip_life life;
};

#endif
