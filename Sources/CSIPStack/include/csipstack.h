/* csipstack.h - one SIP stack (sofia-sip's nua) behind numbers, plain structs and one callback.
 *
 * A stack is one thread with its sockets. Whoever uses it gives orders from any thread, which are carried out on that thread in their
 * order, and hears events there. A dialog (a call, a registration, a subscription) has a number: the user's own for what it begins, the
 * stack's (top bit set) for what comes in. What an order names and is not there any more is ignored: its end was told.
 *
 * Transactions, retransmissions, dialogs, digests, session timers and provisional responses are sofia-sip's; which sounds a session
 * carries is settled by sofia-sip's offer/answer engine from the description that the user gives (RFC 3264).
 */
#ifndef CSIPSTACK_H
#define CSIPSTACK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#define CSIP_NULLABLE _Nullable
#else
#define CSIP_NULLABLE
#endif

typedef struct csip_stack csip_stack;

/** Numbers of the dialogs that the stack begins have this bit. */
#define CSIP_INCOMING 0x8000000000000000u

/* ---------------------------------------------------------------------------------------------------------------------- events */

typedef uint32_t csip_kind;
#define CSIP_CALL 1u         /**< An INVITE came, and is to be answered by csip_answer or csip_reject: from, to, session. */
#define CSIP_PROGRESS 2u     /**< 1xx to our INVITE; with a session: early media. */
#define CSIP_ANSWERED 3u     /**< 2xx to our INVITE (the ACK is sent), or the ACK to our 2xx came: the call is up. */
#define CSIP_REFUSED 4u      /**< 3xx to 6xx to our INVITE: the call is over. 3xx: `contact`s. 401 and 407 come only when the digest was refused. */
#define CSIP_CANCELLED 5u    /**< They gave up before an answer; `reason_…`. The call is over. */
#define CSIP_HUNG_UP 6u      /**< They said BYE; `reason_…`. The call is over. */
#define CSIP_OVER 7u         /**< The dialog is gone, whoever ended it: the last word about it. */
#define CSIP_SESSION 8u      /**< A description came (`remote_sdp`; of an offer once the call is up, `is_held`) or went (`local_sdp`): `is_offer`, or the answer that settles one. */
#define CSIP_CHANGED 9u      /**< The answer to our csip_change: status 2xx or why not. */
#define CSIP_TONES 10u       /**< An INFO with digits: content_type and body. Answered, as INFOs of other types are, with 415. */
#define CSIP_REFER 11u       /**< They ask us to call refer_to; to be answered by csip_accept_refer. */
#define CSIP_TRANSFER 12u    /**< How our csip_refer goes: status (of the REFER, or of the call that it made), `is_final`. */
#define CSIP_REGISTERED 13u  /**< 2xx to REGISTER: `expires` seconds; 0: unregistered. */
#define CSIP_UNREGISTERED 14u /**< A registration failed or was lost: status, phrase, retry_after. */
#define CSIP_STOPPED 15u     /**< The stack is down: the last event of all. */
#define CSIP_LOST 18u        /**< The stack ended the call itself: what it waited for did not come; status and phrase say what. */
#define CSIP_INFO_ANSWERED 19u /**< The answer to our csip_info: status. */
#define CSIP_TURN 16u        /**< The thread is about to wait, and there were events since it did so last: pass them on. */
#define CSIP_REFUSED_FLOOD 17u /**< Too much came: `refused` with 503, `dropped` without a word, connections `cut`; the last of it from `source`. At most once a second. */

