/* transport.h - the Hookswitch transport ABI, version 1.1.
 *
 * The whole contract between a call host and a transport plugin. A plugin is a shared object that exports ONE function,
 * hookswitch_transport_query, and needs nothing from the host except this header. C99 and later, C++11 and later; it includes only
 * stdint.h and stddef.h.
 *
 * THREAD TAGS (each function carries exactly one)
 *   [loader]  At most one [loader] function runs at a time per process. The first load of a shared object precedes everything else in
 *             it, and its last unload follows everything else; further load/unload pairs may come while instances live.
 *   [loop]    The instance's home thread: one OS thread for the instance's whole life (several instances may share it). Two [loop]
 *             functions of one instance never run at once, nor one inside another: the host never enters the plugin from inside a
 *             host function. It queues.
 *   [media]   A real-time thread. At most one [media] function runs at a time per instance, and none during attach, detach, reset and
 *             destroy. It must not allocate, lock, do input or output, or log.
 *   [any]     Any thread, also several at once. A host function with this tag does not block and does not call back into the plugin
 *             before it returns. So it may be called from anywhere, except while the caller holds a lock of its own.
 *
 * OWNERSHIP TAGS
 *   borrow    Valid until the callee returns; copy it to keep it. Applies to every argument without another tag.
 *   static    Valid until hsw_entry.unload returns.
 *   life      Valid and unchanged until hsw_instance.destroy returns.
 *   Neither side ever frees memory that the other side allocated.
 *
 * STRINGS   UTF-8 with p[n] == 0, no NUL inside, at most HSW_STR_MAX bytes; p may be NULL if n is 0. Extension ids are ASCII and
 *           NUL-ended.
 * STRUCTS   Each starts with `size`: the side that allocates the struct sets it to sizeof, and the reader reads it before all else.
 *           The reader uses min(size, sizeof) bytes and takes missing bytes as zero, so a copied function may be NULL. Fields are only
 *           ever appended, there is no padding (-Wpadded is silent), and `reserved` is zero. The reader ignores unknown bits of
 *           `flags`, except within HSW_MUST: for an unknown bit there it returns HSW_E_NOTSUP. Fixed for ever, and so without a size:
 *           hsw_str, the handles, hsw_sink, hsw_source, hsw_slot, hsw_ring_ctl, hsw_note. The other structs are never embedded in one
 *           another, nor passed in arrays without a stride.
 * RESULTS   A function that carries an hsw_action returns HSW_OK (done; no action_done follows), HSW_PENDING (exactly one action_done
 *           comes, perhaps before the function returns), or an error < 0 (refused; no action_done follows). The first result of an
 *           action wins; a second one gets HSW_E_STALE and is counted. The status that a host function returns says whether the host
 *           took the report, never what the host's rules made of it.
 * CODES     are macros over fixed-width types. An unknown end reason means HSW_END_FAILED, an unknown why HSW_WHY_HANGUP, an unknown
 *           reason of a decline HSW_DECLINE_DECLINED; every other value out of its range gets HSW_E_RANGE.
 * UNWINDING No C++ exception, Swift error, Rust panic or longjmp crosses this boundary.
 *
 * LIFE CYCLE (driven by the host; a function called out of this order returns HSW_E_STATE)
 *
 *   query -> load -> descriptor*  -> create -> init -> activate <-> deactivate -> destroy -> unload
 *                                               |         '--- calls and actions only here ---'
 *                                               '-- config.apply, state.load/save, get_extension
 *   reset: any time after init; leaves "activated" as it was.      destroy: from any state; implies reset.
 *
 * ORDER OF REPORTS
 *   - All reports and completions of an instance form one queue, in order. The host takes those of one [loop] turn as a batch.
 *   - Completing `start` means dialing, completing `answer` means active, completing `set_held` means held or active again: no report
 *     repeats it. A `start` is completed before its call's first report; a plugin that reports from inside `start` calls action_done
 *     first and returns HSW_PENDING. Then come CONNECTING, RINGING and EARLY_MEDIA (in any order, repeatable), then ACTIVE <-> HELD;
 *     never backwards.
 *   - A call ends with exactly one report_ended, after the host's own `end` too (action_done, then ended HSW_END_LOCAL). The plugin
 *     completes the call's pending actions before that, with HSW_E_CANCELLED. No report_ended comes for a `start` that was refused,
 *     failed or was cancelled, nor after reset, report_reset or destroy. HSW_E_NOCALL for a call whose end is under way is no fault.
 *   - For a report_incoming that it took, the host gives its verdict: `shown`, or `end` with a why, or `decline`. A report_incoming
 *     that the host refused (< 0) leaves a dead handle: the plugin rejects the call.
 *   - `cancel` of a start ends that call. After `cancel` of an answer the host sends `end`.
 *   - create, init and activate never return HSW_PENDING. report_line reports a line's readiness; without any report, the line is
 *     ready once activate returned HSW_OK.
 *   - Before destroy the host runs every accepted post and every secret callback. While destroy runs, host functions return
 *     HSW_E_STATE to the plugin's other threads.
 *
 * VERSIONS  1.x: fields, flags, functions and extensions are appended. A new revision of an extension is a new id. A function never
 *           gains a parameter. A host speaks every minor version up to its own and tolerates higher ones.
 */
#ifndef HSW_H
#define HSW_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Nullability, for compilers that know it. Pointers are nonnull unless marked. Every pointer member of a struct is marked, because a
 * shorter struct of an older peer reads as NULL. */
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#define HSW_NULLABLE _Nullable
#define HSW_NONNULL _Nonnull
#else
#define HSW_NULLABLE
#define HSW_NONNULL
#endif

/** Marks the one symbol that a plugin exports. */
#define HSW_EXPORT __attribute__((visibility("default")))

/* HSW_KIT_FUTURE, for tests only: a build against a future minor version, in which each sized struct has grown by one field. */
#ifdef HSW_KIT_FUTURE
#define HSW_FUTURE_ uint64_t kit_future;
#else
#define HSW_FUTURE_
#endif

/** hsw_query.magic: "HSW1", little-endian. */
#define HSW_MAGIC 0x31575348u
/** The version that this header describes. */
#define HSW_ABI_MAJOR 1u
#define HSW_ABI_MINOR 1u
/** The bits of any `flags` that the reader must understand: it returns HSW_E_NOTSUP for an unknown one, and ignores other unknown
 *  bits. */
