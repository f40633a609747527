/* hookswitch.h - the Hookswitch host as a C library, version 0.2.
 *
 * A program that includes this header and links libhookswitch.so.0 holds calls: it places and takes them through transports that are
 * loaded at run time, or through networks of its own, and the library keeps the rules between them. C11 and C++17, and any language
 * that can call C. The header needs stddef.h, stdint.h and string.h, and can be included beside hookswitch/transport.h.
 *
 * HOW IT WORKS
 *   The library has threads of its own for time, transports and audio. It never calls the program. What happens becomes an event in a
 *   queue, and the program takes events from the queue on a thread of its choice:
 *     - in its own event loop: watch hk_host_fd for reading, then call hk_next until it answers NULL;
 *     - or wait: hk_wait takes the next event, or gives up after a time;
 *     - or with a table of functions: hk_dispatch waits and hands each event to its function.
 *   A program that is slow delays no rule, no deadline and no other provider.
 *
 * THREAD TAGS (each function carries one)
 *   [any]     Any thread, also several at once, also between two events. Returns at once.
 *   [blocks]  Any thread. It waits; its comment says for what.
 *   [events]  One thread at a time takes events. It may be another thread later.
 *   A function that is called in a child after fork answers HK_E_STATE and does nothing.
 *
 * OWNERSHIP TAGS
 *   [borrow]  Valid until the called function returns. All arguments are, unless marked.
 *   [event]   Valid until the next event is taken. Everything that hk_event points to is.
 *   [thread]  Valid until the same thread calls the library again: hk_last_error.
 *   [static]  Valid for ever.
 *   [own]     The caller owns it, and frees it with the function that the comment names.
 *   Handles can be freed in any order and on any thread, as a garbage collector does it. After its host was freed, a handle's
 *   functions answer HK_E_STATE; the handle itself must still be freed.
 *
 * STRINGS   UTF-8, NUL-ended, at most HK_TEXT_MAX bytes. Given in: NULL means "not said". Given out: never NULL, "" means "none".
 * STRUCTS   Each begins with `size`, except hk_call. Whoever allocates a struct sets it to sizeof; HK_INIT(type) does so and zeroes
 *           the rest. Zero in a field means the default. Fields are only ever appended; there is no padding. The library reads
 *           min(size, its own) bytes. Read a field that is newer than 0.2 only where HK_HAS says that it is there.
 * RESULTS   hk_status: HK_OK or an error below zero. hk_request: a number above zero when the request was ACCEPTED, an error below
 *           zero when it was REFUSED. What became of an accepted request is another result: the event HK_EVENT_DONE with its number.
 *           hk_last_error tells more of the last error on this thread: a sentence, and the calls that stand in the way.
 * TIME      Nanoseconds on the host's clock, int64_t; 0 means "never" or "now". hk_unix_time makes a date of it.
 * NOT DONE  The library sets no signal handler, no locale and no environment variable. Its threads block all signals. It never writes
 *           to standard output or error, never raises SIGPIPE, and never ends the process for a wrong argument or for want of file
 *           descriptors. It is never unloaded.
 */
#ifndef HOOKSWITCH_H
#define HOOKSWITCH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Nullability, for compilers that know it: pointers are nonnull unless marked. Not for the library's own build (HK_IMPLEMENTATION): there
 * every pointer may be NULL, because a caller may pass NULL, and gets HK_E_INVALID. */
#if defined(__clang__) && !defined(HK_IMPLEMENTATION)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#define HK_NULLABLE _Nullable
#define HK_NONNULL _Nonnull
#else
#define HK_NULLABLE
#define HK_NONNULL
#endif
#define HK_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/** The version that this header describes, as MAJOR << 16 | MINOR << 8 | PATCH. */
#define HK_VERSION 0x000200
/** The longest string that may be given in, in bytes, without its NUL. */
#define HK_TEXT_MAX 65536
/** True when the field `f` lies inside what the struct's maker wrote. */
#define HK_HAS(p, f) ((p)->size >= (size_t)((const char *)&(p)->f - (const char *)(p)) + sizeof((p)->f))

/** The version of the library that is loaded. [any] */
HK_API uint32_t hk_version(void);

/* ----------------------------------------------------------------------------------------------------------------- results */

typedef int32_t hk_status;
/** A request's number, above zero; or an error, below zero. */
typedef int64_t hk_request;

#define HK_OK 0
/* Mistakes of the caller, and trouble around. */
#define HK_E_INVALID (-1)     /**< An argument is wrong: NULL, not UTF-8, a size of 0, an unknown value, a bad member of a JSON text. */
#define HK_E_STATE (-2)       /**< Not now: the host is shut down, this is a forked child, or another thread is taking events. */
#define HK_E_NOT_FOUND (-3)   /**< No such provider, transport, screener, action, stream or attachment. */
#define HK_E_EXISTS (-4)      /**< That name, or that file, is there already. */
#define HK_E_REFUSED (-5)     /**< A transport was found and refused; the sentence says why. */
#define HK_E_UNSUPPORTED (-6) /**< Not offered: by the transport, or by this build of the library. */
#define HK_E_IO (-7)          /**< A file or a connection failed. */
#define HK_E_TIMEOUT (-8)     /**< The wait ended first. */
#define HK_E_LIMIT (-9)       /**< A limit is reached: a text too long, too many attachments. */
/* The rules said no: by the names and ids of docs/arbitration.md. */
#define HK_E_EMPTY_TRANSACTION (-101)
#define HK_E_UNKNOWN_CALL_PROVIDER (-102)
#define HK_E_PROVIDER_UNAVAILABLE (-103)
#define HK_E_UNKNOWN_CALL (-104)
#define HK_E_CALL_EXISTS (-105)
#define HK_E_INVALID_ACTION (-106)
#define HK_E_UNSUPPORTED_HANDLE (-107)
#define HK_E_HOLDING_UNSUPPORTED (-108)
#define HK_E_GROUPING_UNSUPPORTED (-109)
#define HK_E_CANNOT_HOLD (-110)
#define HK_E_MAXIMUM_CALL_GROUPS (-111)
#define HK_E_MAXIMUM_CALLS_PER_GROUP (-112)
#define HK_E_OUTGOING_CALL_IN_PROGRESS (-113)
#define HK_E_RINGING_CALL_PRESENT (-114)
#define HK_E_ANSWER_IN_PROGRESS (-115)
#define HK_E_WOULD_END_CALLS (-116)
#define HK_E_TRANSFER_UNSUPPORTED (-117)
#define HK_E_EMERGENCY_IN_PROGRESS (-118)
#define HK_E_TRANSACTION_ABORTED (-119)
#define HK_E_TIMED_OUT (-120)
#define HK_E_ACTION_FAILED (-121)
#define HK_E_NOT_SUPPORTED (-122)
#define HK_E_PROVIDER_LOST (-123)
#define HK_E_UNENTITLED (-124)
#define HK_E_CALL_PROTECTED (-125)
#define HK_E_FILTERED_BY_BLOCK_LIST (-126)
#define HK_E_FILTERED_BY_DO_NOT_DISTURB (-127)
#define HK_E_FILTERED_BY_SCREENER (-128)
#define HK_E_MAXIMUM_RINGING_CALLS (-129)
#define HK_E_DEFLECT_UNSUPPORTED (-130)
#define HK_E_LINE_ELSEWHERE (-131)  /**< Only of a host in a cluster, like the two below. */
#define HK_E_NODE_CUT_OFF (-132)
#define HK_E_NODE_DRAINING (-133)