/** One thing that happened. Strings end with a NUL, are NULL where there is nothing, and are borrowed until the callback returns. */
typedef struct csip_event {
  csip_stack *stack;
  csip_kind kind;
  int32_t status;
  uint64_t dialog;
  const char *CSIP_NULLABLE phrase;
  /* Who, of a CSIP_CALL. */
  const char *CSIP_NULLABLE request_uri;
  const char *CSIP_NULLABLE from_uri;
  const char *CSIP_NULLABLE from_name;
  const char *CSIP_NULLABLE to_uri;
  const char *CSIP_NULLABLE asserted_uri;  /* P-Asserted-Identity, as it came: whether to believe it is the user's to say */
  const char *CSIP_NULLABLE asserted_name;
  const char *CSIP_NULLABLE privacy;
  const char *CSIP_NULLABLE call_id;
  const char *CSIP_NULLABLE source;        /* where the request came from: address */
  uint32_t is_by_tls;                      /* the request came by TLS */
  uint64_t replaces;                       /* the dialog that this call takes the place of; 0 none; ~0 one that is not here */
  uint32_t may_replace;                    /* it came by TLS, from where that dialog's far end or its proxy is, or from one that csip_trust names */
  /* The session. */
  const char *CSIP_NULLABLE local_sdp;
  const char *CSIP_NULLABLE remote_sdp;
  uint32_t is_held;                        /* they want no sound of us */
  uint32_t is_offer;
  /* Why. */
  int32_t reason_cause;                    /* of a Reason header: its cause, 0 none */
  const char *CSIP_NULLABLE reason_protocol;
  const char *CSIP_NULLABLE reason_text;
  const char *CSIP_NULLABLE warning;
  uint32_t retry_after;                    /* seconds; 0 unsaid */
  uint32_t expires;
  uint32_t is_final;
  const char *CSIP_NULLABLE contact;       /* of a 3xx: the best one */
  const char *CSIP_NULLABLE refer_to;
  const char *CSIP_NULLABLE referred_by;
  const char *CSIP_NULLABLE content_type;
  const char *CSIP_NULLABLE body;
  size_t body_bytes;
  uint32_t refused, dropped, cut;
  /* Further headers of a CSIP_CALL, as they came: those of one name joined by commas; NULL: there are none. */
  const char *CSIP_NULLABLE diversion;     /* RFC 5806 */
  const char *CSIP_NULLABLE history;       /* History-Info, RFC 7044 */
  const char *CSIP_NULLABLE called_party;  /* P-Called-Party-ID, RFC 7315 */
  const char *CSIP_NULLABLE user_agent;
} csip_event;

/** Told of everything, on the stack's thread; gives orders, but does not wait. */
typedef void (*csip_listener)(void *CSIP_NULLABLE context, const csip_event *event);
/** Told of each message as it goes over the wire, on the stack's thread. */
typedef void (*csip_wire)(void *CSIP_NULLABLE context, uint32_t is_outgoing, const char *call_id, const char *text, size_t bytes);

/* ----------------------------------------------------------------------------------------------------------------------- a stack */

/** What strangers may cost; 0 stands for the usual. Whom csip_trust names has no limits. */
typedef struct csip_limits {
  uint32_t max_ringing;                 /* calls that came and are not up yet, in all: 1,000; half of them from one address */
  uint32_t calls_per_second_per_source; /* 500; and as many requests of other kinds outside calls */
  uint32_t max_streams_per_source;      /* connections from one address: 100 */
  uint32_t patience_ms;                 /* with a connection that says nothing, or does not finish what it says: 10,000 */
  uint32_t max_calls;                   /* calls in all, ringing or up, of trusted sources too: two for every five files that the process may open */
  uint32_t max_calls_per_source;        /* calls that came from one address, ringing or up: half of max_calls */
  uint32_t max_ring_seconds;            /* how long a call that came may wait for an answer before it is refused with 480: 300 */
} csip_limits;

typedef struct csip_settings {
  const char *url;                        /* where to listen: sip:127.0.0.1:5060, ;transport=udp or tcp for one of the two */
  const char *CSIP_NULLABLE sips_url;     /* and for TLS: sips:127.0.0.1:5061 */
  const char *CSIP_NULLABLE certificates; /* the folder with agent.pem and cafile.pem; read while it starts */
  uint32_t checks_certificates;           /* of whom we connect to: by whom they are signed, until when, and for which name (RFC 5922) */
  const char *CSIP_NULLABLE resolver;     /* a file like /etc/resolv.conf; NULL: that */
  uint32_t session_expires;               /* seconds; RFC 4028 */
  uint32_t min_session_expires;           /* seconds: what is shorter is refused; RFC 4028 wants 90 at least */
  uint32_t transaction_seconds;           /* how long a request waits for its answer: 64*T1 of RFC 3261, 32 s; 0: that */
  const char *CSIP_NULLABLE user_agent;
  csip_limits limits;
} csip_settings;