#define HSW_MUST 0xffff0000u
/** The longest string that may cross, in bytes, without its NUL. */
#define HSW_STR_MAX 65536u
/** True when the member `f` of the table `s` of type `T` lies within the table's size and is not NULL. */
#define HSW_HAS(T, s, f) ((s)->size >= offsetof(T, f) + sizeof(s)->f && (s)->f)

/* ------------------------------------------------------------------------------------------------------------------ results */

/** The result of a function: HSW_OK, HSW_PENDING, or an error below zero. */
typedef int32_t hsw_status;
#define HSW_OK 0             /**< Done. */
#define HSW_PENDING 1        /**< Under way; the completion that the function names comes exactly once. */
#define HSW_E_FAIL (-1)      /**< A failure that no other code describes. */
#define HSW_E_INVAL (-2)     /**< An argument is wrong: not UTF-8, not JSON, not a handle of this kind. */
#define HSW_E_NOTSUP (-3)    /**< Not offered: the function, the extension, or a flag within HSW_MUST. */
#define HSW_E_STATE (-4)     /**< Not now: the life cycle, or the call's state, does not allow it. */
#define HSW_E_NOCALL (-5)    /**< No such call: unknown, or ended. */
#define HSW_E_STALE (-6)     /**< No such action or timer: completed, cancelled, or forgotten by a reset. */
#define HSW_E_NOMEM (-7)     /**< Out of memory. */
#define HSW_E_BUSY (-8)      /**< A limit is reached: max_calls, or a resource that is taken. */
#define HSW_E_TIMEOUT (-9)   /**< The far end or the network did not answer in time. */
#define HSW_E_VERSION (-10)  /**< No version that both sides speak. */
#define HSW_E_THREAD (-11)   /**< Called from a thread that the function's tag does not allow. */
#define HSW_E_RANGE (-12)    /**< A number or code is out of its range, or a buffer is too short. */
#define HSW_E_CANCELLED (-13) /**< Abandoned: its call ended, or the host cancelled it. */
#define HSW_E_AUTH (-14)     /**< The network refused our credentials. */
#define HSW_E_NET (-15)      /**< The network cannot be reached. */

/* ------------------------------------------------------------------------------------------------------------ values, errors */

/* Opaque handles, passed by value; structs, so that passing one kind as another does not compile. id 0 means none. An id is never
 * reused in an instance's life: a stale handle gives an error code, never another call. */

/** A call. The side that begins the call mints it: bit 63 is 1 if that is the plugin (report_incoming), 0 if it is the host (start).
 *  */
typedef struct hsw_call {
  uint64_t id;
} hsw_call;

/** A request under way. Minted by the host. */
typedef struct hsw_action {
  uint64_t id;
} hsw_action;

/** A timer of host-loop. Minted by the host. */
typedef struct hsw_timer {
  uint64_t id;
} hsw_timer;

/** A string: see STRINGS above. */
typedef struct hsw_str {
  const char *HSW_NULLABLE p;
  size_t n;
} hsw_str;

/* Q.850 causes that hosts can play as a tone; any other Q.850 value is allowed too. */
#define HSW_CAUSE_UNKNOWN 0u
#define HSW_CAUSE_UNALLOCATED 1u     /**< The number is not in service. */
#define HSW_CAUSE_NORMAL 16u         /**< Normal call clearing. */
#define HSW_CAUSE_BUSY 17u           /**< User busy. */
#define HSW_CAUSE_NO_RESPONSE 18u    /**< No answer from that address. */
#define HSW_CAUSE_NO_ANSWER 19u      /**< It rang, and the person called did not answer. */
#define HSW_CAUSE_REJECTED 21u       /**< The person declined. */
#define HSW_CAUSE_OUT_OF_ORDER 27u   /**< The destination is out of order. */
#define HSW_CAUSE_INVALID_NUMBER 28u /**< The number cannot exist. */
#define HSW_CAUSE_CONGESTION 34u     /**< No circuit available. */

/** The cause of a failure or an end, in four parts: our code, the network's own code, its domain, and a sentence for a person. */
typedef struct hsw_error {
  uint32_t size, flags;
  hsw_status code;       /* one of HSW_E_...; HSW_OK when it only gives the cause of a normal end */
  int32_t native;        /* the network's own code, e.g. SIP 486; 0: none */
  uint32_t cause;        /* HSW_CAUSE_... */
  uint32_t reserved;
  hsw_str domain;        /* the code space of `native`, e.g. "sip" */
  hsw_str message;       /* one sentence, with no secret in it */
  HSW_FUTURE_
} hsw_error;

/** Receives from a plugin the reason why create, init or activate failed. The host allocates and zeroes it; text ends with a NUL. */
typedef struct hsw_why {
  uint32_t size;
  hsw_status code;
  char text[248];
  HSW_FUTURE_
} hsw_why;

/* ------------------------------------------------------------------------------------------------- the descriptor, the entry */

/** One kind of transport in a shared object. [static] It must agree with the manifest beside the file and the note inside it. */
typedef struct hsw_descriptor {
  uint32_t size, flags;
  hsw_str id;                                /* reverse-DNS, [a-z0-9.-]{3,64}, unique in the shared object */
  hsw_str name;                              /* for people: "SIP" */
  hsw_str vendor;
  hsw_str version;                           /* of the plugin, e.g. "0.3.1" */
  hsw_str license;                           /* SPDX */
  hsw_str url;
  const hsw_str *HSW_NULLABLE capabilities;  /* "voice", "video", and NAME of each org.hookswitch.NAME/REV offered */
  uint32_t n_capabilities;
  uint32_t max_calls;                        /* at once in one instance; 0: no known limit */
  const hsw_str *HSW_NULLABLE handle_kinds;  /* the kinds it can call, its own first: "tel", "sip", "mailto", "generic", or a new one */
  uint32_t n_handle_kinds, reserved;
  HSW_FUTURE_
} hsw_descriptor;

typedef struct hsw_host hsw_host;
typedef struct hsw_instance hsw_instance;

/** hsw_entry.flags: the code must stay mapped for ever (Swift, threads that outlive unload, atexit handlers ...). */
#define HSW_ENTRY_NO_UNLOAD 1u
/** hsw_entry.flags, within HSW_MUST: all instances of this shared object must live on one and the same thread. */
#define HSW_ENTRY_ONE_LOOP 0x10000u

