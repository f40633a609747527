/* csipstack.h - one SIP stack (sofia-sip's nua) behind numbers, plain structs and one callback.
 *
 * A stack is one thread with its sockets. The user gives orders from any thread; the stack's thread carries them out in their order and
 * calls the listener there. A dialog (a call, a registration, a subscription) has a number: the user chooses it for a dialog that it
 * begins, the stack (top bit set) for an incoming one. The stack ignores an order for a dialog that is gone: it has reported the end.
 *
 * sofia-sip handles transactions, retransmissions, dialogs, digests, session timers and provisional responses. Its offer/answer engine (RFC
 * 3264) settles a session's media from the description that the user gives. */
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

/** A stack; its layout is private. */
struct csip_stack;
typedef struct csip_stack csip_stack;

/** The bit that marks the numbers of incoming dialogs. */
#define CSIP_INCOMING 0x8000000000000000u

/* ---------------------------------------------------------------------------------------------------------------------- events */

typedef uint32_t csip_kind;
#define CSIP_CALL 1u         /**< An INVITE came; the user answers it with csip_answer or csip_reject: from, to, session. */
#define CSIP_PROGRESS 2u     /**< 1xx to our INVITE; with a session: early media. */
#define CSIP_ANSWERED 3u     /**< 2xx to our INVITE (the ACK is sent), or the ACK to our 2xx came: the call is up. */
#define CSIP_REFUSED 4u      /**< 3xx to 6xx to our INVITE: the call is over. 3xx: `contact`. 401 and 407 come only when the digest was refused. */
#define CSIP_CANCELLED 5u    /**< The caller cancelled before an answer; `reason_…`. The call is over. */
#define CSIP_HUNG_UP 6u      /**< The far end sent BYE; `reason_…`. The call is over. */
#define CSIP_OVER 7u         /**< The dialog is gone, whichever side ended it: its last event. */
#define CSIP_SESSION 8u      /**< A description came (`remote_sdp`; offered within the call: `is_held`) or went (`local_sdp`): `is_offer`, or its answer. */
#define CSIP_CHANGED 9u      /**< The answer to our csip_change: status. */
#define CSIP_TONES 10u       /**< An INFO with digits: content_type and body. The stack has answered it; it answers other types with 415. */
#define CSIP_REFER 11u       /**< The far end asks us to call refer_to; the user answers with csip_accept_refer. */
#define CSIP_TRANSFER 12u    /**< Progress of our csip_refer: status (of the REFER, or of the call that it made), `is_final`. */
#define CSIP_REGISTERED 13u  /**< 2xx to REGISTER: `expires` seconds; 0: unregistered. */
#define CSIP_UNREGISTERED 14u /**< A registration failed or was lost: status, phrase, retry_after. */
#define CSIP_STOPPED 15u     /**< The stack has ended: the very last event. */
#define CSIP_LOST 18u        /**< The stack ended the call after a time-out; status and phrase say of what. */
#define CSIP_INFO_ANSWERED 19u /**< The answer to our csip_info: status. */
#define CSIP_TURN 16u        /**< The thread has reported all events for now, and is about to wait: pass them on. */
#define CSIP_REFUSED_FLOOD 17u /**< Limits were exceeded: calls `refused` with 503, requests `dropped`, connections `cut`; the last from `source`. Once a second at most. */

