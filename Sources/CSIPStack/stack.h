/* Declarations that the stack's files share. All of it belongs to the stack's thread, except the queue of orders. */
#ifndef CSIP_STACK_H
#define CSIP_STACK_H

#define _GNU_SOURCE 1

#include "csipstack.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdarg.h>

typedef struct csip_dialog csip_dialog;
typedef struct csip_server csip_server;
#define SU_ROOT_MAGIC_T csip_stack
#define SU_PREPOLL_MAGIC_T csip_stack
#define NUA_MAGIC_T csip_stack
#define NUA_HMAGIC_T csip_dialog
#include <sofia-sip/nua.h>
#include <sofia-sip/su_wait.h>

#include "gate.h"

/* A dialog: a call or a registration. */
struct csip_dialog {
  uint64_t number;
  csip_dialog *next; /* in its bucket */
  nua_handle_t *handle;
  char *user, *password, *realm;        /* for digests; a realm limits them to it */
  char *homes;                          /* the hosts that may challenge us, separated by spaces; NULL: any */
  csip_place peer;                      /* the source of the answers to our first request */
  nua_saved_event_t refer[1];           /* the unanswered REFER */
  unsigned long answered[4];            /* hashes of the realms whose challenges the current request answered */
  unsigned tries;
  char *own_sdp;                        /* our description, as the user last gave it */
  char *next_sdp, *next_hold;           /* a change that waits for other requests */
  char *hold, *asked_hold;              /* our direction of media: as agreed, and as requested */
  char *end_reason;                     /* of a BYE that waits for the ACK */
  char *target;                         /* the far end's contact */
  char *contact;                        /* ours, when it is not the library's own */
  uint32_t n_asked;                     /* unanswered requests other than INVITE */
  csip_place place;                     /* the source of an incoming call */
  int64_t came_at;                      /* its arrival, in milliseconds */
  uint32_t rings : 1, is_incoming : 1, is_up : 1, is_registration : 1, has_refer : 1, is_refer_open : 1, is_ending : 1, is_refused : 1;
  uint32_t awaits_tls : 1, has_change : 1, is_answered : 1, begins : 1, has_source : 1, is_counted : 1;
  uint32_t is_home : 1, has_route : 1, has_peer : 1, answers_without_qop : 1, is_sips : 1, is_keyed : 1;
};

/* An order, with copies of its texts behind it. */
typedef struct csip_order csip_order;
struct csip_order {
  csip_order *next;
  void (*run)(csip_stack *, csip_order *);
  uint64_t dialog;
  int32_t number;
  const char *text[14];
};

/* The counters of csip_counts. */
typedef enum {
  CSIP_MESSAGES, CSIP_MENDED, CSIP_UNREACHABLE, CSIP_CALLS_OFFERED, CSIP_REFUSED_CALLS, CSIP_DROPPED_REQUESTS, CSIP_CUT_STREAMS, CSIP_COUNTED
} csip_counted;

enum { CSIP_REALMS = 256 };

struct csip_stack {
  csip_listener listener;
  csip_wire wire;
  void *context;
  su_root_t *root;
  nua_t *nua;
  csip_dialog **buckets;
  size_t n_buckets, n_dialogs;
  char trouble[160];                    /* the reason why the last certificate was refused */
  csip_server *servers;                 /* reached over TLS */
  char wanted[128];                     /* the host that the latest order wants to reach over TLS, until a connection takes it */
  char host[64];                        /* the listening address */
  uint16_t port, tls_port;
  int is_tls_alone;
  uint32_t n_registrations;
  struct {
    uint64_t account;
    unsigned long realm;                /* a hash */
  } realms[CSIP_REALMS];                /* that registrars have shown */
  uint32_t n_realms;
  int has_told; /* the end of this turn is scheduled */
  int put_off, had_more; /* how often it was postponed, and if input waited the last time */
  /* The thread's beginning and end. */
  pthread_t thread;
  int is_started, is_shutting_down;
  csip_order *farewell; /* the order to shut down, made beforehand: a stack without memory must end too */
  su_timer_t *limit; /* the time-out of the shutdown */
  char *error;
  size_t error_bytes;
  const csip_settings *settings;
  /* Queued orders: the only part that other threads change. */
  pthread_mutex_t lock;
  pthread_cond_t begun;
  csip_order *first, *last;
  int wake_fd;
  /* Counters; other threads read them. */
  _Atomic uint64_t counts[CSIP_COUNTED];
  csip_gate gate;
};

void csip_count(csip_stack *, csip_counted);

csip_dialog *csip_dialog_make(csip_stack *, uint64_t number);
csip_dialog *csip_dialog_find(csip_stack *, uint64_t number);
void csip_dialog_drop(csip_stack *, csip_dialog *);
void csip_dialogs_free(csip_stack *);
void csip_dialogs_end(csip_stack *);