/** The entry points of a shared object. [static] */
typedef struct hsw_entry {
  uint32_t size, flags; /* HSW_ENTRY_... */
  uint32_t n_descriptors, reserved;

  /** Returns the descriptor at `index`; NULL at and past n_descriptors. Works before load too. [any] */
  const hsw_descriptor *HSW_NULLABLE (*HSW_NULLABLE descriptor)(uint32_t index);

  /** Gets ready to create instances. Counted: each HSW_OK is paired with one unload, and a second load beside the first is harmless.
   *  Takes less than 100 ms; starts no threads and uses no network. `dso_path` is the file's absolute path. [loader] */
  hsw_status (*HSW_NULLABLE load)(hsw_str dso_path);

  /** Undoes one load. The last one leaves no thread, timer, descriptor or handler behind. [loader] */
  void (*HSW_NULLABLE unload)(void);

  /** Makes an instance of the transport `id`, with its configuration as one JSON text (empty: all defaults). The plugin must not call
   *  `host` [life] before init. HSW_OK: *out is set, [life]. Otherwise *out is untouched, and `why` says what is wrong: HSW_E_INVAL
   *  for an unknown id or a bad configuration, HSW_E_STATE before load, HSW_E_NOTSUP for an unknown HSW_MUST flag of the host. Never
   *  HSW_PENDING. [loop] */
  hsw_status (*HSW_NULLABLE create)(
      hsw_str id, const hsw_host *host, hsw_str config_json, const hsw_instance *HSW_NULLABLE *HSW_NONNULL out, hsw_why *why);
  HSW_FUTURE_
} hsw_entry;

/** The negotiation of a version. The host allocates and zeroes it, and fills in the fields marked "in". */
typedef struct hsw_query {
  uint32_t size;                          /* in */
  uint32_t magic;                         /* in: HSW_MAGIC */
  uint32_t major_min, major_max;          /* in: the major versions that the host speaks */
  uint32_t minor;                         /* in: the host's minor version of major_max */
  uint32_t chosen_major, chosen_minor;    /* out: within the range; at major_max, chosen_minor <= minor */
  uint32_t reserved;
  const hsw_entry *HSW_NULLABLE entry;    /* out: [static] */
  char reason[160];                       /* out, on refusal: one line for a person */
  HSW_FUTURE_
} hsw_query;

/** The ONE symbol that a plugin exports. HSW_OK: `chosen_*` and `entry` are set. Otherwise `entry` stays NULL: HSW_E_INVAL for NULL,
 *  for a `size` below that of version 1.0 (nothing past `size` is read or written, and `size` is read before `magic`) or for a wrong
 *  magic (nothing is written); HSW_E_VERSION with a `reason` where no version fits; HSW_E_NOMEM. Quick, and without any effect
 *  outside `q`. [loader] */
HSW_EXPORT hsw_status hookswitch_transport_query(hsw_query *HSW_NULLABLE q);

/* -------------------------------------------------------------------------------------------------------- the plugin's instance */

/** A live transport: the result of create. [life] `ctx` is the first argument of each of its functions and of its extensions'
 *  functions. */
struct hsw_instance {
  uint32_t size, flags;
  void *HSW_NULLABLE ctx;

  /** Comes once, after create. From here on the plugin may call the host. Never HSW_PENDING; on an error `why` says what is missing,
   *  and only destroy follows. [loop] */
  hsw_status (*HSW_NULLABLE init)(void *HSW_NULLABLE ctx, hsw_why *why);

  /** Begins to work: opens sockets, registers, takes calls. Never HSW_PENDING: report_line reports a registration under way. A second
   *  activate returns HSW_E_STATE. [loop] */
  hsw_status (*HSW_NULLABLE activate)(void *HSW_NULLABLE ctx, hsw_why *why);

  /** Stops working. No new calls from now on (a start gets HSW_E_STATE); the plugin itself ends the calls still up after `drain_ms`
   *  (0: at once; ~0u: waits until they end). HSW_OK: it has stopped. HSW_PENDING: exactly one host->deactivated comes. [loop] */
  hsw_status (*HSW_NULLABLE deactivate)(void *HSW_NULLABLE ctx, uint32_t drain_ms);

  /** Forgets every call and action, and reports nothing about them: the host has already forgotten them. On the wire, calls are
   *  ended. "Activated" stays as it was. [loop] */
  void (*HSW_NULLABLE reset)(void *HSW_NULLABLE ctx);

  /** Ends the instance, from any state, with calls or without. After it there is no callback, thread, timer or file descriptor of
   *  this instance, and neither side uses the other's tables again. It does not wait for a post. [loop] */
  void (*HSW_NULLABLE destroy)(void *HSW_NULLABLE ctx);

  /** Returns the table of the extension `id` (one of HSW_EXT_..., compared whole), or NULL for one that the plugin does not offer or
   *  know. [life] The same pointer each time. [any] */
  const void *HSW_NULLABLE (*HSW_NULLABLE get_extension)(void *HSW_NULLABLE ctx, const char *id);
  HSW_FUTURE_
};

/* -------------------------------------------------------------------------------------------------------------------- the host */

/** A change of a call, for report_state; completing an action reports its own. */
typedef uint32_t hsw_call_state;
#define HSW_CALL_CONNECTING 1u      /**< The network routes the call to the far end. */
#define HSW_CALL_RINGING 2u         /**< The far end is alerted. */
#define HSW_CALL_EARLY_MEDIA 3u     /**< The network plays media: the host adds no ringback of its own. */
#define HSW_CALL_ACTIVE 4u          /**< Connected; or resumed without a request from the host. */
#define HSW_CALL_HELD 5u            /**< Held on our side without a request from the host. */
#define HSW_CALL_HELD_REMOTE 6u     /**< Held by the far end; in addition to ACTIVE or HELD. */
#define HSW_CALL_RESUMED_REMOTE 7u  /**< No longer held by the far end. */
#define HSW_CALL_MEDIA_TIMEOUT 8u   /**< No expected media comes from the far end; in addition to ACTIVE or HELD. Since 1.1. */
#define HSW_CALL_MEDIA_RESUMED 9u   /**< Media comes again. Since 1.1. */

