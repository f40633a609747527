/* Dialogs: calls and registrations. */
#ifndef CSIP_DIALOGS_H
#define CSIP_DIALOGS_H

#include "../Handover/marks.h"
#include "../Limits/gate.h"
#include "../Limits/peers.h"
#include "../sofia.h"
#include "csipstack.h"

typedef struct csip_dialog csip_dialog;
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
  char *plain_contact;                  /* ours without an instance, to withdraw a registration; NULL: as it was registered */
  uint32_t n_asked;                     /* unanswered requests other than INVITE */
  csip_admission admission;
  csip_mark mark;                       /* of its Call-ID */
  csip_peer peer_stream;                /* the far end of the connection that its last request came by */
  int64_t came_at;                      /* the arrival of an incoming call, in milliseconds */
  uint32_t is_incoming : 1, is_up : 1, is_registration : 1, has_refer : 1, is_refer_open : 1, is_ending : 1, is_refused : 1;
  uint32_t awaits_tls : 1, has_change : 1, is_answered : 1, begins : 1;
  uint32_t is_home : 1, has_route : 1, has_peer : 1, answers_without_qop : 1, is_sips : 1, is_keyed : 1;
};

/* A table of dialogs by number. */
typedef struct {
  csip_dialog **buckets;
  size_t n_buckets, n;
  uint32_t n_registrations;
} csip_dialogs;

/* Withdraws a registration. A contact with an instance would remove that of another host with the same one (RFC 5626 section 6). */
void csip_withdraw(csip_dialog *);
csip_dialog *csip_dialog_make(csip_stack *, uint64_t number);
csip_dialog *csip_dialog_find(csip_stack *, uint64_t number);
/* Returns the first dialog, or the one after another, in no particular order; NULL after the last. */
csip_dialog *csip_dialog_after(csip_stack *, const csip_dialog *another_or_null);
void csip_dialog_drop(csip_stack *, csip_dialog *);
void csip_dialogs_free(csip_stack *);

/* Replaces the text at `place` with a copy. */
void csip_keep(char **place, const char *text_or_null);
/* Marks a dialog by its Call-ID, and keeps the connection of the latest request. */
void csip_identify(csip_stack *, csip_dialog *, sip_t const *);
/* Keeps the address of the far end within this dialog. */
void csip_keep_target(csip_dialog *, sip_t const *, su_home_t *);

#endif