/** A call's name: a UUID, its bytes in the order in which it is written. All zero: no call. Whoever begins a call chooses it, or
 *  leaves that to the library. It is never another call's: one that is over gets HK_E_UNKNOWN_CALL. */
typedef struct hk_call {
  uint8_t uuid[16];
} hk_call;

/** True when two names name the same call. */
static inline int hk_same(hk_call a, hk_call b) { return memcmp(a.uuid, b.uuid, sizeof a.uuid) == 0; }
/** True when it names any call. */
static inline int hk_is_call(hk_call c) {
  static const hk_call none = {{0}};
  return !hk_same(c, none);
}
/** Writes the name as people read it, 36 characters and a NUL, into 37 bytes. [any] */
HK_API void hk_call_text(hk_call call, char *out);
/** Reads what hk_call_text writes. HK_E_INVALID. [any] */
HK_API hk_status hk_call_parse(const char *text, hk_call *out);

/** An error. */
typedef struct hk_error {
  uint32_t size;
  hk_status status;
  const char *message;                /**< One sentence: what, where, and what to do. No API: its words may change. */
  const char *domain;                 /**< The domain of the code `native`: "sip", a transport's id; "" none */
  const hk_call *HK_NULLABLE calls;   /**< The calls that stand in the way. */
  uint32_t n_calls;
  int32_t native;                     /**< The network's own code, as SIP 486; 0 none */
  uint32_t q850;                      /**< The Q.850 cause, as 17 for busy; 0 unknown */
  uint32_t reserved;
} hk_error;

/** The last error that a function answered on this thread; status HK_OK when there was none. [any] [thread] */
HK_API const hk_error *hk_last_error(void);
/** A status, or a refused request, as one word: of the rules ("cannotHold"), or "ok", "invalid", "wrongState", "notFound", "exists", "rejected",
 *  "unsupported", "io", "deadline", "tooLarge"; "unknown" for any other number. [any] [static] */
HK_API const char *hk_status_name(int64_t status);
/** Frees a text of the library's marked [own]. NULL is fine. [any] */
HK_API void hk_free(void *HK_NULLABLE text);

/* ------------------------------------------------------------------------------------------------------------------- a call */

typedef uint32_t hk_state;
#define HK_STATE_REQUESTED 1u  /**< Outgoing; accepted, its start is not fulfilled yet. */
#define HK_STATE_DIALING 2u    /**< Outgoing; the invitation is on its way. */
#define HK_STATE_CONNECTING 3u /**< Outgoing; the far end rings. */
#define HK_STATE_SCREENING 4u  /**< Incoming; screeners are asked. Seen in no picture. */
#define HK_STATE_RINGING 5u    /**< Incoming; shown, and waiting for an answer. */
#define HK_STATE_ANSWERING 6u
#define HK_STATE_ACTIVE 7u     /**< Both sides can talk. */
#define HK_STATE_HELD 8u
#define HK_STATE_ENDING 9u
#define HK_STATE_ENDED 10u

/* hk_call_info.flags */
#define HK_CALL_OUTGOING 1u
#define HK_CALL_MUTED 2u
#define HK_CALL_REMOTELY_HELD 4u
#define HK_CALL_WAITING 8u       /**< It rings while somebody is in front. */
#define HK_CALL_SILENCED 16u     /**< A screener lets it ring without a tone. */
#define HK_CALL_MIXED 32u        /**< The host mixes its group. */
#define HK_CALL_TRANSFERRING 64u
#define HK_CALL_EMERGENCY 128u
#define HK_CALL_EARLY_MEDIA 256u
#define HK_CALL_FRONT 512u       /**< It is in the group in front. */

/* Capabilities, of calls and providers. */
#define HK_CAN_HOLD 1u
#define HK_CAN_GROUP 2u
#define HK_CAN_UNGROUP 4u
#define HK_CAN_DTMF 8u
#define HK_CAN_TRANSFER 16u
#define HK_CAN_AUDIO 32u         /**< It has an audio port: the host can mix, record and attach programs. */
#define HK_CAN_VIDEO 64u
#define HK_CAN_DEFLECT 128u      /**< Its provider can send it on while it rings; not among the usual ones. */
#define HK_CAN_USUAL 63u

/* The reason why a call ended. */
#define HK_END_FAILED 1u
#define HK_END_REMOTE 2u
#define HK_END_UNANSWERED 3u
#define HK_END_ANSWERED_ELSEWHERE 4u
#define HK_END_DECLINED_ELSEWHERE 5u
#define HK_END_LOCAL 6u          /**< Ended here; never a provider's word. */

#define HK_CAUSE_NONE 0u
#define HK_CAUSE_USER 1u
#define HK_CAUSE_CLIENT 2u
#define HK_CAUSE_DECLINED 3u
#define HK_CAUSE_RING_TIMEOUT 4u
#define HK_CAUSE_MADE_ROOM 5u    /**< For the call `end_for`. */
#define HK_CAUSE_COULD_NOT_HOLD 6u
#define HK_CAUSE_ACTION_FAILED 7u
#define HK_CAUSE_ACTION_TIMED_OUT 8u
#define HK_CAUSE_DIAL_TIMEOUT 9u
#define HK_CAUSE_PROVIDER_LOST 10u
#define HK_CAUSE_PROVIDER_UNAVAILABLE 11u
#define HK_CAUSE_RESET 12u
#define HK_CAUSE_TRANSFERRED 13u
#define HK_CAUSE_REPLACED 14u
#define HK_CAUSE_BUSY 15u
#define HK_CAUSE_BLOCKED 16u
#define HK_CAUSE_HOST 17u
#define HK_CAUSE_DEFLECTED 18u
#define HK_CAUSE_HOST_LOST 19u   /**< The host died during the call; only of a call in the history. */
#define HK_CAUSE_LINE_MOVED 20u  /**< Its line went to another host of the cluster while it rang. */

/* The permitted effect of an answer on the calls in the way. */
#define HK_ANSWER_AUTOMATIC 0u
#define HK_ANSWER_HOLD_ACTIVE 1u
#define HK_ANSWER_END_ACTIVE 2u
#define HK_ANSWER_END_HELD_AND_HOLD_ACTIVE 3u