/** Starts a stack; returns when its sockets are open. NULL when they cannot be, with the reason in `error`. */
csip_stack *CSIP_NULLABLE csip_start(
    const csip_settings *settings, csip_listener listener, csip_wire CSIP_NULLABLE wire, void *CSIP_NULLABLE context, char *error,
    size_t error_bytes);

/** Begins to end every dialog (BYE, CANCEL, un-REGISTER) and to close the sockets, and does not wait: when it is done, or after `seconds`, CSIP_STOPPED is
 *  told, the last event of all. Said again, it changes nothing. */
void csip_shut(csip_stack *stack, uint32_t seconds);

/** The same, and waits for it, joins the thread and frees the stack. Not from the listener. */
void csip_stop(csip_stack *stack, uint32_t seconds);

/** The port of UDP and TCP that it got. */
uint16_t csip_port(const csip_stack *stack);

/** What a stack has seen since it began. */
typedef struct csip_counts {
  uint64_t messages;    /* that came and had a header that can be read */
  uint64_t mended;      /* descriptions of sessions that could be read only after that */
  uint64_t unreachable; /* messages that named a Contact or a Record-Route that is no SIP address */
  uint64_t calls;       /* that were offered */
  uint64_t refused;     /* calls, with 503 */
  uint64_t dropped;     /* requests, without a word */
  uint64_t cut;         /* connections */
  uint64_t max_calls;   /* the limit of calls in all that is in force */
} csip_counts;
void csip_measure(const csip_stack *stack, csip_counts *out);

/* ------------------------------------------------------------------------------------------------------------------------ orders */

/** Who we are towards others: an account. */
typedef struct csip_identity {
  const char *uri;                    /* sip:alice@example.org */
  const char *CSIP_NULLABLE name;
  const char *CSIP_NULLABLE contact;  /* one or several, with commas between; NULL: the stack's own, with the user of `uri` */
  const char *CSIP_NULLABLE route;    /* the outbound proxy as a Route header has it (RFC 3261 section 8.1.2), or NULL */
  const char *CSIP_NULLABLE user;     /* for digests; NULL: no answer to a challenge */
  const char *CSIP_NULLABLE password;
  const char *CSIP_NULLABLE privacy;  /* Privacy header or NULL */
  const char *CSIP_NULLABLE realm;    /* the one whose challenges are answered; NULL: any */
  /* The addresses, with spaces between, whose servers may challenge us: our own, the registrar and the proxy. Others get an answer only in a realm that the
   * registrar has shown, or that `realm` names, and only to a request that begins a dialog. NULL: anybody may. */
  const char *CSIP_NULLABLE homes;
  uint32_t answers_without_qop;       /* their challenges with MD5 and without qop are answered as well (RFC 2069) */
} csip_identity;

/** Calls `to` with an offer; `headers`: further header lines or NULL. */
void csip_invite(
    csip_stack *stack, uint64_t dialog, const csip_identity *from, const char *to, const char *sdp, const char *CSIP_NULLABLE headers);