/** The reason why a call ended, in report_ended. Unknown values mean HSW_END_FAILED. */
typedef uint32_t hsw_end_reason;
#define HSW_END_FAILED 1u              /**< It could not be set up, or broke; the error says more. */
#define HSW_END_REMOTE 2u              /**< The far end hung up (or declined, or was busy: see the error's cause). */
#define HSW_END_UNANSWERED 3u          /**< The person called did not answer, here or there. */
#define HSW_END_ELSEWHERE_ANSWERED 4u  /**< Another device of ours answered it. */
#define HSW_END_ELSEWHERE_DECLINED 5u  /**< Another device of ours declined it. */
#define HSW_END_LOCAL 6u               /**< We ended it. */

/** The reason why the host ends a call, for the plugin to send on the wire. Unknown values mean HSW_WHY_HANGUP. */
typedef uint32_t hsw_end_why;
#define HSW_WHY_HANGUP 1u
#define HSW_WHY_DECLINED 2u        /**< The person declined while it rang. */
#define HSW_WHY_BUSY 3u            /**< There is no room for another call. */
#define HSW_WHY_BLOCKED 4u         /**< A block list or a screener rejects it. */
#define HSW_WHY_DO_NOT_DISTURB 5u
#define HSW_WHY_RING_TIMEOUT 6u    /**< It rang here for as long as the host allows. */
#define HSW_WHY_ELSEWHERE 7u       /**< Another host serves the line; the caller may try again soon. Since 1.1. */

/* hsw_call_info.flags. Each counts only if the same bit is set in `mask`; a CAN_ flag outside the mask is as the offered extensions
 * say. */
#define HSW_CI_VIDEO 1u
#define HSW_CI_CAN_HOLD 2u
#define HSW_CI_CAN_DTMF 4u
#define HSW_CI_CAN_GROUP 8u
#define HSW_CI_CAN_UNGROUP 16u
#define HSW_CI_AUDIO_PORT 32u     /**< Audio through audio/1 (default: as offered). Reported again: its formats changed, attach anew. */
#define HSW_CI_EMERGENCY 64u
#define HSW_CI_CAN_TRANSFER 128u
#define HSW_CI_CAN_DEFLECT 0x800u /**< Since 1.1. */
/* hsw_call_info.mask only: these fields count even when empty. */
#define HSW_CI_HANDLE 0x100u        /**< handle_kind and handle */
#define HSW_CI_NAME 0x200u          /**< display_name */
#define HSW_CI_PRESENTATION 0x400u  /**< presentation */

/* hsw_call_info.presentation: may the far end's identity be shown? */
#define HSW_PRESENTATION_UNKNOWN 0u
#define HSW_PRESENTATION_ALLOWED 1u
#define HSW_PRESENTATION_WITHHELD 2u
#define HSW_PRESENTATION_UNAVAILABLE 3u

/** The parties of a call, and the operations possible on it. */
typedef struct hsw_call_info {
  uint32_t size, flags, mask;  /* HSW_CI_... */
  uint32_t presentation;       /* HSW_PRESENTATION_... */
  hsw_str handle_kind;         /* "tel": `+` and digits, or digits; "sip": the whole URI; "mailto": the address; "generic"; others */
  hsw_str handle;              /* the far end's */
  hsw_str display_name;        /* the far end's */
  hsw_str local_handle;        /* ours, called or calling; of handle_kind, unless it begins with sip:, sips:, tel: or mailto: */
  hsw_str diverted_from;       /* the handle dialed, if it was not ours; its kind as for local_handle */
  hsw_str correlation_id;      /* the network's id of the call, e.g. Call-ID */
  hsw_str extra_json;          /* further headers: one JSON object, or empty */
  hsw_call replaces;           /* attended transfer: this call replaces that one; id 0: none */
  hsw_str contact;             /* since 1.1; for a start: the program's id of the person's record in an address book; or empty */
  HSW_FUTURE_
} hsw_call_info;

/** An instance's own limits; a field that is zero or empty is as in the descriptor. */
typedef struct hsw_provider {
  uint32_t size, flags;
  uint32_t max_calls, max_groups, max_calls_per_group;
  uint32_t n_handle_kinds, n_emergency, reserved;
  const hsw_str *HSW_NULLABLE handle_kinds;
  const hsw_str *HSW_NULLABLE emergency;  /* numbers that are emergency calls on this line */
  hsw_str name;                           /* for people, e.g. the account's */
  HSW_FUTURE_
} hsw_provider;

/* Values of report_line. */
#define HSW_LINE_READY 1u   /**< Calls can be made and taken. */
#define HSW_LINE_TRYING 2u  /**< Registering. */
#define HSW_LINE_DOWN 3u    /**< No calls; the error says why; retry_after_ms: the plugin tries again by itself. */

/** The host, as an instance sees it. [life] Usable from init until destroy returns (HSW_E_STATE once destroy began). No function is
 *  NULL in a host of this version. `mono_ns` is the moment of the event, on the clock of host-loop. All functions are [any]. They
 *  return HSW_OK (taken), HSW_E_NOCALL, HSW_E_STALE, HSW_E_RANGE, HSW_E_INVAL or HSW_E_STATE; no result calls for a retry. */
struct hsw_host {
  uint32_t size, flags;
  void *HSW_NULLABLE ctx;   /* the first argument of every function here and of the host's extensions */
  hsw_str name, version;    /* of the host program */

  /** Returns the table of a host extension (HSW_HEXT_...), or NULL. [life] The same pointer each time. [any] */
  const void *HSW_NULLABLE (*HSW_NULLABLE get_extension)(void *HSW_NULLABLE ctx, const char *id);

  /** Reports this instance's limits. Each report replaces the one before. [any] */
  hsw_status (*HSW_NULLABLE report_provider)(void *HSW_NULLABLE ctx, const hsw_provider *p);

  /** Reports the readiness for calls: HSW_LINE_... [any] */
  hsw_status (*HSW_NULLABLE report_line)(
      void *HSW_NULLABLE ctx, uint32_t line, uint32_t retry_after_ms, const hsw_error *HSW_NULLABLE e_or_null);

  /** Reports that all calls and actions of this instance are gone; no report about a single one follows. [any] */
  hsw_status (*HSW_NULLABLE report_reset)(void *HSW_NULLABLE ctx, const hsw_error *HSW_NULLABLE e_or_null);