/** A picture of one call. It does not change: a later event has a later picture. */
typedef struct hk_call_info {
  uint32_t size;
  uint32_t flags;                   /**< HK_CALL_... */
  hk_call call;
  uint64_t group;                   /**< The calls that are heard together share it. */
  hk_state state;
  uint32_t capabilities;            /**< HK_CAN_... */
  const char *line;
  const char *provider;
  const char *handle_kind;          /**< "phoneNumber", "sipURI", "emailAddress", "generic", or another; "" withheld */
  const char *handle;               /**< The far end's, without a tel: or mailto: scheme; a SIP URI whole */
  const char *name;                 /**< The far end's */
  hk_status answer_automatic;       /**< While it rings: what each answer would get now, HK_OK when it is allowed. */
  hk_status answer_hold_active;
  hk_status answer_end_active;
  hk_status answer_end_held_and_hold_active;
  int64_t began, started, connecting, connected;
  int64_t group_start;              /**< When the earliest call of its group was connected. */
  int64_t ended;
  uint32_t end_reason, end_cause;   /**< HK_END_..., HK_CAUSE_...; 0 while it is there */
  hk_call end_for;                  /**< Of HK_CAUSE_MADE_ROOM: the call that it made room for. */
  const hk_error *HK_NULLABLE end_error; /**< The network's error, when that ended it. */
} hk_call_info;

/** A line as it is now. [own] hk_snapshot_free */
typedef struct hk_snapshot {
  uint32_t size, flags;             /**< HK_LINE_DO_NOT_DISTURB */
  uint64_t revision;                /**< Grows with each change that can be seen. */
  uint64_t front;                   /**< The group in front; 0 nobody is. */
  const char *line;
  const hk_call_info *HK_NULLABLE calls; /**< The oldest first, `stride` bytes apart: hk_snapshot_at. */
  uint32_t n_calls, stride;
} hk_snapshot;
#define HK_LINE_DO_NOT_DISTURB 1u

/** The call at `index`. */
static inline const hk_call_info *hk_snapshot_at(const hk_snapshot *s, uint32_t index) {
  return (const hk_call_info *)(const void *)((const char *)s->calls + (size_t)index * s->stride);
}

/* -------------------------------------------------------------------------------------------------------------------- actions */

#define HK_ACTION_START 1u
#define HK_ACTION_ANSWER 2u
#define HK_ACTION_END 3u
#define HK_ACTION_SET_HELD 4u
#define HK_ACTION_SET_MUTED 5u
#define HK_ACTION_SET_GROUP 6u
#define HK_ACTION_PLAY_DTMF 7u
#define HK_ACTION_TRANSFER 8u
#define HK_ACTION_DEFLECT 9u     /**< Send a ringing call on to `handle` (R5). */

/* The origin of a request. A person may end calls by answering another; a program of its own accord may not (A6). */
#define HK_ORIGIN_USER 0u
#define HK_ORIGIN_CLIENT 1u
#define HK_ORIGIN_PROVIDER 2u
#define HK_ORIGIN_HOST 3u

/** One thing about one call: asked by the program in a transaction, and asked of the program's own provider in HK_EVENT_PERFORM. */
typedef struct hk_action {
  uint32_t size;
  uint32_t kind;                         /**< HK_ACTION_... */
  hk_call call;                          /**< START asked with none: a fresh one; the library writes it back. */
  hk_call other;                         /**< SET_GROUP: the call to join, none to leave. TRANSFER: the other call, none for a handle. */
  uint32_t on;                           /**< SET_HELD and SET_MUTED: 1 or 0. START: 1 with video. ANSWER: HK_ANSWER_... */
  uint32_t pause;                        /**< PERFORM of PLAY_DTMF: 0 a key, 1 after a soft pause, 2 after a hard one. */
  const char *HK_NULLABLE handle_kind;   /**< START, TRANSFER; NULL: as `handle` says by its scheme */
  const char *HK_NULLABLE handle;        /**< START, TRANSFER */
  const char *HK_NULLABLE contact;       /**< START: the person's record in an address book */
  const char *HK_NULLABLE digits;        /**< PLAY_DTMF: 0-9 * # A-D; asked also `,` for 2 s and `;` for a wait */
  const char *HK_NULLABLE provider;      /**< START: through which; NULL: the first that takes the handle */
  /* Only of HK_EVENT_PERFORM: */
  uint64_t id;                           /**< The number for hk_fulfill and hk_fail. */
  uint64_t transaction;                  /**< Shared by the actions that come as one piece. */
  uint32_t index, count;                 /**< Its place in that piece. */
  uint32_t origin, cause;                /**< HK_ORIGIN_...; of END: HK_CAUSE_... */
  int64_t deadline;                      /**< When the host gives it up. */
} hk_action;

/** The terms of a request; NULL for all zero. */
typedef struct hk_ask {
  uint32_t size;
  uint32_t origin;                       /**< HK_ORIGIN_USER or HK_ORIGIN_CLIENT */
  uint64_t data;                         /**< Comes back in the request's events. Another thread may take them before the call returns. */
  const char *HK_NULLABLE line;          /**< Of what begins a call: its line; NULL "main". All else finds the line of its calls. */
} hk_ask;

/* --------------------------------------------------------------------------------------------------------------------- events */

typedef uint32_t hk_event_type;
/* Calls. `info` is set. */
#define HK_EVENT_INCOMING 1u            /**< A call rings. */
#define HK_EVENT_STATE 2u               /**< A call entered a state (`value`), HK_STATE_ENDED apart. */
#define HK_EVENT_CHANGED 3u             /**< Something else of it changed. Several changes may come as one. */
#define HK_EVENT_ENDED 4u               /**< It is over: the last event about it but HK_EVENT_RECORD. */
#define HK_EVENT_TONE 5u                /**< The sound of its ringing: `value` 0 quiet, 1 the ringtone, 2 the waiting tone. */
#define HK_EVENT_DTMF 6u                /**< The far end sent `text`. */
#define HK_EVENT_RESUME_OFFERED 7u      /**< Nobody is in front, and this call's group could be resumed (E4). */
#define HK_EVENT_TRANSFER_REQUESTED 8u  /**< The far end asks us to call `text` (`kind`): hk_accept_transfer or hk_refuse_transfer. */
#define HK_EVENT_RECORD 9u              /**< For the history: `value` HK_OUTCOME_..., `status` the rule that refused it, `text` the screener. */
#define HK_EVENT_MEDIA 10u              /**< Media from the far end stopped (`value` 0), or flows again (1). */
/* Results. */
#define HK_EVENT_RESULT 16u             /**< One action of `request` has its own result: `value` its place, `status`, `error`. */
#define HK_EVENT_DONE 17u               /**< `request` was performed, or failed: `status`, `error`; `text`: its answer, or what was asked. */
/* Questions to a screener, and to providers of the program's own. `data` is that of hk_provider_options. */
#define HK_EVENT_SCREEN 24u             /**< The screener `text` is asked about the call of `info`: hk_screen, within a second. */
#define HK_EVENT_PERFORM 25u            /**< `action` is asked of `provider`: answer once, now or later, with hk_fulfill or hk_fail. */
#define HK_EVENT_TIMED_OUT 26u          /**< `action` was given up at its deadline: do not answer it. */
#define HK_EVENT_CANCELLED 27u          /**< `action` makes no sense any more: stop, and do not answer it. */
#define HK_EVENT_SHOWN 28u              /**< The reported call rings here: say so on the network. */
#define HK_EVENT_REFUSED 29u            /**< The reported call was refused (`status`, `error`): reject it on the network. */
#define HK_EVENT_TRANSFER_DECIDED 30u   /**< The far end's wish was granted (`value` 1) or not (0, `error`). */
#define HK_EVENT_BEGIN 31u              /**< `provider` is registered: its first event. */
#define HK_EVENT_RESET 32u              /**< `provider` must forget all its calls, and answer nothing. */
#define HK_EVENT_RESTART 33u            /**< `provider` was lost and may begin anew. */
#define HK_EVENT_ACTIVATE 34u           /**< The audio of `line` is the provider's (`value` 1) or no longer (0); `text` why. */
/* Providers, and the line's audio. */
#define HK_EVENT_PROVIDER 40u           /**< `provider` is HK_STANDING_... (`value`). */
#define HK_EVENT_LOST 41u               /**< `provider` lost all its calls: `text` "lost", "reset" or "invalidated", `error`. */
#define HK_EVENT_COMMAND_TIMED_OUT 42u  /**< `provider` did not answer `action` in time (T2). */
#define HK_EVENT_MISBEHAVED 43u         /**< `provider` said what was not obeyed: `text`. */
#define HK_EVENT_LOG 44u                /**< A transport's log: `value` 1 error ... 5 trace, `kind` its topic, `text`. */
#define HK_EVENT_AUDIO_OWNER 45u        /**< `provider` has the audio of `line` (`value` 1) or not (0); `text` why. */
#define HK_EVENT_LINE_AUDIO 46u         /**< The audio of `line` takes another way: hk_line_audio tells. */
#define HK_EVENT_RECORDING 47u          /**< The recording `text` of the call began (`value` 1) or ended (0; a failure in `status`). */
/* Call audio for programs. `request` is the attachment's or stream's number, `data` its own. */
#define HK_EVENT_AUDIO 56u              /**< `value` HK_AUDIO_..., `position` in samples, `text` a mark's name, `info` its call. */
/* The queue. */
#define HK_EVENT_CLOSED 62u             /**< The host has shut down: the last event. */
#define HK_EVENT_LAGGED 63u             /**< `value` events CHANGED, LOG or LINE_AUDIO were left out: they were taken too slowly. */