/** An event. Strings end with a NUL, are NULL where they do not apply, and are borrowed until the callback returns. */
typedef struct csip_event {
  csip_stack *stack;
  csip_kind kind;
  int32_t status;
  uint64_t dialog;
  const char *CSIP_NULLABLE phrase;
  /* The parties of a CSIP_CALL. */
  const char *CSIP_NULLABLE request_uri;
  const char *CSIP_NULLABLE from_uri;
  const char *CSIP_NULLABLE from_name;
  const char *CSIP_NULLABLE to_uri;
  const char *CSIP_NULLABLE asserted_uri;  /* P-Asserted-Identity as received; the user decides if it is trusted */
  const char *CSIP_NULLABLE asserted_name;
  const char *CSIP_NULLABLE privacy;
  const char *CSIP_NULLABLE call_id;
  const char *CSIP_NULLABLE source;        /* the address that the request came from */
  uint32_t is_by_tls;                      /* the request came over TLS */
  uint64_t replaces;                       /* the dialog that this call replaces; 0: none; ~0: an unknown one */
  uint32_t may_replace;                    /* it came over TLS, from that dialog's far end or its proxy, or from a trusted address (csip_trust) */
  /* The session. */
  const char *CSIP_NULLABLE local_sdp;
  const char *CSIP_NULLABLE remote_sdp;
  uint32_t is_held;                        /* the far end does not want to receive media */
  uint32_t is_offer;
  /* The reason. */
  int32_t reason_cause;                    /* the cause of a Reason header; 0: none */
  const char *CSIP_NULLABLE reason_protocol;
  const char *CSIP_NULLABLE reason_text;
  const char *CSIP_NULLABLE warning;
  uint32_t retry_after;                    /* seconds; 0: not given */
  uint32_t expires;
  uint32_t is_final;
  const char *CSIP_NULLABLE contact;       /* of a 3xx: the best one */
  const char *CSIP_NULLABLE refer_to;
  const char *CSIP_NULLABLE referred_by;
  const char *CSIP_NULLABLE content_type;
  const char *CSIP_NULLABLE body;
  size_t body_bytes;
  uint32_t refused, dropped, cut;
  /* Further headers of a CSIP_CALL as received; commas join several of one name; NULL: none. */
  const char *CSIP_NULLABLE diversion;     /* RFC 5806 */
  const char *CSIP_NULLABLE history;       /* History-Info, RFC 7044 */
  const char *CSIP_NULLABLE called_party;  /* P-Called-Party-ID, RFC 7315 */
  const char *CSIP_NULLABLE user_agent;
} csip_event;

/** Receives every event, on the stack's thread. It may give orders, and must not block. */
typedef void (*csip_listener)(void *CSIP_NULLABLE context, const csip_event *event);
/** Receives each message that is sent or received while messages are traced, on the stack's thread. */
typedef void (*csip_wire)(void *CSIP_NULLABLE context, uint32_t is_outgoing, const char *call_id, const char *text, size_t bytes);

/* ----------------------------------------------------------------------------------------------------------------------- a stack */

/** Limits on strangers; 0 stands for the default. For a source that csip_trust names only max_calls, patience_ms and max_ring_seconds
 * apply. */
typedef struct csip_limits {
  uint32_t max_ringing;                 /* incoming calls that are not up yet, in all: default 1,000; half of them from one address */
  uint32_t calls_per_second_per_source; /* default 500; the same number of other requests outside calls */
  uint32_t max_streams_per_source;      /* connections from one address: default 100 */
  uint32_t patience_ms;                 /* time-out of a connection that sends nothing or does not finish a message: default 10,000 */
  uint32_t max_calls;                   /* calls in all, ringing or up, of trusted sources too: default 2 for every 5 files that the process may open */
  uint32_t max_calls_per_source;        /* incoming calls from one address, ringing or up: default half of max_calls */
  uint32_t max_ring_seconds;            /* the time after which an unanswered incoming call is refused with 480: default 300 */
} csip_limits;

typedef struct csip_settings {
  const char *url;                        /* the address to listen on: sip:127.0.0.1:5060, ;transport=udp or tcp for one of the two */
  const char *CSIP_NULLABLE sips_url;     /* the same for TLS: sips:127.0.0.1:5061 */
  const char *CSIP_NULLABLE certificates; /* the folder with agent.pem and cafile.pem; read at the start */
  uint32_t checks_certificates;           /* of servers that we connect to: the issuer, the dates and the name (RFC 5922) */
  const char *CSIP_NULLABLE resolver;     /* a file like /etc/resolv.conf; NULL: that file */
  uint32_t session_expires;               /* seconds; RFC 4028 */
  uint32_t min_session_expires;           /* seconds: refuses shorter ones; RFC 4028 requires at least 90 */
  uint32_t transaction_seconds;           /* the time-out of a request: 64*T1 of RFC 3261; 0: 32 s */
  const char *CSIP_NULLABLE user_agent;
  csip_limits limits;
  /* Of a stack that takes over the sockets of another one (csiphandover.h), and reads nothing before csip_settle: copies of the sockets, the
   * calls that stay with the other one, and the link to it. All of them stay the caller's. */
  const int32_t *CSIP_NULLABLE inherited;
  size_t n_inherited;
  const uint8_t *CSIP_NULLABLE calls;
  size_t calls_bytes;
  int32_t link;
  uint32_t is_traced; /* messages go to the csip_wire from the start; csip_trace changes it */
} csip_settings;