  /** Reports an incoming call. The plugin mints `c` (bit 63 set, never used before). HSW_OK: `shown` or `end` follows. < 0: the
   *  handle is dead, reject the call. [any] */
  hsw_status (*HSW_NULLABLE report_incoming)(void *HSW_NULLABLE ctx, hsw_call c, uint64_t mono_ns, const hsw_call_info *i);

  /** Reports a change of the call: the fields that `mask` names, and every string that is not empty. [any] */
  hsw_status (*HSW_NULLABLE report_update)(void *HSW_NULLABLE ctx, hsw_call c, uint64_t mono_ns, const hsw_call_info *i);

  /** Reports a change of the call's state. [any] */
  hsw_status (*HSW_NULLABLE report_state)(void *HSW_NULLABLE ctx, hsw_call c, uint64_t mono_ns, hsw_call_state s);

  /** Reports digits (0-9 * # A-D) that the far end sent. [any] */
  hsw_status (*HSW_NULLABLE report_dtmf)(void *HSW_NULLABLE ctx, hsw_call c, uint64_t mono_ns, hsw_str digits);

  /** Reports that the call is over. Exactly once, and no report about this call afterwards. [any] */
  hsw_status (*HSW_NULLABLE report_ended)(
      void *HSW_NULLABLE ctx, hsw_call c, uint64_t mono_ns, hsw_end_reason r, const hsw_error *HSW_NULLABLE e_or_null);

  /** Completes a pending action: done (NULL), or failed. Exactly once; HSW_E_STALE if it was completed or cancelled. [any] */
  hsw_status (*HSW_NULLABLE action_done)(
      void *HSW_NULLABLE ctx, hsw_action a, uint64_t mono_ns, const hsw_error *HSW_NULLABLE e_or_null);

  /** Completes a deactivate that was HSW_PENDING. Exactly once. [any] */
  hsw_status (*HSW_NULLABLE deactivated)(void *HSW_NULLABLE ctx);

  /** Runs fn(arg) once on [loop], never inside another function, before destroy. HSW_E_STATE once destroy began: fn never runs. [any]
   *  */
  hsw_status (*HSW_NULLABLE post)(
      void *HSW_NULLABLE ctx, void (*fn)(void *HSW_NULLABLE arg), void *HSW_NULLABLE arg);

  /** Asks for a restart because this instance cannot go on: the host ends its calls, destroys it and makes another. `why` is a
   *  sentence. [any] */
  hsw_status (*HSW_NULLABLE request_restart)(void *HSW_NULLABLE ctx, hsw_str why);
  HSW_FUTURE_
};

/* ------------------------------------------------------------------------------------------------------ the plugin's extensions
 *
 * An id is "<reverse-dns>.<name>/<revision>"; a breaking change makes a new revision, which is a new extension. The plugin does not
 * offer a function that is NULL. `deadline_ms` is the time the host gives an action from now; when it is over comes `cancel`. A function
 * returns HSW_E_NOCALL for a call that does not exist. */

/** The destination of an output. `write` takes up to n bytes and returns how many it took (perhaps fewer); < 0: stop. */
typedef struct hsw_sink {
  void *HSW_NULLABLE ctx;
  int64_t (*HSW_NULLABLE write)(void *HSW_NULLABLE ctx, const void *p, size_t n);
} hsw_sink;

/** The source of an input. `read` puts up to n bytes and returns how many (perhaps fewer); 0: the end; < 0: stop. */
typedef struct hsw_source {
  void *HSW_NULLABLE ctx;
  int64_t (*HSW_NULLABLE read)(void *HSW_NULLABLE ctx, void *p, size_t n);
} hsw_source;

/* hsw_decline.reason. An unknown value means HSW_DECLINE_DECLINED. */
#define HSW_DECLINE_DECLINED 1u         /**< The person does not want the call. */
#define HSW_DECLINE_BUSY 2u             /**< The person is busy here; other devices may ring on. */
#define HSW_DECLINE_BUSY_EVERYWHERE 3u  /**< The person is busy everywhere; no other device should ring. */

/** The reason for declining that the caller gets. Since 1.1. */
typedef struct hsw_decline {
  uint32_t size, flags;
  uint32_t reason;  /* HSW_DECLINE_... */
  uint32_t cause;   /* HSW_CAUSE_..., or any other of Q.850; 0: follows from `reason` */
  hsw_str text;     /* one sentence for the caller, or empty */
  HSW_FUTURE_
} hsw_decline;