#define HK_OUTCOME_ANSWERED 1u
#define HK_OUTCOME_DECLINED 2u
#define HK_OUTCOME_ANSWERED_ELSEWHERE 3u
#define HK_OUTCOME_BLOCKED 4u
#define HK_OUTCOME_FAILED 5u
#define HK_OUTCOME_MISSED 6u
#define HK_OUTCOME_CANCELLED 7u

#define HK_STANDING_GONE 0u
#define HK_STANDING_READY 1u
#define HK_STANDING_NOT_READY 2u        /**< A start waits for it (S8). */
#define HK_STANDING_QUARANTINED 3u

/** The number of bytes that can be read at the address of each event, so that a binding copies an event at once. */
#define HK_EVENT_BLOCK 512u

/** Something that happened. [event] Fields that the type does not name are zero, NULL or "". */
typedef struct hk_event {
  uint32_t size;
  hk_event_type type;
  int64_t time;
  hk_request request;
  uint64_t data;
  hk_status status;
  uint32_t value;
  int64_t position;
  const char *line;
  const char *provider;
  const char *kind;
  const char *text;
  const hk_call_info *HK_NULLABLE info;
  const hk_action *HK_NULLABLE action;
  const hk_error *HK_NULLABLE error;
  uint32_t is_whole;                      /**< 1: all that it points to lies in those HK_EVENT_BLOCK bytes, but for empty texts. */
  uint32_t reserved;
} hk_event;

/** An event type, state, end reason or cause as the word that the journal and the command use. [any] [static] */
HK_API const char *hk_event_name(hk_event_type type);
HK_API const char *hk_state_name(hk_state state);
HK_API const char *hk_end_reason_name(uint32_t reason);
HK_API const char *hk_end_cause_name(uint32_t cause);

/* ----------------------------------------------------------------------------------------------------------------------- host */

typedef struct hk_host hk_host;
/** A clock that stands still until it is told: time for tests. */
typedef struct hk_clock hk_clock;

/* hk_host_options.events: the events that are queued beside results and questions, which always are. */
#define HK_LISTEN_CALLS 1u       /**< HK_EVENT_INCOMING ... HK_EVENT_RECORD */
#define HK_LISTEN_RESULTS 2u     /**< HK_EVENT_RESULT; HK_EVENT_DONE always comes. */
#define HK_LISTEN_PROVIDERS 4u   /**< HK_EVENT_PROVIDER ... HK_EVENT_MISBEHAVED */
#define HK_LISTEN_LINE_AUDIO 8u  /**< HK_EVENT_AUDIO_OWNER, HK_EVENT_LINE_AUDIO, HK_EVENT_RECORDING */
#define HK_LISTEN_LOG 16u        /**< HK_EVENT_LOG */
#define HK_LISTEN_USUAL 7u

typedef struct hk_host_options {
  uint32_t size;
  uint32_t events;                        /**< HK_LISTEN_...; 0: HK_LISTEN_USUAL */
  const char *HK_NULLABLE config;         /**< One JSON text, as of `hookswitch run --config` and hk_configure; NULL: nothing is set up. */
  const char *HK_NULLABLE config_folder;  /**< The folder of its relative paths; NULL: the working folder. */
  const char *HK_NULLABLE transport_path; /**< Folders with transports, colon-separated, looked at first. */
  const char *HK_NULLABLE journal;        /**< The file that everything decided is written to; it must not exist. */
  hk_clock *HK_NULLABLE clock;            /**< NULL: the system's. The host keeps it. */
  uint32_t event_limit;                   /**< The greatest number of waiting events that may be left out; 0: 65,536 */
  uint32_t reserved;
} hk_host_options;

/** Makes a host. NULL: all defaults, no provider, no audio. [blocks] for as long as loading the configuration's transports takes.
 *  HK_E_INVALID names the configuration's member. [own] hk_host_free */
HK_API hk_status hk_host_new(const hk_host_options *HK_NULLABLE options, hk_host *HK_NULLABLE *HK_NONNULL out);
/** Ends all calls, waits for their ends, at most `timeout_ms`, then retires the providers and closes the journal. HK_EVENT_CLOSED is the last
 *  event. From now on requests get HK_E_STATE. HK_E_TIMEOUT: a call was still up, and was given up. With `timeout_ms` 0 it only begins, and
 *  calls have 5 s: use that in a program that is a provider itself and takes events on this thread. [blocks] */
HK_API hk_status hk_host_shutdown(hk_host *host, uint32_t timeout_ms);
/** Retires the providers without waiting for calls to end, closes the descriptor, and frees the host. NULL is fine. No other function of the
 *  host may run at the same time. Call hk_host_shutdown first, so that calls end on the network. [any] */
HK_API void hk_host_free(hk_host *HK_NULLABLE host);
/** Changes what can be changed while it runs: the members policy, policies, blocked, letThrough, audio.ringtone and audio.country of the
 *  configuration; only what the JSON text says. All or nothing; HK_E_INVALID names the member. [any] */