/** The user in our Contact for a call that came, where its INVITE named none: without, it is the one that the INVITE is to. */
void csip_name(csip_stack *stack, uint64_t dialog, const char *user);
/** Answers provisionally: 180, or 183 with a session. */
void csip_ring(csip_stack *stack, uint64_t dialog, int32_t status, const char *CSIP_NULLABLE sdp);
/** Answers 200. */
void csip_answer(csip_stack *stack, uint64_t dialog, const char *sdp);
/** Refuses an INVITE that is not answered yet. */
void csip_reject(csip_stack *stack, uint64_t dialog, int32_t status, const char *CSIP_NULLABLE phrase, const char *CSIP_NULLABLE headers);
/** Ends a call in whatever state: CANCEL, or BYE. */
void csip_end(csip_stack *stack, uint64_t dialog, const char *CSIP_NULLABLE reason);
/** A re-INVITE with another description; `hold` "*" sends only, "#" neither way, NULL or "" both ways. */
void csip_change(csip_stack *stack, uint64_t dialog, const char *CSIP_NULLABLE sdp, const char *CSIP_NULLABLE hold);
/** An INFO. */
void csip_info(csip_stack *stack, uint64_t dialog, const char *content_type, const char *body);
/** Asks the far end to call `to` (RFC 3515). */
void csip_refer(csip_stack *stack, uint64_t dialog, const char *to, const char *CSIP_NULLABLE referred_by);
/** Asks the far end of `dialog` to call the far end of `other` in our place (RFC 3891). */
void csip_refer_to_dialog(csip_stack *stack, uint64_t dialog, uint64_t other, const char *CSIP_NULLABLE referred_by);
/** Answers a REFER: 202 and then NOTIFYs by csip_report_refer, or a refusal. */
void csip_accept_refer(csip_stack *stack, uint64_t dialog, int32_t status);
/** Says how the call goes that a REFER made: a status line's code and phrase; from 200 on it is the last. */
void csip_report_refer(csip_stack *stack, uint64_t dialog, int32_t status, const char *phrase);
/** Registers, refreshes by itself until csip_unregister; `keep_alive`: seconds between signs of life on the way there, 0 for none. */
void csip_register(
    csip_stack *stack, uint64_t dialog, const csip_identity *who, const char *registrar, uint32_t expires, uint32_t keep_alive);
void csip_unregister(csip_stack *stack, uint64_t dialog);
/** Lifts the limits for an address; "192.0.2.1" or "2001:db8::1", whose /64 is meant. */
void csip_trust(csip_stack *stack, const char *address);
/** Takes that back; whom others trust as well keeps having none. */
void csip_distrust(csip_stack *stack, const char *address);
/** Forgets a dialog at once, without a word. */
void csip_forget(csip_stack *stack, uint64_t dialog);

/* ----------------------------------------------------------------------------------------------------------------- this machine */

/** The functions of other libraries that sofia-sip does not call here, so that they could not be replaced, with spaces between; empty on the systems for
 *  which this was written. Known once a stack was started. */
const char *csip_unled(void);

/** A file descriptor that can be read whenever an address or a route of this machine changes; the caller's to close. -1: the system does
 *  not tell. */
int32_t csip_routes_open(void);

/** A variable of the environment; NULL where it is not set, and in a program with more rights than whoever started it, whose environment that is. */
const char *CSIP_NULLABLE csip_environment(const char *name);

/* --------------------------------------------------------------------------------------------------------------- descriptions */

#define CSIP_FORMATS 16

/** One way in which sound can be coded: a payload type, and what it stands for. */
typedef struct csip_format {
  uint32_t type, rate;
  char name[24];
} csip_format;

/** What a session description says about its first stream of sound (RFC 8866). */
typedef struct csip_sound {
  char address[64];
  uint16_t port, control_port;  /* RTCP: a=rtcp, or the same with a=rtcp-mux; 0 unsaid */
  uint16_t packet_ms;           /* a=ptime; 0 unsaid */
  uint8_t sends, receives;      /* its direction, seen from its author; an address of zeros receives nothing */
  uint8_t is_secure, n_formats; /* RTP/SAVP and its kin */
  char profile[24];             /* as it stands there */
  csip_format formats[CSIP_FORMATS];
  char key[64];                 /* the base64 of the first a=crypto of a suite that we know; empty for none */
  char key_suite[32];
  char key_tag[12];
  char fingerprint[200];        /* a=fingerprint (RFC 8122), of the stream or of the session; empty for none */
  char setup[12];               /* a=setup (RFC 4145) */
  char ice_user[64];            /* a=ice-ufrag (RFC 8839); empty for none, or one that is too long */
} csip_sound;

/** Reads a description; 0, or -1 where it cannot be read or has no sound. */
int32_t csip_read_sound(const char *sdp, csip_sound *out);

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif
#ifdef __cplusplus
}
#endif
#endif /* CSIPSTACK_H */