/** Starts a stack; returns when its sockets are open. On failure returns NULL, with the reason in `error`. */
csip_stack *CSIP_NULLABLE csip_start(
    const csip_settings *settings, csip_listener listener, csip_wire CSIP_NULLABLE wire, void *CSIP_NULLABLE context, char *error,
    size_t error_bytes);

/** Begins to end every dialog (BYE, CANCEL, un-REGISTER) and to close the sockets, and does not wait. Afterwards, or after `seconds`, it
 * reports CSIP_STOPPED, the last event. A second call has no effect. */
void csip_shut(csip_stack *stack, uint32_t seconds);

/** Like csip_shut, but waits until it is done, joins the thread and frees the stack. Never call it from the listener. */
void csip_stop(csip_stack *stack, uint32_t seconds);

/** The actual port of UDP and TCP, or that of TLS alone. */
uint16_t csip_port(const csip_stack *stack);

/** The actual port of TLS beside UDP or TCP; 0 when there is none. */
uint16_t csip_tls_port(const csip_stack *stack);

/** A stack's counters since its start. */
typedef struct csip_counts {
  uint64_t messages;    /* received, with a readable header */
  uint64_t mended;      /* session descriptions that needed a repair before they could be read */
  uint64_t unreachable; /* messages with a Contact or a Record-Route that is not a SIP address */
  uint64_t calls;       /* reported as CSIP_CALL */
  uint64_t refused;     /* calls, with 503 */
  uint64_t dropped;     /* requests, without a response */
  uint64_t cut;         /* connections */
  uint64_t max_calls;   /* the effective limit of calls in all */
} csip_counts;
void csip_measure(const csip_stack *stack, csip_counts *out);

/* ------------------------------------------------------------------------------------------------------------------------ orders */

/** Our identity towards others: an account. */
typedef struct csip_identity {
  const char *uri;                    /* sip:alice@example.org */
  const char *CSIP_NULLABLE name;
  const char *CSIP_NULLABLE contact;  /* one or several, separated by commas; NULL: the stack's own, with the user of `uri` */
  const char *CSIP_NULLABLE route;    /* the outbound proxy as in a Route header (RFC 3261 section 8.1.2), or NULL */
  const char *CSIP_NULLABLE user;     /* for digests; NULL: answer no challenge */
  const char *CSIP_NULLABLE password;
  const char *CSIP_NULLABLE privacy;  /* Privacy header or NULL */
  const char *CSIP_NULLABLE realm;    /* answer challenges of this realm only; NULL: of any */
  /* The addresses, separated by spaces, whose servers may challenge us: our own, the registrar and the proxy. Other servers get an answer
   * only in a realm that the registrar has shown or that `realm` names, and only to a request that begins a dialog. NULL: any server may. */
  const char *CSIP_NULLABLE homes;
  uint32_t answers_without_qop;       /* answer their challenges with MD5 and without qop too (RFC 2069) */
} csip_identity;

/** Calls `to` with an offer; `headers`: further header lines, or NULL. */
void csip_invite(
    csip_stack *stack, uint64_t dialog, const csip_identity *from, const char *to, const char *sdp, const char *CSIP_NULLABLE headers);