HK_API hk_status hk_configure(hk_host *host, const char *json);
/** The policy of a line (NULL: main) as JSON. [any] [own] hk_free */
HK_API hk_status hk_policy(hk_host *host, const char *HK_NULLABLE line, char *HK_NULLABLE *HK_NONNULL json);
/** Chooses what is queued: HK_LISTEN_... [any] */
HK_API hk_status hk_listen(hk_host *host, uint32_t events);
/** Now, on the host's clock. [any] */
HK_API int64_t hk_now(hk_host *host);
/** A time of the host's clock as nanoseconds since 1970. [any] */
HK_API int64_t hk_unix_time(hk_host *host, int64_t time);
/** Returns when all that was decided so far is in the journal file. [blocks] */
HK_API hk_status hk_journal_flush(hk_host *host);

/** A descriptor that is readable while hk_next has an event, and after hk_wake. Watch it; do not read or close it. [any] */
HK_API int hk_host_fd(hk_host *host);
/** The next event; NULL when there is none: from then on the descriptor is quiet. [events] [event] */
HK_API const hk_event *HK_NULLABLE hk_next(hk_host *host);
/** The next event, for which it waits; NULL after `timeout_ms` (-1: no limit) or when hk_wake was called. [events] [blocks] [event] */
HK_API const hk_event *HK_NULLABLE hk_wait(hk_host *host, int32_t timeout_ms);
/** Makes the present or the next hk_wait and hk_dispatch return, and the descriptor readable until hk_next. [any], also a signal handler */
HK_API void hk_wake(hk_host *host);

/** Called by hk_dispatch, on its thread. It may call everything but hk_next, hk_wait, hk_dispatch and hk_host_free. */
typedef void (*hk_handler)(void *HK_NULLABLE context, hk_host *host, const hk_event *event);
/** A function for each type of event; all may be NULL. */
typedef struct hk_handlers {
  uint32_t size, reserved;
  hk_handler HK_NULLABLE other;          /**< All that has no function of its own; also types that this header does not know. */
  hk_handler HK_NULLABLE incoming, state, changed, ended, tone, dtmf, resume_offered, transfer_requested, record;
  hk_handler HK_NULLABLE result, done;
  hk_handler HK_NULLABLE screen;
  /* HK_EVENT_PERFORM by kind. One that is NULL, with `other` NULL too, fails at once with HK_E_NOT_SUPPORTED (P3). */
  hk_handler HK_NULLABLE perform_start, perform_answer, perform_end, perform_set_held, perform_set_muted, perform_set_group,
      perform_play_dtmf, perform_transfer;
  hk_handler HK_NULLABLE timed_out, cancelled, shown, refused, transfer_decided, begin, reset, restart, activate;
  hk_handler HK_NULLABLE provider, lost, audio;
  hk_handler HK_NULLABLE perform_deflect;
} hk_handlers;
/** Waits for an event as hk_wait does, then hands all that are there to their functions. How many; or HK_E_STATE. [events] [blocks] */
HK_API int32_t hk_dispatch(hk_host *host, const hk_handlers *handlers, void *HK_NULLABLE context, int32_t timeout_ms);

/** A line as it is now (NULL: main), without calls when there is none of that name. [any] [own] hk_snapshot_free */
HK_API hk_status hk_snapshot_line(hk_host *host, const char *HK_NULLABLE line, const hk_snapshot *HK_NULLABLE *HK_NONNULL out);
/** One call as it is now, on whatever line. HK_E_UNKNOWN_CALL. [any] [own] hk_snapshot_free */
HK_API hk_status hk_snapshot_call(hk_host *host, hk_call call, const hk_snapshot *HK_NULLABLE *HK_NONNULL out);
/** [any] NULL is fine. */
HK_API void hk_snapshot_free(const hk_snapshot *HK_NULLABLE snapshot);
/** The names of the lines that there are, as a JSON list. [any] [own] hk_free */
HK_API hk_status hk_lines(hk_host *host, char *HK_NULLABLE *HK_NONNULL json);

/* ----------------------------------------------------------------------------------------------------- providers from transports */

typedef struct hk_transport_options {
  uint32_t size, flags;
  const char *HK_NULLABLE config;       /**< The transport's own configuration: one JSON text */
  const char *HK_NULLABLE line;         /**< The line of its incoming calls: NULL main, "each" a line of its own for every call */
} hk_transport_options;

/** Finds the transport of an id, loads it, and registers an instance of it as the provider `name`. HK_EVENT_PROVIDER tells when it is
 *  ready; calls to it wait until then. HK_EVENT_LOST tells that the instance refused its configuration. HK_E_EXISTS, HK_E_NOT_FOUND,
 *  HK_E_REFUSED. [blocks] for milliseconds; a few seconds for a new transport */
HK_API hk_status hk_add_transport(
    hk_host *host, const char *name, const char *transport, const hk_transport_options *HK_NULLABLE options);
/** Gives a provider's transport another configuration, which it takes whole or not at all (HK_EVENT_DONE). Its calls go on. [any] */
HK_API hk_request hk_configure_transport(hk_host *host, const char *name, const char *config, const hk_ask *HK_NULLABLE ask);
/** Asks a provider's transport what it counts, or (of a call) measures: HK_EVENT_DONE has one JSON text in `text`. [any] */
HK_API hk_request hk_diagnostics(
    hk_host *host, const char *name, hk_call call_or_none, uint32_t level, const hk_ask *HK_NULLABLE ask);
/** The transports that are found, and why one is refused, as JSON; as of `hookswitch transports --json`. [blocks] [own] hk_free */
HK_API hk_status hk_transports(hk_host *host, char *HK_NULLABLE *HK_NONNULL json);
/** The providers with standing, configuration and misbehaviour counts, as JSON. [any] [own] hk_free */
HK_API hk_status hk_providers(hk_host *host, char *HK_NULLABLE *HK_NONNULL json);
/** Retires a provider of any kind: its calls end as failed. HK_E_NOT_FOUND. [any] */
HK_API hk_status hk_remove_provider(hk_host *host, const char *name);
/** Has a provider of any kind forget all its calls (P2). [any] */
HK_API hk_status hk_reset_provider(hk_host *host, const char *name);
/** Lets a provider in quarantine try again (P6). [any] */
HK_API hk_status hk_pardon_provider(hk_host *host, const char *name);

/* ------------------------------------------------------------------------------------------------- providers of the program's own */

/** Why something failed, as a provider says it; NULL where nothing is known. */
typedef struct hk_failure {
  uint32_t size;
  int32_t native;                       /**< The network's own code */
  uint32_t q850;
  uint32_t flags;                       /**< HK_FAILURE_UNIMPLEMENTED */
  const char *HK_NULLABLE domain, *HK_NULLABLE message;
} hk_failure;
#define HK_FAILURE_UNIMPLEMENTED 1u

/* hk_provider_options.flags */
#define HK_PROVIDER_NOT_READY 1u        /**< It is ready when hk_report_ready says so. */
#define HK_PROVIDER_IN_PIECES 2u        /**< Actions that belong together come as one piece (`transaction`, `index`, `count`). */
#define HK_PROVIDER_RESTARTS 4u         /**< After hk_report_lost comes HK_EVENT_RESTART, 0.5 s to 60 s later (P6). */
#define HK_PROVIDER_NO_HISTORY 8u       /**< Its calls make no HK_EVENT_RECORD. */