void csip_started(csip_stack *, const char *error_or_null);
void csip_tell(csip_stack *, csip_event *);
void csip_turn(csip_stack *);
void csip_heard(nua_event_t, int, char const *, nua_t *, csip_stack *, nua_handle_t *, csip_dialog *, sip_t const *, tagi_t[]);
void csip_answered(csip_stack *, nua_event_t, csip_dialog *, int, char const *, sip_t const *, su_home_t *);
void csip_keep_target(csip_dialog *, sip_t const *, su_home_t *);

void csip_fill_call(csip_event *, sip_t const *, su_home_t *);
void csip_fill_reason(csip_event *, sip_t const *, su_home_t *);
/* The body as a NUL-terminated string; NULL if there is none. */
const char *csip_body(sip_t const *, su_home_t *);
void csip_fill_body(csip_event *, sip_t const *, su_home_t *);
/* True when an offer asks us to be silent. */
uint32_t csip_holds(const char *sdp, su_home_t *);

void csip_gate_open(csip_stack *);
void csip_gate_close(csip_stack *);
/* Returns 0 for a request, of which only the header was read, that must be dropped. */
int csip_gate_admits(const su_sockaddr_t *from, sip_t *);
/* Returns this thread's stack, or NULL. */
csip_stack *csip_gate_here(void);
/* Counts a refused call, a dropped request or a cut connection, and reports it within a second. */
void csip_gate_count(csip_stack *, csip_counted what, const su_sockaddr_t *from_or_null);
void csip_gate_rings(csip_stack *, csip_dialog *, const su_sockaddr_t *from);
void csip_gate_settled(csip_stack *, csip_dialog *);
/* Outgoing calls count too, until csip_gate_leaves. */
void csip_gate_counts(csip_stack *, csip_dialog *);
void csip_gate_leaves(csip_stack *, csip_dialog *);
/* Starts the ring time-out of an incoming call. */
void csip_ring_begins(csip_stack *, csip_dialog *);
/* Reports that the stack itself ends the call, and why. */
void csip_lost(csip_stack *, csip_dialog *, int status, char const *phrase);
/* Refuses an incoming call that has no final response yet. */
void csip_refuse(csip_dialog *, int status, char const *reason_or_null);
void csip_gate_trust(csip_stack *, const char *address);
void csip_gate_distrust(csip_stack *, const char *address);
/* True when the offered call exceeds a limit. */
int csip_is_refused(csip_stack *, sip_t const *);
/* The maximum size of a message: a stream's reader needs one. Our own messages are far smaller. */
enum { CSIP_MESSAGE_MAX = 65536 };
int csip_mend_description(char *text, size_t bytes); /* 1 if it repaired something */
/* The message class with this stack's parsers. */
msg_mclass_t const *csip_messages(void);
int csip_stream_accepted(int fd); /* on the stack's thread */
void csip_streams_sweep(csip_stack *);
void csip_streams_forget(void);
void csip_challenges_register(void);
int csip_answer_challenge(csip_stack *, csip_dialog *, sip_t const *); /* 1 if it answered */
/* The source of the current message; NULL if there is none. */
const su_sockaddr_t *csip_came_from(csip_stack *);
/* Keeps the hosts of these addresses as those that may challenge us, and notes if `to` is one of them. */
void csip_homes_keep(csip_dialog *, const char *addresses_or_null, const char *to);
/* Removes the contacts of a redirection that must not be followed. */
void csip_redirected(csip_stack *, sip_t *);
void csip_challenges_over(csip_dialog *);                 /* the challenged request has its final answer */

/* True when unread input waits for the thread. */
int csip_has_more(void);
/* Begins the clock at the system's time. */
void csip_start_clock(void);
/* True when a request came over TLS. */
int csip_came_by_tls(sip_t const *);
/* Sets the Contact of a call over TLS to or from a sip: address. */
void csip_contact_for_call(csip_stack *, csip_dialog *, const char *own, const char *to);
void csip_contact_for_caller(csip_stack *, csip_dialog *, sip_t const *invite);
void csip_forget_unconnected(int fd);
void csip_tls_register(void);
void csip_tls_listen(void);
int csip_tls_wants(csip_stack *, const char *uri); /* 1 if it is reached over TLS */
int csip_tls_heard(csip_stack *, const char *format, va_list); /* 1 if only this file needs the entry */
void csip_tls_settle(csip_stack *);

void csip_wire_redirect(void);
void csip_wire_open(csip_stack *);
void csip_wire_close(void);
void csip_secrets_hide(char *line, int *is_within_a_header_that_has_some);
/* True when two descriptions have a codec in common. */
int csip_can_agree(const char *ours, const char *theirs);
/* csip_setup_settled keeps the side that begins the DTLS handshake, from an answer. csip_setup_say writes it into our description, or
 * leaves it open in an offer; returns 0 when the description has no a=setup. */
void csip_setup_settled(csip_dialog *, const char *answer, int is_theirs);
int csip_setup_say(csip_dialog *, int is_offer);
void csip_keep(char **place, const char *text_or_null);
void csip_request_answered(csip_dialog *, int status);
void csip_order_give(csip_stack *, csip_order *);

#endif