/** Sets the user in our Contact of an incoming call whose INVITE named none. By default it is the user that the INVITE is addressed to. */
void csip_name(csip_stack *stack, uint64_t dialog, const char *user);
/** Answers provisionally: 180, or 183 with a session. */
void csip_ring(csip_stack *stack, uint64_t dialog, int32_t status, const char *CSIP_NULLABLE sdp);
/** Answers 200. */
void csip_answer(csip_stack *stack, uint64_t dialog, const char *sdp);
/** Refuses an INVITE that has no final response yet. */
void csip_reject(csip_stack *stack, uint64_t dialog, int32_t status, const char *CSIP_NULLABLE phrase, const char *CSIP_NULLABLE headers);
/** Returns 1 for a SIP or SIPS URI that can be a Contact: one address with a host. */
int32_t csip_is_contact(const char *uri);
/** Ends a call in any state: with CANCEL, BYE or a refusal. */
void csip_end(csip_stack *stack, uint64_t dialog, const char *CSIP_NULLABLE reason);
/** Sends a re-INVITE with another description; `hold` "*": send only, "#": neither way, NULL or "": both ways. */
void csip_change(csip_stack *stack, uint64_t dialog, const char *CSIP_NULLABLE sdp, const char *CSIP_NULLABLE hold);
/** Sends an INFO. */
void csip_info(csip_stack *stack, uint64_t dialog, const char *content_type, const char *body);
/** Asks the far end to call `to` (RFC 3515). */
void csip_refer(csip_stack *stack, uint64_t dialog, const char *to, const char *CSIP_NULLABLE referred_by);
/** Asks the far end of `dialog` to call the far end of `other` in our place (RFC 3891). */
void csip_refer_to_dialog(csip_stack *stack, uint64_t dialog, uint64_t other, const char *CSIP_NULLABLE referred_by);
/** Answers a REFER: with 202, and later NOTIFYs by csip_report_refer, or with a refusal. */
void csip_accept_refer(csip_stack *stack, uint64_t dialog, int32_t status);
/** Reports the progress of the call that a REFER made: a status line's code and phrase. A code of 200 or more is the last. */
void csip_report_refer(csip_stack *stack, uint64_t dialog, int32_t status, const char *phrase);
/** Registers, and refreshes until csip_unregister; `keep_alive`: seconds between keep-alives, 0: none; `plain_contact`: for contacts
 * that name our instance, which replaces its earlier contact (RFC 5626), the same without it: csip_unregister withdraws these. */
void csip_register(
    csip_stack *stack, uint64_t dialog, const csip_identity *who, const char *registrar, uint32_t expires, uint32_t keep_alive,
    const char *CSIP_NULLABLE plain_contact);
void csip_unregister(csip_stack *stack, uint64_t dialog);
/** Lifts the limits on strangers for an address: "192.0.2.1", or "2001:db8::1" for its whole /64. */
void csip_trust(csip_stack *stack, const char *address);
/** Takes back one csip_trust; the limits apply again once every csip_trust of the address is taken back. */
void csip_distrust(csip_stack *stack, const char *address);
/** Begins (1) or ends (0) the trace: the csip_wire receives each message, or none. */
void csip_trace(csip_stack *stack, uint32_t is_on);
/** Drops a dialog at once, without an event. */
void csip_forget(csip_stack *stack, uint64_t dialog);

/* ----------------------------------------------------------------------------------------------------------------- this machine */

/** Returns a file descriptor that becomes readable when an address or a route of this machine changes; the caller closes it. -1: the system
 * does not report changes. */
int32_t csip_routes_open(void);

/** Returns an environment variable, or NULL if it is not set. Also NULL in a program with more rights than its starter, who chose the
 * environment. */
const char *CSIP_NULLABLE csip_environment(const char *name);

/* --------------------------------------------------------------------------------------------------------------- descriptions */

#define CSIP_FORMATS 16

/** A media format: a payload type and its meaning. */
typedef struct csip_format {
  uint32_t type, rate;
  char name[24];
} csip_format;

/** The contents of a session description's first audio stream (RFC 8866). */
typedef struct csip_sound {
  char address[64];
  uint16_t port, control_port;  /* RTCP: a=rtcp, or the same as `port` with a=rtcp-mux; 0: not given */
  uint16_t packet_ms;           /* a=ptime; 0: not given */
  uint8_t sends, receives;      /* its direction, as seen by its author; an all-zero address receives nothing */
  uint8_t is_secure, n_formats; /* RTP/SAVP and its kin */
  char profile[24];             /* as received */
  csip_format formats[CSIP_FORMATS];
  char key[64];                 /* the base64 of the first a=crypto with a known suite; empty: none */
  char key_suite[32];
  char key_tag[12];
  char fingerprint[200];        /* a=fingerprint (RFC 8122), of the stream or of the session; empty: none */
  char setup[12];               /* a=setup (RFC 4145) */
  char ice_user[64];            /* a=ice-ufrag (RFC 8839); empty: none, or too long */
} csip_sound;

/** Reads a description. Returns 0, or -1 when it is unreadable or has no audio. */
int32_t csip_read_sound(const char *sdp, csip_sound *out);

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif
#ifdef __cplusplus
}
#endif
#endif /* CSIPSTACK_H */