typedef struct hk_provider_options {
  uint32_t size, flags;
  uint64_t data;                        /**< Comes back in its events. */
  const char *HK_NULLABLE display_name, *HK_NULLABLE ringtone, *HK_NULLABLE line;
  const char *HK_NULLABLE handle_kinds; /**< Separated by commas; NULL: all */
  const char *HK_NULLABLE emergency_numbers; /**< Separated by commas, beside the line's */
  const char *HK_NULLABLE deadlines;    /**< JSON: seconds by name, {"start": 20} */
  uint32_t capabilities;                /**< HK_CAN_... of its calls unless they say otherwise; 0: HK_CAN_USUAL without HK_CAN_AUDIO */
  uint32_t max_groups, max_calls_per_group; /**< 0: 2 and 5 */
  uint32_t reserved;
} hk_provider_options;

/** Registers the program itself as the provider `name`: it carries calls out, and reports what its network says. HK_E_EXISTS. [any] */
HK_API hk_status hk_add_provider(hk_host *host, const char *name, const hk_provider_options *HK_NULLABLE options);
/** Puts another configuration in force; calls that are up stay as they are (P5). [any] */
HK_API hk_status hk_change_provider(hk_host *host, const char *name, const hk_provider_options *options);
/** Says that an action was done. HK_E_NOT_FOUND when it was answered or given up before. [any] */
HK_API hk_status hk_fulfill(hk_host *host, uint64_t action);
/** Says that an action could not be done, and why. [any] */
HK_API hk_status hk_fail(hk_host *host, uint64_t action, const hk_failure *HK_NULLABLE why);

/** A provider's news of a call. Only the members that are set change anything: a string that is not NULL, a capability in `mask`. */
typedef struct hk_update {
  uint32_t size;
  uint32_t mask, capabilities;          /**< HK_CAN_... */
  uint32_t reserved;
  const char *HK_NULLABLE handle_kind, *HK_NULLABLE handle, *HK_NULLABLE name;
} hk_update;
typedef struct hk_incoming {
  uint32_t size, flags;
  hk_call call;                         /**< None: a fresh one */
  hk_call replaces;                     /**< The call whose place it takes (R4) */
  const char *HK_NULLABLE line;
} hk_incoming;

/** Somebody calls. HK_EVENT_SHOWN or HK_EVENT_REFUSED follows. `out` gets the call's name. [any] */
HK_API hk_status hk_report_incoming(
    hk_host *host, const char *provider, const hk_incoming *HK_NULLABLE incoming, const hk_update *HK_NULLABLE update,
    hk_call *HK_NULLABLE out);
/* The other reports of hk_report. */
#define HK_REPORT_CONNECTING 1u         /**< The far end rings. */
#define HK_REPORT_EARLY_MEDIA 2u
#define HK_REPORT_CONNECTED 3u
#define HK_REPORT_HELD 4u               /**< The network set it aside. */
#define HK_REPORT_RESUMED 5u
#define HK_REPORT_REMOTELY_HELD 6u
#define HK_REPORT_REMOTELY_RESUMED 7u
#define HK_REPORT_DTMF 8u               /**< `text`: digits that the far end sent */
#define HK_REPORT_TRANSFER_PROGRESS 9u
#define HK_REPORT_TRANSFER_REQUEST 10u  /**< `text`: whom the far end asks us to call */
/** Something happened to a call. `time` 0: now; time of one call never runs backwards. Unknown calls are ignored and counted. [any] */
HK_API hk_status hk_report(
    hk_host *host, const char *provider, hk_call call, uint32_t what, const char *HK_NULLABLE text, int64_t time);
/** Something about a call changed. [any] */
HK_API hk_status hk_report_update(hk_host *host, const char *provider, hk_call call, const hk_update *update);
/** A call is over, for HK_END_FAILED ... HK_END_DECLINED_ELSEWHERE. [any] */
HK_API hk_status hk_report_ended(
    hk_host *host, const char *provider, hk_call call, uint32_t reason, const hk_failure *HK_NULLABLE why, int64_t time);
/** Calls can be placed (1), or not for now (0). [any] */
HK_API hk_status hk_report_ready(hk_host *host, const char *provider, uint32_t ready, const hk_failure *HK_NULLABLE why);
/** All calls and actions of the provider are forgotten (P2). [any] */
HK_API hk_status hk_report_reset(hk_host *host, const char *provider, const hk_failure *HK_NULLABLE why);
/** The provider is gone: all its calls end at once (P1). [any] */
HK_API hk_status hk_report_lost(hk_host *host, const char *provider, const hk_failure *HK_NULLABLE why);
/** Sets the audio of the line that a call is on, as JSON (docs/audio-session.md); before the action is fulfilled. [any] */
HK_API hk_status hk_configure_audio(hk_host *host, const char *provider, hk_call call, const char *json);

/* ------------------------------------------------------------------------------------------------------- what a program asks for
 *
 * Each is judged at once. > 0: accepted, HK_EVENT_DONE comes exactly once with that number, whatever the providers do. < 0: refused,
 * and nothing was changed or sent; hk_last_error has the sentence and the calls in the way. All are [any]. */

/** Calls `handle`: "tel:+12125550100", "sip:bob@example.org", "mailto:...", or without a scheme one of the provider's first kind. `out` gets
 *  the new call's name. */
HK_API hk_request hk_dial(
    hk_host *host, const char *HK_NULLABLE provider, const char *handle, const hk_ask *HK_NULLABLE ask, hk_call *HK_NULLABLE out);
/** Several actions in order, as one (X1-X5). Structs of one size; START writes its call's name back. */
HK_API hk_request hk_transact(hk_host *host, hk_action *actions, uint32_t n, const hk_ask *HK_NULLABLE ask);
/** Answers a ringing call; `choice` HK_ANSWER_... says what may happen to the calls in the way. */
HK_API hk_request hk_answer(hk_host *host, hk_call call, uint32_t choice, const hk_ask *HK_NULLABLE ask);
/** Ends a call, or declines it while it rings. */
HK_API hk_request hk_end(hk_host *host, hk_call call, const hk_ask *HK_NULLABLE ask);
/** Ends all calls of its group, side by side. */
HK_API hk_request hk_end_group(hk_host *host, hk_call call, const hk_ask *HK_NULLABLE ask);
/** Holds (1) or resumes (0) its whole group; who is in front is held first. */
HK_API hk_request hk_set_held(hk_host *host, hk_call call, uint32_t on, const hk_ask *HK_NULLABLE ask);
/** Holds who is in front of a line and resumes the group held last. */
HK_API hk_request hk_swap(hk_host *host, const hk_ask *HK_NULLABLE ask);
/** Brings the whole groups of the calls together. */
HK_API hk_request hk_merge(hk_host *host, const hk_call *calls, uint32_t n, const hk_ask *HK_NULLABLE ask);
/** Takes a call out of its group, to be in front alone; the rest is held. */
HK_API hk_request hk_split(hk_host *host, hk_call call, const hk_ask *HK_NULLABLE ask);
/** Mutes (1) or unmutes (0) our side. */
HK_API hk_request hk_set_muted(hk_host *host, hk_call call, uint32_t on, const hk_ask *HK_NULLABLE ask);
/** Sends tones: 0-9 * # A-D, `,` a pause of 2 s, `;` a wait until hk_continue_dtmf. */
HK_API hk_request hk_play_dtmf(hk_host *host, hk_call call, const char *digits, const hk_ask *HK_NULLABLE ask);
HK_API hk_request hk_continue_dtmf(hk_host *host, hk_call call, const hk_ask *HK_NULLABLE ask);
/** Hands a call over to a handle (R1). */
HK_API hk_request hk_transfer(hk_host *host, hk_call call, const char *handle, const hk_ask *HK_NULLABLE ask);
/** Hands a call over to the far end of another (R2). */
HK_API hk_request hk_transfer_to_call(hk_host *host, hk_call call, hk_call other, const hk_ask *HK_NULLABLE ask);
/** Grants or refuses what HK_EVENT_TRANSFER_REQUESTED asked (R3). */
HK_API hk_request hk_accept_transfer(hk_host *host, hk_call call, const hk_ask *HK_NULLABLE ask);
HK_API hk_request hk_refuse_transfer(hk_host *host, hk_call call, const hk_ask *HK_NULLABLE ask);