/** Calls. Every plugin offers this. */
#define HSW_EXT_CALLS "org.hookswitch.calls/1"
typedef struct hsw_calls {
  uint32_t size, flags;

  /** Calls `to`; the host minted `c`. Done: dialing. HSW_E_BUSY beyond max_calls, HSW_E_INVAL for a handle that cannot be called,
   *  HSW_E_STATE while not activated. [loop] */
  hsw_status (*HSW_NULLABLE start)(
      void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t deadline_ms);

  /** Answers the incoming call. Done: active, at both ends. [loop] */
  hsw_status (*HSW_NULLABLE answer)(void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, uint32_t deadline_ms);

  /** Ends the call, in any state. Done: the far end got `why`; report_ended(HSW_END_LOCAL) follows. [loop] */
  hsw_status (*HSW_NULLABLE end)(void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, hsw_end_why why, uint32_t deadline_ms);

  /** Tells the network that the incoming call rings here. [loop] */
  void (*HSW_NULLABLE shown)(void *HSW_NULLABLE ctx, hsw_call c);

  /** Abandons the action, of whichever extension: its effect stops, and a later action_done gets HSW_E_STALE. [loop] */
  void (*HSW_NULLABLE cancel)(void *HSW_NULLABLE ctx, hsw_action a);

  /** Since 1.1. Ends the incoming call that rings, and sends `d` to the caller. In all else like `end`. If a plugin lacks it, the
   *  host calls `end` with HSW_WHY_DECLINED or HSW_WHY_BUSY. [loop] */
  hsw_status (*HSW_NULLABLE decline)(
      void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, const hsw_decline *d, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_calls;

/** Hold, from our side. */
#define HSW_EXT_HOLD "org.hookswitch.hold/1"
typedef struct hsw_hold {
  uint32_t size, flags;

  /** Holds (on = 1) or resumes (0). Done: the state is as requested, and the far end knows. A request for the current state is fine.
   *  HSW_E_STATE before the call is active; HSW_E_RANGE for another `on`. [loop] */
  hsw_status (*HSW_NULLABLE set_held)(void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_hold;

/** Mute: the far end gets no audio of ours. */
#define HSW_EXT_MUTE "org.hookswitch.mute/1"
typedef struct hsw_mute {
  uint32_t size, flags;

  /** Mutes (on = 1) or unmutes (0), in any state of the call. [loop] */
  hsw_status (*HSW_NULLABLE set_muted)(void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_mute;

/** DTMF to the far end. */
#define HSW_EXT_DTMF "org.hookswitch.dtmf/1"
#define HSW_DTMF_TONE 1u
#define HSW_DTMF_SOFT_PAUSE 2u  /**< These digits come after a pause (`,`). */
#define HSW_DTMF_HARD_PAUSE 3u  /**< These digits come after the person confirmed (`;`). */
typedef struct hsw_dtmf {
  uint32_t size, flags;

  /** Sends the digits, 0-9 * # A-D only: the host splits at pauses and waits them out. One bad character refuses the whole string,
   *  HSW_E_INVAL; an unknown `kind` gets HSW_E_RANGE; before the call is active, HSW_E_STATE. Done: all are sent. [loop] */
  hsw_status (*HSW_NULLABLE play)(
      void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, hsw_str digits, uint32_t kind, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_dtmf;

/** Groups: calls that hear each other. */
#define HSW_EXT_GROUP "org.hookswitch.group/1"
typedef struct hsw_group {
  uint32_t size, flags;

  /** Puts `c` into the group of `with_or_none`, making one if there is none; or takes it out of its group (id 0). [loop] */
  hsw_status (*HSW_NULLABLE set_group)(
      void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, hsw_call with_or_none, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_group;

/** Transfer. Done: the other side has taken over, and report_ended follows. Refused: the call is as before. */
#define HSW_EXT_TRANSFER "org.hookswitch.transfer/1"
typedef struct hsw_transfer {
  uint32_t size, flags;

  /** Sends the far end of `c` to `to`. [loop] */
  hsw_status (*HSW_NULLABLE blind)(
      void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t deadline_ms);

  /** Connects the far ends of `c` and `with`, two calls of this instance. [loop] */
  hsw_status (*HSW_NULLABLE attended)(void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, hsw_call with, uint32_t deadline_ms);

  /** Gives the host's verdict on a report_request of host-transfer: accepted (1) or not (0, perhaps with an error). The plugin itself
   *  reports the new call's progress to the network. [loop] */
  hsw_status (*HSW_NULLABLE verdict)(
      void *HSW_NULLABLE ctx, hsw_call c, uint32_t accepted, const hsw_error *HSW_NULLABLE e_or_null);
  HSW_FUTURE_
} hsw_transfer;

/** Deflect: sends an incoming call that rings on to another handle. Since 1.1. Done: the network sends the caller there, and
 *  report_ended(HSW_END_LOCAL) follows. Refused, failed or cancelled: the call rings on. The host cancels a pending deflect before it
 *  answers or ends the call. */
#define HSW_EXT_DEFLECT "org.hookswitch.deflect/1"
typedef struct hsw_deflect {
  uint32_t size, flags;

  /** Sends the caller of `c` to `to`. HSW_E_STATE for a call that is not incoming or does not ring, HSW_E_INVAL for a handle that
   *  cannot be called. [loop] */
  hsw_status (*HSW_NULLABLE deflect)(
      void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_deflect;

/** The line: the instance's registration. A plugin without it is always ready. */
#define HSW_EXT_LINE "org.hookswitch.line/1"
typedef struct hsw_line {
  uint32_t size, flags;

  /** Registers, or refreshes now (on = 1); or unregisters (0). report_line reports the result. [loop] */
  hsw_status (*HSW_NULLABLE set_registered)(void *HSW_NULLABLE ctx, hsw_action a, uint32_t on, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_line;

/** Configuration: one JSON text, checked against a schema. */
#define HSW_EXT_CONFIG "org.hookswitch.config/1"
typedef struct hsw_config {
  uint32_t size, flags;

  /** Returns the JSON Schema (a subset) of the configuration. [static] A property with "format": "hookswitch-secret" holds the NAME
   *  of a secret, never its value. [any] */
  hsw_str (*HSW_NULLABLE schema)(void *HSW_NULLABLE ctx);

  /** Applies the configuration as a whole, or (HSW_E_INVAL) not at all. Calls go on. [loop] */
  hsw_status (*HSW_NULLABLE apply)(void *HSW_NULLABLE ctx, hsw_action a, hsw_str json, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_config;

/** State that outlives the process. It never holds a secret. */
#define HSW_EXT_STATE "org.hookswitch.state/1"
typedef struct hsw_state {
  uint32_t size, flags;

  /** Writes the state. HSW_OK, or an error if the sink stopped. [loop] */
  hsw_status (*HSW_NULLABLE save)(void *HSW_NULLABLE ctx, const hsw_sink *s);

  /** Reads the output of save, perhaps of another version; refuses anything else and stays usable. [loop] */
  hsw_status (*HSW_NULLABLE load)(void *HSW_NULLABLE ctx, const hsw_source *s);
  HSW_FUTURE_
} hsw_state;

/** Audio through rings that the host provides. A call's rings carry only its own far end, also in a group: the host mixes. A network
 *  that mixes a group itself sets HSW_CI_AUDIO_PORT on one of its calls and clears it on the others. */
#define HSW_EXT_AUDIO "org.hookswitch.audio/1"
#define HSW_SAMPLE_S16LE 1u  /**< Every audio plugin offers this one. */
#define HSW_SAMPLE_F32LE 2u
typedef struct hsw_audio_format {
  uint32_t size, rate;  /* rate in Hz */
  uint16_t channels;
  uint16_t sample;      /* HSW_SAMPLE_... */
  uint32_t frame_us;    /* length of a frame */
  HSW_FUTURE_
} hsw_audio_format;

#define HSW_SLOT_SILENCE 1u
#define HSW_SLOT_CONCEALED 2u   /**< Synthesized in place of a lost frame. */
#define HSW_SLOT_GAP_BEFORE 4u  /**< A frame is missing before this one. */
/** The head of a slot in a ring; its samples follow. */
typedef struct hsw_slot {
  uint32_t bytes, flags;  /* bytes of samples; HSW_SLOT_... */
  uint64_t mono_ns;
} hsw_slot;

/** The control block of a ring: shared, 64-aligned, accessed only through the inline atomics of hookswitch/ring.h. */
typedef struct hsw_ring_ctl {
  uint32_t head, flush, overruns, pad0[13];   /* the producer's; frames before `flush` are void (barge-in) */
  uint32_t tail, waiting, underruns, pad1[13]; /* the consumer's; `waiting`: it sleeps until wake_fd is written */
} hsw_ring_ctl;

/** One process's view of a ring with one producer and one consumer. */
typedef struct hsw_ring {
  uint32_t size, flags;
  uint32_t n_slots;     /* a power of two */
  uint32_t slot_bytes;  /* 16 + samples; a multiple of 16 */
  int32_t wake_fd;      /* an eventfd; -1: none; may serve many rings */
  uint32_t reserved;
  hsw_ring_ctl *HSW_NULLABLE ctl;
  unsigned char *HSW_NULLABLE slots;
  HSW_FUTURE_
} hsw_ring;

typedef struct hsw_audio {
  uint32_t size, flags;

  /** Returns the call's possible formats, best first, `stride` bytes apart. `inout_n`: in, the room; out, how many there are. Too
   *  short: HSW_E_RANGE with *inout_n set, so that the host asks again. [loop] */
  hsw_status (*HSW_NULLABLE formats)(
      void *HSW_NULLABLE ctx, hsw_call c, hsw_audio_format *HSW_NULLABLE out, uint32_t stride, uint32_t *inout_n);

  /** Connects the call's audio to two rings. The control blocks and slots are [borrowed until detach returns]. [loop] */
  hsw_status (*HSW_NULLABLE attach)(
      void *HSW_NULLABLE ctx, hsw_call c, const hsw_audio_format *f, const hsw_ring *to_net, const hsw_ring *from_net);

  /** Disconnects the rings: after it returns, their control blocks and slots are gone. Comes for a call that is over or forgotten
   *  too; destroy disconnects the rest. [loop] */
  void (*HSW_NULLABLE detach)(void *HSW_NULLABLE ctx, hsw_call c);

  /** Gives the audio to this instance (1) or takes it away (0). [loop] */
  void (*HSW_NULLABLE active)(void *HSW_NULLABLE ctx, uint32_t on);

  /** The host's media clock: one tick per frame for all calls of the instance. Optional. [media] */
  void (*HSW_NULLABLE tick)(void *HSW_NULLABLE ctx, uint64_t mono_ns);
  HSW_FUTURE_
} hsw_audio;

/** A liveness check by the watchdog. */
#define HSW_EXT_HEALTH "org.hookswitch.health/1"
typedef struct hsw_health {
  uint32_t size, flags;

  /** Asks for a sign of life. Done: the instance is alive. [loop] */
  hsw_status (*HSW_NULLABLE ping)(void *HSW_NULLABLE ctx, hsw_action a, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_health;

/** Counters, and a call's media statistics, as JSON. */
#define HSW_EXT_DIAG "org.hookswitch.diag/1"
typedef struct hsw_diag {
  uint32_t size, flags;

  /** Writes one JSON object about the instance (id 0) or about a call; a higher `level` gives more detail. [loop] */
  hsw_status (*HSW_NULLABLE dump)(void *HSW_NULLABLE ctx, hsw_call c_or_none, uint32_t level, const hsw_sink *json);
  HSW_FUTURE_
} hsw_diag;

/** A far end for tests that acts only on orders, in the calls that it begins and in those to its dialable handle. */
#define HSW_EXT_TESTPEER "org.hookswitch.test-peer/1"
#define HSW_ORDER_RING 1u
#define HSW_ORDER_ANSWER 2u
#define HSW_ORDER_DECLINE 3u
#define HSW_ORDER_BUSY 4u
#define HSW_ORDER_END 5u
#define HSW_ORDER_HOLD 6u
#define HSW_ORDER_RESUME 7u
#define HSW_ORDER_DTMF 8u           /**< arg: the digits */
#define HSW_ORDER_VANISH 9u         /**< Never answer again, like a dead network. */
#define HSW_ORDER_TONE 10u          /**< arg: Hz */
#define HSW_ORDER_SILENCE 11u
#define HSW_ORDER_ECHO 12u
#define HSW_ORDER_ASK_TRANSFER 13u  /**< arg: the handle that the far end asks us to call */
typedef struct hsw_test_peer {
  uint32_t size, flags;

  /** Fills in a far end that the kit may call (handle_kind, handle; strings [life]) and that acts only on orders. [loop] */
  hsw_status (*HSW_NULLABLE dialable)(void *HSW_NULLABLE ctx, hsw_call_info *out);

  /** Makes a far end call us: report_incoming follows, with `from` and its `replaces`. [loop] */
  hsw_status (*HSW_NULLABLE call)(void *HSW_NULLABLE ctx, const hsw_call_info *from);

  /** Makes the far end of `c` do `what` (HSW_ORDER_...). HSW_E_RANGE for an unknown order, HSW_E_STATE for one that the call's state
   *  does not allow, HSW_E_NOTSUP for one that this far end cannot follow. [loop] */
  hsw_status (*HSW_NULLABLE order)(void *HSW_NULLABLE ctx, hsw_call c, uint32_t what, hsw_str arg);

  /** Writes one JSON object with the far end's view: state held muted digits group tone cause transferred. Works for ended calls too,
   *  until reset. [loop] */
  hsw_status (*HSW_NULLABLE observe)(void *HSW_NULLABLE ctx, hsw_call c, const hsw_sink *json);
  HSW_FUTURE_
} hsw_test_peer;

/* -------------------------------------------------------------------------------------------------------- the host's extensions
 *
 * The first argument of each function is hsw_host.ctx. Any function may be NULL, except those of host-loop. */

/** The event loop: file descriptors, timers, the clock. Every host offers this. */
#define HSW_HEXT_LOOP "org.hookswitch.host-loop/1"
#define HSW_FD_READ 1u
#define HSW_FD_WRITE 2u
#define HSW_FD_ERROR 4u  /**< Always watched. */
typedef struct hsw_host_loop {
  uint32_t size, flags;

  /** Watches `fd` (level-triggered) and calls cb(arg, fd, the HSW_FD_... that hold) on [loop]. [loop] */
  hsw_status (*HSW_NULLABLE add_fd)(
      void *HSW_NULLABLE ctx, int fd, uint32_t events, void (*cb)(void *HSW_NULLABLE arg, int fd, uint32_t ev),
      void *HSW_NULLABLE arg);

  /** Changes the events that are watched. [loop] */
  hsw_status (*HSW_NULLABLE mod_fd)(void *HSW_NULLABLE ctx, int fd, uint32_t events);

  /** Stops watching: no callback for `fd` after it returns. Call it before close. [loop] */
  hsw_status (*HSW_NULLABLE del_fd)(void *HSW_NULLABLE ctx, int fd);

  /** Calls cb(arg, t) on [loop] after `after_ns`, and then every `period_ns_or_0`; missed periods fire once. *out is set before the
   *  first callback. A timer without a period is gone once it fired. [loop] */
  hsw_status (*HSW_NULLABLE add_timer)(
      void *HSW_NULLABLE ctx, uint64_t after_ns, uint64_t period_ns_or_0, void (*cb)(void *HSW_NULLABLE arg, hsw_timer t),
      void *HSW_NULLABLE arg, hsw_timer *out);

  /** Stops a timer: no callback after it returns. HSW_E_STALE if it is already gone. [loop] */
  hsw_status (*HSW_NULLABLE del_timer)(void *HSW_NULLABLE ctx, hsw_timer t);

  /** Returns the time in nanoseconds: CLOCK_BOOTTIME, or a test's virtual time. [any] */
  uint64_t (*HSW_NULLABLE now_ns)(void *HSW_NULLABLE ctx);
  HSW_FUTURE_
} hsw_host_loop;

/** The host's log. */
#define HSW_HEXT_LOG "org.hookswitch.host-log/1"
#define HSW_LOG_ERROR 1u
#define HSW_LOG_WARNING 2u
#define HSW_LOG_INFO 3u
#define HSW_LOG_DEBUG 4u
#define HSW_LOG_TRACE 5u
typedef struct hsw_host_log {
  uint32_t size, flags;

  /** Returns 1 when messages of this level are wanted: ask before building one that costs something. [any] */
  uint32_t (*HSW_NULLABLE enabled)(void *HSW_NULLABLE ctx, uint32_t level);

  /** Logs one message, without a line end and without a secret. [any] */
  void (*HSW_NULLABLE log)(void *HSW_NULLABLE ctx, uint32_t level, hsw_str topic, hsw_str msg);

  /** Logs one message of a network protocol as sent (outgoing 1) or received (0), for traces: wanted when `enabled` is 1 for
   *  HSW_LOG_TRACE. [any] */
  void (*HSW_NULLABLE wire)(
      void *HSW_NULLABLE ctx, hsw_call c_or_none, uint64_t mono_ns, uint32_t outgoing, hsw_str protocol, hsw_str text);
  HSW_FUTURE_
} hsw_host_log;

/** The identity of the current thread, for assertions. */
#define HSW_HEXT_THREADS "org.hookswitch.host-threads/1"
typedef struct hsw_host_threads {
  uint32_t size, flags;

  /** Returns 1 on the instance's [loop] thread, else 0. [any] */
  uint32_t (*HSW_NULLABLE is_loop)(void *HSW_NULLABLE ctx);

  /** Returns 1 on a [media] thread, else 0. [any] */
  uint32_t (*HSW_NULLABLE is_media)(void *HSW_NULLABLE ctx);
  HSW_FUTURE_
} hsw_host_threads;

/** Reports of a transport with transfer, beyond completions. */
#define HSW_HEXT_TRANSFER "org.hookswitch.host-transfer/1"
typedef struct hsw_host_transfer {
  uint32_t size, flags;

  /** Reports the progress of a pending transfer, e.g. SIP 180; the action's deadline starts anew. [any] */
  hsw_status (*HSW_NULLABLE report_progress)(
      void *HSW_NULLABLE ctx, hsw_action a, uint64_t mono_ns, int32_t native, hsw_str text);

  /** Reports that the far end of `c` asks us to call `to`. `verdict` follows and, if accepted, a start with the same `to`. [any] */
  hsw_status (*HSW_NULLABLE report_request)(void *HSW_NULLABLE ctx, hsw_call c, uint64_t mono_ns, const hsw_call_info *to);
  HSW_FUTURE_
} hsw_host_transfer;

/** Secrets: a configuration names a key, never a value. */
#define HSW_HEXT_SECRETS "org.hookswitch.host-secrets/1"
typedef struct hsw_host_secrets {
  uint32_t size, flags;

  /** Fetches the secret. HSW_OK or HSW_PENDING: cb(arg, status, value) comes once, on [loop], never inside this function, before
   *  destroy; its `value` is borrowed. [loop] */
  hsw_status (*HSW_NULLABLE get)(
      void *HSW_NULLABLE ctx, hsw_str key, void (*cb)(void *HSW_NULLABLE arg, hsw_status s, hsw_str value), void *HSW_NULLABLE arg);
  HSW_FUTURE_
} hsw_host_secrets;

/* -------------------------------------------------------------------------------------------------------------------- the note
 *
 * The ELF note by which a host identifies a file's transports without running it: section .note.hookswitch, one note per descriptor. At
 * file scope of one C file:   HSW_NOTE("org.example.mine", "1.2.0", 0);   The flags are those of hsw_entry. */

#define HSW_NOTE_OWNER "Hookswitch"
#define HSW_NOTE_TYPE 1u
/** The note as it lies in the file: the ELF note header, the owner, and 108 bytes of description. */
typedef struct hsw_note {
  uint32_t name_bytes, description_bytes, type;
  char owner[12];
  uint32_t abi_major, abi_minor, entry_flags;
  char id[64], version[32]; /* each ends with a NUL */
} hsw_note;

#define HSW_NOTE_JOIN_(a, b) a##b
#define HSW_NOTE_NAME_(line) HSW_NOTE_JOIN_(hsw_note_at_line_, line)
#define HSW_NOTE(note_id, note_version, note_flags)                                               \
  __attribute__((section(".note.hookswitch"), used, aligned(4))) static const struct hsw_note     \
      HSW_NOTE_NAME_(__LINE__) = {sizeof HSW_NOTE_OWNER, 108u,       HSW_NOTE_TYPE, HSW_NOTE_OWNER, \
                                  HSW_ABI_MAJOR,         HSW_ABI_MINOR, (note_flags),  note_id,        note_version}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#ifdef __cplusplus
}
#endif
#endif /* HSW_H */