/** Asks for any method of the host's surface (docs/surface.md) by name, such as "history.list", with its parameters as one JSON object. DONE has
 *  the result as JSON in `text`. HK_E_NOT_FOUND: no such method. HK_E_UNSUPPORTED: this build has no surface. */
HK_API hk_request hk_invoke(hk_host *host, const char *method, const char *HK_NULLABLE parameters, const hk_ask *HK_NULLABLE ask);

/* -------------------------------------------------------------------------------------------------------- who may ring, and screeners */

/** Refuses calls from a handle (1), or no longer (0), on all lines (I1). [any] */
HK_API hk_status hk_set_blocked(hk_host *host, const char *handle, uint32_t on);
/** Lets a handle ring while do-not-disturb is on (1), or no longer (0). [any] */
HK_API hk_status hk_set_let_through(hk_host *host, const char *handle, uint32_t on);
/** Switches do-not-disturb of a line (NULL: main) on or off. [any] */
HK_API hk_status hk_set_do_not_disturb(hk_host *host, const char *HK_NULLABLE line, uint32_t on);
/** {"blocked": [...], "letThrough": [...]}. [any] [own] hk_free */
HK_API hk_status hk_filters(hk_host *host, char *HK_NULLABLE *HK_NONNULL json);
/** Makes the program the screener `name` (1), or no longer (0); lines ask those that their policy names (I8). [any] */
HK_API hk_status hk_set_screener(hk_host *host, const char *name, uint32_t on);
#define HK_VERDICT_CONTINUE 0u
#define HK_VERDICT_SILENCE 1u
#define HK_VERDICT_BLOCK 2u
/** Answers HK_EVENT_SCREEN. HK_E_NOT_FOUND when nobody waits for it any more: `continue` counted. [any] */
HK_API hk_status hk_screen(hk_host *host, const char *name, hk_call call, uint32_t verdict);

/* ---------------------------------------------------------------------------------------------------------------- sound of a line */

/** Writes a call (or, with `group` 1, all that is heard with it) to a new WAV file of two channels. It ends with the call. HK_E_EXISTS,
 *  HK_E_IO, HK_E_STATE when there is nothing to record. [any] */
HK_API hk_status hk_record(hk_host *host, hk_call call, const char *path, uint32_t group);
/** Ends the recording. HK_E_NOT_FOUND. [any] */
HK_API hk_status hk_record_stop(hk_host *host, hk_call call, uint32_t group);
/** The owners, devices and route of a line's audio, and the counters of the engine: JSON, as of the method `audio.get`.
 *  [any] [own] hk_free */
HK_API hk_status hk_line_audio(hk_host *host, const char *HK_NULLABLE line, char *HK_NULLABLE *HK_NONNULL json);
/** The level of the far end in the last 20 ms: root mean square and peak, in thousandths of a decibel of full scale (0 the loudest). [any] */
HK_API hk_status hk_call_level(hk_host *host, hk_call call, int32_t *rms_mdb, int32_t *peak_mdb);

/* ----------------------------------------------------------------------------------------------------------- call audio for programs
 *
 * An attachment is a program that takes part in a call: it hears the far end, and the far end hears it. 16-bit linear samples in the
 * machine's byte order. It goes with the call through hold, swap and merge, and ends with it; opening and closing one never touches the
 * call itself. What it writes is queued; every 20 ms the engine takes a frame of the queue. `position` counts the samples that the call
 * was really given: after a flush it says how far the listener heard. */

typedef struct hk_audio hk_audio;
/* hk_audio_options.mode */
#define HK_AUDIO_TALK 0u         /**< Hears and is heard. One channel. Beside the line's microphone, unless `alone`. */
#define HK_AUDIO_LISTEN 1u       /**< Hears: two channels, first what the far end is sent, then what it says. Writing: HK_E_STATE. */
#define HK_AUDIO_NETWORK 2u      /**< For an own provider: it carries the call's far end. Read what to send, write what came. */
typedef struct hk_audio_options {
  uint32_t size, mode;
  uint64_t data;                 /**< Comes back in its events. */
  uint32_t rate;                 /**< 8000, 16000, 24000 or 48000; 0: 16000. Resampled where the call has another. */
  uint32_t queue_ms;             /**< The longest queue to be heard, in ms; 0: 60,000 */
  uint32_t read_ms;              /**< The longest sound that is kept for the program, in ms; the oldest goes. 0: 1,000 */
  uint32_t live;                 /**< 1: the program runs in real time. At most `live_ms` wait, the oldest goes, drift is corrected. */
  uint32_t live_ms;              /**< 0: 60 */
  uint32_t alone;                /**< 1: the line's microphone and loudspeaker are left out while it is open. */
} hk_audio_options;

/* HK_EVENT_AUDIO.value */
#define HK_AUDIO_STARTED 1u      /**< Sound flows. */
#define HK_AUDIO_MARK 2u         /**< The mark `text` was reached; `status` HK_E_STATE when it was flushed away. */
#define HK_AUDIO_DRAINED 3u      /**< The queue ran empty: all that was written was heard. */
#define HK_AUDIO_FULL 4u         /**< queue_ms are waiting: hk_audio_write takes no more. */
#define HK_AUDIO_ROOM 5u         /**< There is room again: four fifths of queue_ms wait. */
#define HK_AUDIO_HELD 6u         /**< The call is held: it hears nothing, and the queue stands still. */
#define HK_AUDIO_RESUMED 7u
#define HK_AUDIO_LOST 8u         /**< Streams: the connection broke (`error`), and is tried again. */
#define HK_AUDIO_CONNECTED 9u    /**< Streams: the program is there, or there again. */
#define HK_AUDIO_STOPPED 10u     /**< It is over, the last event: `text` "callEnded", "closed", "detached", "refused" or "gaveUp". */

/** Attaches the program to a call that is shown. Sound flows when the call's does: HK_AUDIO_STARTED. HK_E_UNKNOWN_CALL; HK_E_UNSUPPORTED
 *  when the call or the host carries no audio. [any] [own] hk_audio_free */
HK_API hk_status hk_audio_open(
    hk_host *host, hk_call call, const hk_audio_options *HK_NULLABLE options, hk_audio *HK_NULLABLE *HK_NONNULL out);
/** Its number: `request` of its events. [any] */
HK_API hk_request hk_audio_number(hk_audio *audio);
/** A descriptor that is readable while hk_audio_read has 20 ms, and always once the attachment has stopped: stop watching it then. [any] */
HK_API int hk_audio_fd(hk_audio *audio);
/** Takes up to `n` samples (of both channels together) that were heard; how many, 0 when there are none, HK_E_STATE when it has stopped and
 *  nothing is left. One thread at a time. [any] */
HK_API int32_t hk_audio_read(hk_audio *audio, int16_t *samples, uint32_t n);
/** Queues up to `n` samples, of any number; how many it took, fewer when the queue is full. HK_E_STATE when it has stopped. [any] */
HK_API int32_t hk_audio_write(hk_audio *audio, const int16_t *samples, uint32_t n);
/** Queues a sound file (WAV, or what libsndfile reads), and a mark named `path` behind it. HK_E_IO, HK_E_LIMIT. [blocks] while it reads */
HK_API hk_status hk_audio_play(hk_audio *audio, const char *path);
/** Sets a mark behind what was written so far. At most 256 bytes. [any] */
HK_API hk_status hk_audio_mark(hk_audio *audio, const char *name);
/** Forgets what waits: from the next 20 ms on nothing of it is heard, and its marks come as flushed. The position. [any] */
HK_API int64_t hk_audio_flush(hk_audio *audio);
/** Silence from the next 20 ms on, and the queue stands still (1); or it goes on (0). Writing is still possible. The position. [any] */
HK_API int64_t hk_audio_pause(hk_audio *audio, uint32_t on);

typedef struct hk_audio_status {
  uint32_t size;
  uint32_t state;                /**< 0 not yet, HK_AUDIO_STARTED, HK_AUDIO_HELD or HK_AUDIO_STOPPED */
  uint32_t paused, rate;
  int64_t position, queued;      /**< Samples heard of what was written; samples that wait */
  int64_t heard, lost;           /**< Samples that the program was given; and that it did not read in time */
  uint64_t underruns;            /**< 20 ms frames within a sentence (between write and drain) that had to be silence */
  uint64_t corrected;            /**< Samples put in or left out against drift */
} hk_audio_status;
HK_API hk_status hk_audio_status_now(hk_audio *audio, hk_audio_status *out);
/** Detaches it and frees it. What waits in its queue is not heard. NULL is fine. [any] */
HK_API void hk_audio_free(hk_audio *HK_NULLABLE audio);

/* ------------------------------------------------------------------------------------------------- call audio for other processes
 *
 * The same over a socket: docs/media-streams.md. "audiosocket://host:port" is Asterisk's AudioSocket, "ws://" and "wss://" a WebSocket
 * with binary frames of samples and JSON text frames. */

typedef struct hk_stream_options {
  uint32_t size, flags;          /**< HK_STREAM_... */
  uint64_t data;
  hk_audio_options *HK_NULLABLE audio;   /**< rate, queue_ms, live, alone; NULL: the protocol's defaults */
  const char *HK_NULLABLE token;         /**< Sent as, or wanted as, "Authorization: Bearer TOKEN" */
  const char *HK_NULLABLE ca_file;       /**< wss: certificates to trust, PEM; NULL: the system's */
  const char *HK_NULLABLE certificate;   /**< Listening on wss: our certificate and key, PEM */
  const char *HK_NULLABLE parameters;    /**< One JSON object, handed over in `started` */
  uint32_t connect_ms;           /**< 0: 5,000. Also how long the other side may take for its handshake. */
  uint32_t reconnect_ms;         /**< The time for which a broken connection is tried again; 0: 30,000 */
} hk_stream_options;
#define HK_STREAM_CONTROL 1u     /**< The program may answer, send digits, transfer and hang up. */
#define HK_STREAM_ENDS_CALL 2u   /**< The program's end is the call's. Default: off, but for AudioSocket's message 0x00. */
#define HK_STREAM_NO_RECONNECT 4u
#define HK_STREAM_KEEPS_CALL 8u  /**< AudioSocket's message 0x00 detaches the program, and the call goes on. */

/** Connects a call to a program at `url`. The number names the stream in hk_stream_close and in its events; DONE tells whether it could be
 *  connected at all. HK_E_UNKNOWN_CALL, HK_E_UNSUPPORTED. [any] */
HK_API hk_request hk_stream_open(hk_host *host, hk_call call, const char *url, const hk_stream_options *HK_NULLABLE options);
/** Detaches it; the call goes on. HK_E_NOT_FOUND. [any] */
HK_API hk_status hk_stream_close(hk_host *host, hk_request stream);
/** Takes connections at "ws://127.0.0.1:0/media"; `url` gets the address with its port. One for each host. [any] [own] hk_free */
HK_API hk_status hk_stream_listen(
    hk_host *host, const char *address, const hk_stream_options *HK_NULLABLE options, char *HK_NULLABLE *HK_NONNULL url);
/** A URL at which one program can attach to this call, once, within 30 s. Its number is the stream's. HK_E_STATE before hk_stream_listen,
 *  HK_E_UNKNOWN_CALL, HK_E_UNSUPPORTED. [any] [own] hk_free */
HK_API hk_request hk_stream_offer(
    hk_host *host, hk_call call, const hk_stream_options *HK_NULLABLE options, char *HK_NULLABLE *HK_NONNULL url);

/* ---------------------------------------------------------------------------------------------------------------------- for tests */

/** A clock that stands at `unix_ns`. [any] [own] hk_clock_free */
HK_API hk_status hk_clock_new(int64_t unix_ns, hk_clock *HK_NULLABLE *HK_NONNULL out);
/** Moves time on; returns when all that was due has happened inside its hosts. Questions to the program wait in the queue meanwhile, and
 *  their deadlines pass: take events between small steps. One thread at a time. [blocks] */
HK_API hk_status hk_clock_advance(hk_clock *clock, int64_t ns);
HK_API void hk_clock_free(hk_clock *HK_NULLABLE clock);
/** Returns when nothing is under way inside the host. [blocks] */
HK_API hk_status hk_settle(hk_host *host);
/** Moves the audio of a host with the audio clock "manual" on by 20 ms. One thread at a time. [any] */
HK_API hk_status hk_audio_tick(hk_host *host);

#ifdef __cplusplus
}
/** A struct of the type with its size set and all else zero. */
template <class T>
inline T hk_init() {
  T t = T();
  t.size = static_cast<uint32_t>(sizeof(T));
  return t;
}
#define HK_INIT(T) hk_init<T>()
#else
#define HK_INIT(T) ((T){.size = sizeof(T)})
#endif

#if defined(__clang__) && !defined(HK_IMPLEMENTATION)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif
#endif /* HOOKSWITCH_H */
