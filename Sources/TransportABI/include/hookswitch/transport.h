/* transport.h - the Hookswitch transport ABI, version 1.1.
 *
 * The whole contract between a call host and a transport plugin. A plugin is a shared object that exports ONE function,
 * hookswitch_transport_query, and needs nothing of the host's but this header. C99 and later, C++11 and later; stdint and stddef only.
 *
 * THREAD TAGS (each function carries exactly one)
 *   [loader]  One such call at a time per process. The first load of a shared object comes before, its last unload after, everything
 *             else in it; further load/unload pairs may come while instances live.
 *   [loop]    The instance's home thread: one OS thread for the instance's whole life (several instances may share it). Never two
 *             [loop] calls of one instance at once, and never one inside another: the host does not call the plugin from inside a
 *             host function. It queues.
 *   [media]   A real-time thread. One such call at a time per instance, and none during attach, detach, reset and destroy. In it:
 *             no malloc, no lock, no input or output, no log.
 *   [any]     Any thread, also several at once. On the host's side such a function does not block and does not call back into the
 *             plugin before it returns; so it may be called from anywhere, but by a caller that holds no lock of its own.
 *
 * OWNERSHIP TAGS
 *   borrow    Valid until the callee returns; copy it to keep it. Holds for every argument that is not tagged otherwise.
 *   static    Valid until hsw_entry.unload returns.
 *   life      Valid and unchanged until hsw_instance.destroy returns.
 *   No memory is ever freed by the side that did not allocate it.
 *
 * STRINGS   UTF-8 with p[n] == 0, no NUL inside, at most HSW_STR_MAX bytes; p may be NULL if n is 0. Extension ids are ASCII and
 *           NUL-ended.
 * STRUCTS   Each starts with `size`, which whoever allocates it sets to sizeof, and which is read before all else. The reader uses
 *           min(size, sizeof) bytes and takes what is missing as zero, so a copied function may be NULL. Fields are only ever
 *           appended, there is no padding (-Wpadded is silent), and `reserved` is zero. Unknown bits of `flags` are ignored, except
 *           within HSW_MUST: whoever does not know one of those answers HSW_E_NOTSUP. Fixed for ever, and so without a size: hsw_str,
 *           the handles, hsw_sink, hsw_source, hsw_slot, hsw_ring_ctl, hsw_note. The others are never embedded in one another, nor
 *           passed in arrays without a stride.
 * RESULTS   A function that carries an hsw_action answers HSW_OK (done; no action_done comes), HSW_PENDING (exactly one action_done
 *           comes, perhaps before the function returns), or an error < 0 (refused; none comes). The first word on an action wins; a
 *           second gets HSW_E_STALE and is counted. A host function's status says whether the words were taken, never what the
 *           host's rules made of them.
 * CODES     are macros over fixed-width types. An unknown end reason means HSW_END_FAILED, an unknown why HSW_WHY_HANGUP; every other
 *           value out of its range gets HSW_E_RANGE.
 * UNWINDING No C++ exception, Swift error, Rust panic or longjmp crosses this boundary.
 *
 * LIFE CYCLE (driven by the host; a call in any other order gets HSW_E_STATE)
 *
 *   query -> load -> descriptor*  -> create -> init -> activate <-> deactivate -> destroy -> unload
 *                                               |         '--- calls and actions only here ---'
 *                                               '-- config.apply, state.load/save, get_extension
 *   reset: any time after init; leaves "activated" as it was.      destroy: from any state; implies reset.
 *
 * WHAT CROSSES, IN WHICH ORDER
 *   - All words of an instance (reports and completions) form one queue, in order. The host takes what one [loop] turn said as a batch.
 *   - Completing `start` means dialing, completing `answer` means active, completing `set_held` means held or active again: no report
 *     repeats it. A `start` is completed before its call's first report; whoever reports from inside it calls action_done first and
 *     returns HSW_PENDING. Then come CONNECTING, RINGING and EARLY_MEDIA (in any order, repeatable), then ACTIVE <-> HELD; never
 *     backwards.
 *   - A call ends with exactly one report_ended, after the host's own `end` too (action_done, then ended HSW_END_LOCAL). Its pending
 *     actions are completed before that, with HSW_E_CANCELLED. No report_ended comes for a `start` that was refused, failed or was
 *     cancelled, nor after reset, report_reset or destroy. Answering HSW_E_NOCALL for a call whose end is under way is no fault.
 *   - A report_incoming that was taken gets its verdict as `shown`, or as `end` with a why. One that was refused (< 0) leaves a dead
 *     handle: the plugin rejects the call.
 *   - `cancel` of a start ends that call. After `cancel` of an answer the host sends `end`.
 *   - create, init and activate are never HSW_PENDING. A line's readiness is what report_line says; if nothing was said, the line is
 *     ready once activate returned HSW_OK.
 *   - Before destroy the host runs every accepted post and every secret callback. While destroy runs, the plugin's other threads get
 *     HSW_E_STATE from the host.
 *
 * VERSIONS  1.x: fields, flags, functions and extensions are appended. A new revision of an extension is a new id. A parameter is
 *           never added to a function. A host speaks every minor up to its own and tolerates higher ones.
 */
#ifndef HSW_H
#define HSW_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Nullability, for the compilers that know it. Pointers are nonnull unless marked; members of structs are all marked, because a
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

/* HSW_KIT_FUTURE, for tests alone: a build against a minor version to come, in which each sized struct has grown by one field. */
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
/** The bits of any `flags` that the reader must understand: an unknown one gets HSW_E_NOTSUP. The other unknown bits are ignored. */
#define HSW_MUST 0xffff0000u
/** The longest string that may cross, in bytes, without its NUL. */
#define HSW_STR_MAX 65536u
/** Whether the member `f` of the table `s` of type `T` is inside what its maker wrote, and is not NULL. */
#define HSW_HAS(T, s, f) ((s)->size >= offsetof(T, f) + sizeof(s)->f && (s)->f)

/* ------------------------------------------------------------------------------------------------------------------ results */

/** What a function answers: HSW_OK, HSW_PENDING, or an error below zero. */
typedef int32_t hsw_status;
#define HSW_OK 0             /**< Done. */
#define HSW_PENDING 1        /**< Under way; the completion named by the function comes exactly once. */
#define HSW_E_FAIL (-1)      /**< It failed, and none of the other codes says why. */
#define HSW_E_INVAL (-2)     /**< An argument is wrong: not UTF-8, not JSON, not a handle of this kind. */
#define HSW_E_NOTSUP (-3)    /**< Not offered: the function, the extension, or a flag within HSW_MUST. */
#define HSW_E_STATE (-4)     /**< Not now: the life cycle, or the call's state, does not allow it. */
#define HSW_E_NOCALL (-5)    /**< No such call: unknown, or ended. */
#define HSW_E_STALE (-6)     /**< No such action or timer any more: completed, cancelled, or forgotten by a reset. */
#define HSW_E_NOMEM (-7)     /**< Out of memory. */
#define HSW_E_BUSY (-8)      /**< A limit is reached: as many calls as max_calls allows, or a resource that is taken. */
#define HSW_E_TIMEOUT (-9)   /**< The other end, or the network, did not answer in time. */
#define HSW_E_VERSION (-10)  /**< No version that both sides speak. */
#define HSW_E_THREAD (-11)   /**< Called from a thread that the function's tag does not allow. */
#define HSW_E_RANGE (-12)    /**< A number or code is out of its range, or a buffer is too short. */
#define HSW_E_CANCELLED (-13) /**< Given up before it was done: its call ended, or the host cancelled it. */
#define HSW_E_AUTH (-14)     /**< The network refused our credentials. */
#define HSW_E_NET (-15)      /**< The network cannot be reached. */

/* ------------------------------------------------------------------------------------------------------------ values, errors */

/* Opaque handles, passed by value; structs, so that one given for another does not compile. id 0 means none. An id is never used
 * again in an instance's life: a stale handle is an error code, never somebody else's call. */

/** A call. Minted by whoever begins it: bit 63 is 1 if that was the plugin (report_incoming), 0 if it was the host (start). */
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

/* Q.850 causes that hosts know how to play as a tone; any other value of Q.850 may be given too. */
#define HSW_CAUSE_UNKNOWN 0u
#define HSW_CAUSE_UNALLOCATED 1u     /**< The number is not in service. */
#define HSW_CAUSE_NORMAL 16u         /**< Normal call clearing. */
#define HSW_CAUSE_BUSY 17u           /**< User busy. */
#define HSW_CAUSE_NO_RESPONSE 18u    /**< Nothing answers at that address. */
#define HSW_CAUSE_NO_ANSWER 19u      /**< It rang, and nobody answered. */
#define HSW_CAUSE_REJECTED 21u       /**< The person declined. */
#define HSW_CAUSE_OUT_OF_ORDER 27u   /**< The destination is out of order. */
#define HSW_CAUSE_INVALID_NUMBER 28u /**< The number cannot exist. */
#define HSW_CAUSE_CONGESTION 34u     /**< No circuit available. */

/** Why something failed or ended, in four parts: our code, the network's own, its domain, and a sentence for a person. */
typedef struct hsw_error {
  uint32_t size, flags;
  hsw_status code;       /* one of HSW_E_...; HSW_OK when only the cause of a normal end is told */
  int32_t native;        /* the network's own code, e.g. SIP 486; 0 none */
  uint32_t cause;        /* HSW_CAUSE_... */
  uint32_t reserved;
  hsw_str domain;        /* whose code `native` is, e.g. "sip" */
  hsw_str message;       /* one sentence, without a secret in it */
  HSW_FUTURE_
} hsw_error;

/** Where a plugin says why create, init or activate failed. The host allocates and zeroes it; text ends with a NUL. */
typedef struct hsw_why {
  uint32_t size;
  hsw_status code;
  char text[248];
  HSW_FUTURE_
} hsw_why;

/* ------------------------------------------------------------------------------------------------- what the host reads first */

/** One kind of transport in a shared object. [static] It must say the same as the manifest beside the file and the note inside. */
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
  uint32_t max_calls;                        /* at once in one instance; 0: no limit known */
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

/** What a shared object offers. [static] */
typedef struct hsw_entry {
  uint32_t size, flags; /* HSW_ENTRY_... */
  uint32_t n_descriptors, reserved;

  /** The descriptor at `index`; NULL at and past n_descriptors. Also before load. [any] */
  const hsw_descriptor *HSW_NULLABLE (*HSW_NULLABLE descriptor)(uint32_t index);

  /** Gets ready to create instances. Counted: each HSW_OK is paired with one unload, and a second load beside the first does no harm.
   *  Quick (under 100 ms), no threads, no network. `dso_path` is the file's absolute path. [loader] */
  hsw_status (*HSW_NULLABLE load)(hsw_str dso_path);

  /** Undoes one load. The last one leaves no thread, timer, descriptor or handler behind. [loader] */
  void (*HSW_NULLABLE unload)(void);

  /** Makes an instance of the transport `id`, with its configuration as one JSON text (empty: all defaults).
   *  `host` [life] must not be called before init. HSW_OK: *out is set, [life]. Otherwise *out is untouched, and `why` says what is
   *  wrong: HSW_E_INVAL for an unknown id or a bad configuration, HSW_E_STATE before load, HSW_E_NOTSUP for a HSW_MUST flag of the
   *  host's. Never HSW_PENDING. [loop] */
  hsw_status (*HSW_NULLABLE create)(
      hsw_str id, const hsw_host *host, hsw_str config_json, const hsw_instance *HSW_NULLABLE *HSW_NONNULL out, hsw_why *why);
  HSW_FUTURE_
} hsw_entry;

/** The negotiation of a version. The host allocates and zeroes it, and fills in what is marked "in". */
typedef struct hsw_query {
  uint32_t size;                          /* in */
  uint32_t magic;                         /* in: HSW_MAGIC */
  uint32_t major_min, major_max;          /* in: the majors that the host speaks */
  uint32_t minor;                         /* in: the host's minor of major_max */
  uint32_t chosen_major, chosen_minor;    /* out: within the range; at major_max, chosen_minor <= minor */
  uint32_t reserved;
  const hsw_entry *HSW_NULLABLE entry;    /* out: [static] */
  char reason[160];                       /* out, on refusal: one line for a person */
  HSW_FUTURE_
} hsw_query;

/** The ONE symbol that a plugin exports.
 *  HSW_OK: `chosen_*` and `entry` are set. Otherwise `entry` stays NULL: HSW_E_INVAL for NULL, for a `size` below that of version 1.0
 *  (nothing past `size` is read or written, and `size` is looked at before `magic`) or for a wrong magic (nothing is written);
 *  HSW_E_VERSION with a `reason` where no version fits; HSW_E_NOMEM. Quick, and without any effect outside `q`. [loader] */
HSW_EXPORT hsw_status hookswitch_transport_query(hsw_query *HSW_NULLABLE q);

/* -------------------------------------------------------------------------------------------------------- the plugin's instance */

/** A transport that lives: what create answers. [life] `ctx` is the first argument of every function of its own and of its
 *  extensions'. */
struct hsw_instance {
  uint32_t size, flags;
  void *HSW_NULLABLE ctx;

  /** Comes once, after create. From here on the host may be called. Never HSW_PENDING; on an error `why` says what is missing, and
   *  only destroy follows. [loop] */
  hsw_status (*HSW_NULLABLE init)(void *HSW_NULLABLE ctx, hsw_why *why);

  /** Begin to work: open sockets, register, take calls. Never HSW_PENDING: a registration under way is told by report_line. A second
   *  one gets HSW_E_STATE. [loop] */
  hsw_status (*HSW_NULLABLE activate)(void *HSW_NULLABLE ctx, hsw_why *why);

  /** Stop working. No new calls from now on (a start gets HSW_E_STATE); the plugin itself ends those still up after `drain_ms`
   *  (0: at once; ~0u: waits until they end). HSW_OK: all is quiet. HSW_PENDING: exactly one host->deactivated comes. [loop] */
  hsw_status (*HSW_NULLABLE deactivate)(void *HSW_NULLABLE ctx, uint32_t drain_ms);

  /** Forget every call and action, and report nothing about them: the host has already forgotten. On the wire, calls are ended.
   *  "Activated" stays as it was. [loop] */
  void (*HSW_NULLABLE reset)(void *HSW_NULLABLE ctx);

  /** The end, from any state, with calls or without. After it there is no callback, thread, timer or file descriptor of this
   *  instance, and neither side uses the other's tables again. It does not wait for a post. [loop] */
  void (*HSW_NULLABLE destroy)(void *HSW_NULLABLE ctx);

  /** The table of the extension `id` (one of HSW_EXT_..., compared whole), or NULL for one that is not offered or not known. [life]
   *  The same pointer each time. [any] */
  const void *HSW_NULLABLE (*HSW_NULLABLE get_extension)(void *HSW_NULLABLE ctx, const char *id);
  HSW_FUTURE_
};

/* -------------------------------------------------------------------------------------------------------------------- the host */

/** What report_state tells: what completing an action does not say already. */
typedef uint32_t hsw_call_state;
#define HSW_CALL_CONNECTING 1u      /**< The network takes the call towards the far end. */
#define HSW_CALL_RINGING 2u         /**< The far end is alerted. */
#define HSW_CALL_EARLY_MEDIA 3u     /**< The network plays something: the host adds no ringback of its own. */
#define HSW_CALL_ACTIVE 4u          /**< Connected; or resumed without our asking. */
#define HSW_CALL_HELD 5u            /**< Held on our side without our asking. */
#define HSW_CALL_HELD_REMOTE 6u     /**< Held by the far end: stands beside ACTIVE or HELD. */
#define HSW_CALL_RESUMED_REMOTE 7u  /**< No longer held by the far end. */
#define HSW_CALL_MEDIA_TIMEOUT 8u   /**< No sound comes from the far end, though it should: stands beside ACTIVE or HELD. Since 1.1. */
#define HSW_CALL_MEDIA_RESUMED 9u   /**< Sound comes again. Since 1.1. */

/** Why a call ended, in report_ended. Unknown values mean HSW_END_FAILED. */
typedef uint32_t hsw_end_reason;
#define HSW_END_FAILED 1u              /**< It could not be made, or broke; the error says more. */
#define HSW_END_REMOTE 2u              /**< The far end hung up (or declined, or was busy: see the error's cause). */
#define HSW_END_UNANSWERED 3u          /**< Nobody answered, here or there. */
#define HSW_END_ELSEWHERE_ANSWERED 4u  /**< Another device of ours took it. */
#define HSW_END_ELSEWHERE_DECLINED 5u  /**< Another device of ours declined it. */
#define HSW_END_LOCAL 6u               /**< We ended it. */

/** Why the host ends a call: what to say on the wire. Unknown values mean HSW_WHY_HANGUP. */
typedef uint32_t hsw_end_why;
#define HSW_WHY_HANGUP 1u
#define HSW_WHY_DECLINED 2u        /**< The person declined while it rang. */
#define HSW_WHY_BUSY 3u            /**< No room for another call. */
#define HSW_WHY_BLOCKED 4u         /**< A block list or a screener says no. */
#define HSW_WHY_DO_NOT_DISTURB 5u
#define HSW_WHY_RING_TIMEOUT 6u    /**< It rang here for as long as the host lets it. */

/* hsw_call_info.flags, each of which counts only if the same bit is set in `mask`. A CAN_ flag outside the mask is as the offered
 * extensions say. */
#define HSW_CI_VIDEO 1u
#define HSW_CI_CAN_HOLD 2u
#define HSW_CI_CAN_DTMF 4u
#define HSW_CI_CAN_GROUP 8u
#define HSW_CI_CAN_UNGROUP 16u
#define HSW_CI_AUDIO_PORT 32u     /**< Sound, which audio/1 serves unless this says no; said again: its formats changed, attach anew. */
#define HSW_CI_EMERGENCY 64u
#define HSW_CI_CAN_TRANSFER 128u
/* hsw_call_info.mask only: these fields count, even if they are empty. */
#define HSW_CI_HANDLE 0x100u        /**< handle_kind and handle */
#define HSW_CI_NAME 0x200u          /**< display_name */
#define HSW_CI_PRESENTATION 0x400u  /**< presentation */

/* hsw_call_info.presentation: whether the far end's identity may be shown. */
#define HSW_PRESENTATION_UNKNOWN 0u
#define HSW_PRESENTATION_ALLOWED 1u
#define HSW_PRESENTATION_WITHHELD 2u
#define HSW_PRESENTATION_UNAVAILABLE 3u

/** Whom a call is with, and what can be done with it. */
typedef struct hsw_call_info {
  uint32_t size, flags, mask;  /* HSW_CI_... */
  uint32_t presentation;       /* HSW_PRESENTATION_... */
  hsw_str handle_kind;         /* "tel": `+` and digits, or digits; "sip": the whole URI; "mailto": the address; "generic"; others */
  hsw_str handle;              /* the far end's */
  hsw_str display_name;        /* the far end's */
  hsw_str local_handle;        /* ours, that is called or calls; of handle_kind, unless it begins with sip:, sips:, tel: or mailto: */
  hsw_str diverted_from;       /* whom the caller dialed, if that was not us; of a kind as local_handle is */
  hsw_str correlation_id;      /* the network's name of the call, e.g. Call-ID */
  hsw_str extra_json;          /* further headers: one JSON object, or empty */
  hsw_call replaces;           /* attended transfer: this call takes that one's place; id 0 none */
  hsw_str contact;             /* since 1.1; of a start: the person's record in an address book, as the program names it; or empty */
  HSW_FUTURE_
} hsw_call_info;

/** An instance's own limits; what is zero or empty is as the descriptor says. */
typedef struct hsw_provider {
  uint32_t size, flags;
  uint32_t max_calls, max_groups, max_calls_per_group;
  uint32_t n_handle_kinds, n_emergency, reserved;
  const hsw_str *HSW_NULLABLE handle_kinds;
  const hsw_str *HSW_NULLABLE emergency;  /* numbers that are emergency calls on this line */
  hsw_str name;                           /* for people, e.g. the account's */
  HSW_FUTURE_
} hsw_provider;

/* report_line */
#define HSW_LINE_READY 1u   /**< Calls can be made and taken. */
#define HSW_LINE_TRYING 2u  /**< Registering. */
#define HSW_LINE_DOWN 3u    /**< No calls; the error says why, retry_after_ms when the plugin tries again by itself. */

/** The host, as an instance sees it. [life] Usable from init until destroy returns (HSW_E_STATE once that began). No function is
 *  NULL in a host of this version. `mono_ns` is the moment it happened, on the clock of host-loop. All are [any]. They
 *  answer HSW_OK (taken), HSW_E_NOCALL, HSW_E_STALE, HSW_E_RANGE, HSW_E_INVAL or HSW_E_STATE; no answer needs to be retried. */
struct hsw_host {
  uint32_t size, flags;
  void *HSW_NULLABLE ctx;   /* the first argument of every function here and of the host's extensions */
  hsw_str name, version;    /* of the host program */

  /** The table of a host extension (HSW_HEXT_...), or NULL. [life] The same pointer each time. [any] */
  const void *HSW_NULLABLE (*HSW_NULLABLE get_extension)(void *HSW_NULLABLE ctx, const char *id);

  /** This instance's limits. Each report replaces the one before. [any] */
  hsw_status (*HSW_NULLABLE report_provider)(void *HSW_NULLABLE ctx, const hsw_provider *p);

  /** Whether calls can be made: HSW_LINE_... [any] */
  hsw_status (*HSW_NULLABLE report_line)(
      void *HSW_NULLABLE ctx, uint32_t line, uint32_t retry_after_ms, const hsw_error *HSW_NULLABLE e_or_null);

  /** All calls and actions of this instance are gone; nothing is said about them one by one. [any] */
  hsw_status (*HSW_NULLABLE report_reset)(void *HSW_NULLABLE ctx, const hsw_error *HSW_NULLABLE e_or_null);

  /** Somebody calls. `c` is minted by the plugin (bit 63 set, never used before). HSW_OK: `shown` or `end` follows. < 0: the handle
   *  is dead, reject the call. [any] */
  hsw_status (*HSW_NULLABLE report_incoming)(void *HSW_NULLABLE ctx, hsw_call c, uint64_t mono_ns, const hsw_call_info *i);

  /** Something about the call changed: what `mask` names, and every string that is not empty. [any] */
  hsw_status (*HSW_NULLABLE report_update)(void *HSW_NULLABLE ctx, hsw_call c, uint64_t mono_ns, const hsw_call_info *i);

  /** The call moved on. [any] */
  hsw_status (*HSW_NULLABLE report_state)(void *HSW_NULLABLE ctx, hsw_call c, uint64_t mono_ns, hsw_call_state s);

  /** Digits (0-9 * # A-D) that the far end sent. [any] */
  hsw_status (*HSW_NULLABLE report_dtmf)(void *HSW_NULLABLE ctx, hsw_call c, uint64_t mono_ns, hsw_str digits);

  /** The call is over. Exactly once, and nothing about this call afterwards. [any] */
  hsw_status (*HSW_NULLABLE report_ended)(
      void *HSW_NULLABLE ctx, hsw_call c, uint64_t mono_ns, hsw_end_reason r, const hsw_error *HSW_NULLABLE e_or_null);

  /** Completes a pending action: done (NULL), or failed. Exactly once; HSW_E_STALE if it was completed or cancelled. [any] */
  hsw_status (*HSW_NULLABLE action_done)(
      void *HSW_NULLABLE ctx, hsw_action a, uint64_t mono_ns, const hsw_error *HSW_NULLABLE e_or_null);

  /** Completes a deactivate that was HSW_PENDING. Exactly once. [any] */
  hsw_status (*HSW_NULLABLE deactivated)(void *HSW_NULLABLE ctx);

  /** Runs fn(arg) once on [loop], never inside another call, before destroy. HSW_E_STATE once destroy began: fn never runs. [any] */
  hsw_status (*HSW_NULLABLE post)(
      void *HSW_NULLABLE ctx, void (*fn)(void *HSW_NULLABLE arg), void *HSW_NULLABLE arg);

  /** This instance cannot go on: the host ends its calls, destroys it and makes another. `why` is a sentence. [any] */
  hsw_status (*HSW_NULLABLE request_restart)(void *HSW_NULLABLE ctx, hsw_str why);
  HSW_FUTURE_
};

/* ------------------------------------------------------------------------------------------------------ the plugin's extensions
 *
 * An id is "<reverse-dns>.<name>/<revision>"; a break gets a new revision, and that is a new extension. A function that is NULL is
 * not offered. `deadline_ms` is the time the host gives an action from now; at its end comes `cancel`. What names a call that does
 * not exist gets HSW_E_NOCALL. */

/** Where the reader of an output puts it. `write` takes up to n bytes and answers how many it took (perhaps fewer); < 0: stop. */
typedef struct hsw_sink {
  void *HSW_NULLABLE ctx;
  int64_t (*HSW_NULLABLE write)(void *HSW_NULLABLE ctx, const void *p, size_t n);
} hsw_sink;

/** Where an input comes from. `read` puts up to n bytes and answers how many (perhaps fewer); 0: the end; < 0: stop. */
typedef struct hsw_source {
  void *HSW_NULLABLE ctx;
  int64_t (*HSW_NULLABLE read)(void *HSW_NULLABLE ctx, void *p, size_t n);
} hsw_source;

/* hsw_decline.reason. An unknown value means HSW_DECLINE_DECLINED. */
#define HSW_DECLINE_DECLINED 1u         /**< The person does not want the call. */
#define HSW_DECLINE_BUSY 2u             /**< The person is busy here; other devices may ring on. */
#define HSW_DECLINE_BUSY_EVERYWHERE 3u  /**< The person is busy everywhere; no other device should ring. */

/** What to tell a caller that the person declines. Since 1.1. */
typedef struct hsw_decline {
  uint32_t size, flags;
  uint32_t reason;  /* HSW_DECLINE_... */
  uint32_t cause;   /* HSW_CAUSE_..., or any other of Q.850; 0: as `reason` says */
  hsw_str text;     /* one sentence for the caller, or empty */
  HSW_FUTURE_
} hsw_decline;

/** Calls. Every plugin offers this. */
#define HSW_EXT_CALLS "org.hookswitch.calls/1"
typedef struct hsw_calls {
  uint32_t size, flags;

  /** Call `to`; `c` is minted by the host. Done: dialing. HSW_E_BUSY beyond max_calls, HSW_E_INVAL for a handle that cannot be
   *  called, HSW_E_STATE while not activated. [loop] */
  hsw_status (*HSW_NULLABLE start)(
      void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t deadline_ms);

  /** Answer the incoming call. Done: active, at both ends. [loop] */
  hsw_status (*HSW_NULLABLE answer)(void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, uint32_t deadline_ms);

  /** End the call, in any state of it. Done: the far end was told `why`; report_ended(HSW_END_LOCAL) follows. [loop] */
  hsw_status (*HSW_NULLABLE end)(void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, hsw_end_why why, uint32_t deadline_ms);

  /** The incoming call rings here: say so on the wire. [loop] */
  void (*HSW_NULLABLE shown)(void *HSW_NULLABLE ctx, hsw_call c);

  /** Give the action up, whichever extension's it is: its effect stops, and a later action_done gets HSW_E_STALE. [loop] */
  void (*HSW_NULLABLE cancel)(void *HSW_NULLABLE ctx, hsw_action a);

  /** Since 1.1. End the incoming call that rings, and tell the caller `d`. As `end` in all else. A host whose plugin does not have
   *  it calls `end` with HSW_WHY_DECLINED or HSW_WHY_BUSY. [loop] */
  hsw_status (*HSW_NULLABLE decline)(
      void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, const hsw_decline *d, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_calls;

/** Hold, from our side. */
#define HSW_EXT_HOLD "org.hookswitch.hold/1"
typedef struct hsw_hold {
  uint32_t size, flags;

  /** Hold (on = 1) or resume (0). Done: so it is, and the far end knows. Asking for what is already so is fine. HSW_E_STATE before
   *  the call is active; HSW_E_RANGE for another `on`. [loop] */
  hsw_status (*HSW_NULLABLE set_held)(void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_hold;

/** Mute: nothing of ours goes to the far end. */
#define HSW_EXT_MUTE "org.hookswitch.mute/1"
typedef struct hsw_mute {
  uint32_t size, flags;

  /** Mute (on = 1) or unmute (0), in any state of the call. [loop] */
  hsw_status (*HSW_NULLABLE set_muted)(void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_mute;

/** DTMF to the far end. */
#define HSW_EXT_DTMF "org.hookswitch.dtmf/1"
#define HSW_DTMF_TONE 1u
#define HSW_DTMF_SOFT_PAUSE 2u  /**< These digits come after a pause (`,`). */
#define HSW_DTMF_HARD_PAUSE 3u  /**< These digits come after the person said so (`;`). */
typedef struct hsw_dtmf {
  uint32_t size, flags;

  /** Send the digits, 0-9 * # A-D only: the host splits at pauses and waits them out. One bad character refuses the whole string,
   *  HSW_E_INVAL; an unknown `kind` gets HSW_E_RANGE; before the call is active, HSW_E_STATE. Done: all are sent. [loop] */
  hsw_status (*HSW_NULLABLE play)(
      void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, hsw_str digits, uint32_t kind, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_dtmf;

/** Groups: calls that hear each other. */
#define HSW_EXT_GROUP "org.hookswitch.group/1"
typedef struct hsw_group {
  uint32_t size, flags;

  /** Put `c` into the group of `with_or_none`, making one if there is none; or take it out of its group (id 0). [loop] */
  hsw_status (*HSW_NULLABLE set_group)(
      void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, hsw_call with_or_none, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_group;

/** Transfer. Done: the other side has taken over, and report_ended follows. Refused: the call is as before. */
#define HSW_EXT_TRANSFER "org.hookswitch.transfer/1"
typedef struct hsw_transfer {
  uint32_t size, flags;

  /** Send the far end of `c` to `to`. [loop] */
  hsw_status (*HSW_NULLABLE blind)(
      void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t deadline_ms);

  /** Connect the far ends of `c` and `with`, two calls of this instance. [loop] */
  hsw_status (*HSW_NULLABLE attended)(void *HSW_NULLABLE ctx, hsw_action a, hsw_call c, hsw_call with, uint32_t deadline_ms);

  /** What the host says to a report_request of host-transfer: accepted (1) or not (0, perhaps with an error). Progress of the new call
   *  the plugin tells by its own knowledge of it. [loop] */
  hsw_status (*HSW_NULLABLE verdict)(
      void *HSW_NULLABLE ctx, hsw_call c, uint32_t accepted, const hsw_error *HSW_NULLABLE e_or_null);
  HSW_FUTURE_
} hsw_transfer;

/** The line: whether this instance is registered. A plugin without it is always ready. */
#define HSW_EXT_LINE "org.hookswitch.line/1"
typedef struct hsw_line {
  uint32_t size, flags;

  /** Register, or refresh now (on = 1); or unregister (0). What comes of it is told by report_line. [loop] */
  hsw_status (*HSW_NULLABLE set_registered)(void *HSW_NULLABLE ctx, hsw_action a, uint32_t on, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_line;

/** Configuration: one JSON text against a schema. */
#define HSW_EXT_CONFIG "org.hookswitch.config/1"
typedef struct hsw_config {
  uint32_t size, flags;

  /** The JSON Schema (a subset) of the configuration. [static] A property with "format": "hookswitch-secret" holds the NAME of a
   *  secret, never its value. [any] */
  hsw_str (*HSW_NULLABLE schema)(void *HSW_NULLABLE ctx);

  /** Takes the configuration as a whole, or (HSW_E_INVAL) not at all. Calls go on. [loop] */
  hsw_status (*HSW_NULLABLE apply)(void *HSW_NULLABLE ctx, hsw_action a, hsw_str json, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_config;

/** State that outlives the process. Never a secret. */
#define HSW_EXT_STATE "org.hookswitch.state/1"
typedef struct hsw_state {
  uint32_t size, flags;

  /** Writes the state. HSW_OK, or an error if the sink said stop. [loop] */
  hsw_status (*HSW_NULLABLE save)(void *HSW_NULLABLE ctx, const hsw_sink *s);

  /** Reads what save wrote, perhaps in another version; refuses anything else and stays usable. [loop] */
  hsw_status (*HSW_NULLABLE load)(void *HSW_NULLABLE ctx, const hsw_source *s);
  HSW_FUTURE_
} hsw_state;

/** Audio through rings that the host gives. A call's rings carry its own far end and nobody else, also in a group: the host mixes.
 *  A network that mixes a group itself says HSW_CI_AUDIO_PORT of one of its calls and takes it from the others. */
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
#define HSW_SLOT_CONCEALED 2u   /**< Made up in place of a lost frame. */
#define HSW_SLOT_GAP_BEFORE 4u  /**< A frame is missing before this one. */
/** The head of a slot of a ring; its samples follow. */
typedef struct hsw_slot {
  uint32_t bytes, flags;  /* bytes of samples; HSW_SLOT_... */
  uint64_t mono_ns;
} hsw_slot;

/** The control block of a ring: shared, 64-aligned, touched only through the inline atomics of hookswitch/ring.h. */
typedef struct hsw_ring_ctl {
  uint32_t head, flush, overruns, pad0[13];   /* the producer's; everything before `flush` is void (barge-in) */
  uint32_t tail, waiting, underruns, pad1[13]; /* the consumer's; `waiting`: it sleeps and wants wake_fd written */
} hsw_ring_ctl;

/** One process's view of a ring with one producer and one consumer. */
typedef struct hsw_ring {
  uint32_t size, flags;
  uint32_t n_slots;     /* a power of two */
  uint32_t slot_bytes;  /* 16 + samples; a multiple of 16 */
  int32_t wake_fd;      /* an eventfd; -1 none; may serve many rings */
  uint32_t reserved;
  hsw_ring_ctl *HSW_NULLABLE ctl;
  unsigned char *HSW_NULLABLE slots;
  HSW_FUTURE_
} hsw_ring;

typedef struct hsw_audio {
  uint32_t size, flags;

  /** The formats that the call can have, best first, `stride` bytes apart. `inout_n`: in, the room; out, how many there are. Too short:
   *  HSW_E_RANGE with *inout_n set, so that the host asks again. [loop] */
  hsw_status (*HSW_NULLABLE formats)(
      void *HSW_NULLABLE ctx, hsw_call c, hsw_audio_format *HSW_NULLABLE out, uint32_t stride, uint32_t *inout_n);

  /** Connects the call's audio to two rings, whose control blocks and slots [borrowed until detach returns]. [loop] */
  hsw_status (*HSW_NULLABLE attach)(
      void *HSW_NULLABLE ctx, hsw_call c, const hsw_audio_format *f, const hsw_ring *to_net, const hsw_ring *from_net);

  /** Disconnects them: after it returns, control blocks and slots are gone. Comes for a call that is over, or was forgotten, too; destroy
   *  disconnects what is left. [loop] */
  void (*HSW_NULLABLE detach)(void *HSW_NULLABLE ctx, hsw_call c);

  /** Whether the audio is this instance's (1) or not (0). [loop] */
  void (*HSW_NULLABLE active)(void *HSW_NULLABLE ctx, uint32_t on);

  /** The host's media clock, once a frame for all calls of the instance. Optional. [media] */
  void (*HSW_NULLABLE tick)(void *HSW_NULLABLE ctx, uint64_t mono_ns);
  HSW_FUTURE_
} hsw_audio;

/** The watchdog's question. */
#define HSW_EXT_HEALTH "org.hookswitch.health/1"
typedef struct hsw_health {
  uint32_t size, flags;

  /** Are you there? Done: yes. [loop] */
  hsw_status (*HSW_NULLABLE ping)(void *HSW_NULLABLE ctx, hsw_action a, uint32_t deadline_ms);
  HSW_FUTURE_
} hsw_health;

/** Counters, and of a call its media statistics, as JSON. */
#define HSW_EXT_DIAG "org.hookswitch.diag/1"
typedef struct hsw_diag {
  uint32_t size, flags;

  /** Writes one JSON object about the instance (id 0) or about a call; a higher `level` tells more. [loop] */
  hsw_status (*HSW_NULLABLE dump)(void *HSW_NULLABLE ctx, hsw_call c_or_none, uint32_t level, const hsw_sink *json);
  HSW_FUTURE_
} hsw_diag;

/** A far end for tests, which does nothing unasked. What the test-peer begins or dials is driven by its orders alone. */
#define HSW_EXT_TESTPEER "org.hookswitch.test-peer/1"
#define HSW_ORDER_RING 1u
#define HSW_ORDER_ANSWER 2u
#define HSW_ORDER_DECLINE 3u
#define HSW_ORDER_BUSY 4u
#define HSW_ORDER_END 5u
#define HSW_ORDER_HOLD 6u
#define HSW_ORDER_RESUME 7u
#define HSW_ORDER_DTMF 8u           /**< arg: the digits */
#define HSW_ORDER_VANISH 9u         /**< Never answer again, as a dead network does. */
#define HSW_ORDER_TONE 10u          /**< arg: Hz */
#define HSW_ORDER_SILENCE 11u
#define HSW_ORDER_ECHO 12u
#define HSW_ORDER_ASK_TRANSFER 13u  /**< arg: the handle to which the far end asks us to go */
typedef struct hsw_test_peer {
  uint32_t size, flags;

  /** Fills in whom the kit may call (handle_kind, handle; strings [life]) so that the far end does nothing unasked. [loop] */
  hsw_status (*HSW_NULLABLE dialable)(void *HSW_NULLABLE ctx, hsw_call_info *out);

  /** Makes a far end call us: report_incoming comes, with `from` and its `replaces`. [loop] */
  hsw_status (*HSW_NULLABLE call)(void *HSW_NULLABLE ctx, const hsw_call_info *from);

  /** Makes the far end of `c` do `what` (HSW_ORDER_...). HSW_E_RANGE for an unknown order, HSW_E_STATE for one that the call's state
   *  does not allow, HSW_E_NOTSUP for one that this far end cannot follow. [loop] */
  hsw_status (*HSW_NULLABLE order)(void *HSW_NULLABLE ctx, hsw_call c, uint32_t what, hsw_str arg);

  /** Writes one JSON object with what the far end sees: state held muted digits group tone cause transferred. Of ended calls too,
   *  until reset. [loop] */
  hsw_status (*HSW_NULLABLE observe)(void *HSW_NULLABLE ctx, hsw_call c, const hsw_sink *json);
  HSW_FUTURE_
} hsw_test_peer;

/* -------------------------------------------------------------------------------------------------------- the host's extensions
 *
 * Their first argument is hsw_host.ctx. Any function may be NULL, but for those of host-loop. */

/** A loop to live on: file descriptors, timers, the clock. Every host offers this. */
#define HSW_HEXT_LOOP "org.hookswitch.host-loop/1"
#define HSW_FD_READ 1u
#define HSW_FD_WRITE 2u
#define HSW_FD_ERROR 4u  /**< Always watched for. */
typedef struct hsw_host_loop {
  uint32_t size, flags;

  /** Watches `fd` (level-triggered) and calls cb(arg, fd, HSW_FD_... that are so) on [loop]. [loop] */
  hsw_status (*HSW_NULLABLE add_fd)(
      void *HSW_NULLABLE ctx, int fd, uint32_t events, void (*cb)(void *HSW_NULLABLE arg, int fd, uint32_t ev),
      void *HSW_NULLABLE arg);

  /** Changes what is watched for. [loop] */
  hsw_status (*HSW_NULLABLE mod_fd)(void *HSW_NULLABLE ctx, int fd, uint32_t events);

  /** Stops watching: no callback for `fd` after it returns. To be called before close. [loop] */
  hsw_status (*HSW_NULLABLE del_fd)(void *HSW_NULLABLE ctx, int fd);

  /** Calls cb(arg, t) on [loop] after `after_ns`, and then every `period_ns_or_0`; missed periods fire once. *out is set before the
   *  first call. A timer that fired and has no period is gone by itself. [loop] */
  hsw_status (*HSW_NULLABLE add_timer)(
      void *HSW_NULLABLE ctx, uint64_t after_ns, uint64_t period_ns_or_0, void (*cb)(void *HSW_NULLABLE arg, hsw_timer t),
      void *HSW_NULLABLE arg, hsw_timer *out);

  /** Stops a timer: no callback after it returns. HSW_E_STALE if it is gone already. [loop] */
  hsw_status (*HSW_NULLABLE del_timer)(void *HSW_NULLABLE ctx, hsw_timer t);

  /** Now, in nanoseconds: CLOCK_BOOTTIME, or the virtual time of a test. [any] */
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

  /** Whether anybody wants messages of this level: ask before making one that costs something. [any] */
  uint32_t (*HSW_NULLABLE enabled)(void *HSW_NULLABLE ctx, uint32_t level);

  /** One message, without a line end and without a secret. [any] */
  void (*HSW_NULLABLE log)(void *HSW_NULLABLE ctx, uint32_t level, hsw_str topic, hsw_str msg);

  /** One message of a network protocol as it went over the wire (outgoing 1) or came (0), for traces: wanted when `enabled` says so of
   *  HSW_LOG_TRACE. [any] */
  void (*HSW_NULLABLE wire)(
      void *HSW_NULLABLE ctx, hsw_call c_or_none, uint64_t mono_ns, uint32_t outgoing, hsw_str protocol, hsw_str text);
  HSW_FUTURE_
} hsw_host_log;

/** Which thread is this? For assertions. */
#define HSW_HEXT_THREADS "org.hookswitch.host-threads/1"
typedef struct hsw_host_threads {
  uint32_t size, flags;

  /** 1 on the instance's [loop] thread, else 0. [any] */
  uint32_t (*HSW_NULLABLE is_loop)(void *HSW_NULLABLE ctx);

  /** 1 on a [media] thread, else 0. [any] */
  uint32_t (*HSW_NULLABLE is_media)(void *HSW_NULLABLE ctx);
  HSW_FUTURE_
} hsw_host_threads;

/** What a transport with transfer tells the host beyond completions. */
#define HSW_HEXT_TRANSFER "org.hookswitch.host-transfer/1"
typedef struct hsw_host_transfer {
  uint32_t size, flags;

  /** How a pending transfer goes, e.g. SIP 180; the action's deadline starts anew. [any] */
  hsw_status (*HSW_NULLABLE report_progress)(
      void *HSW_NULLABLE ctx, hsw_action a, uint64_t mono_ns, int32_t native, hsw_str text);

  /** The far end of `c` asks us to call `to`. `verdict` follows and, if accepted, a start with the same `to`. [any] */
  hsw_status (*HSW_NULLABLE report_request)(void *HSW_NULLABLE ctx, hsw_call c, uint64_t mono_ns, const hsw_call_info *to);
  HSW_FUTURE_
} hsw_host_transfer;

/** Secrets: a configuration names a key, never a value. */
#define HSW_HEXT_SECRETS "org.hookswitch.host-secrets/1"
typedef struct hsw_host_secrets {
  uint32_t size, flags;

  /** Fetches the secret. HSW_OK or HSW_PENDING: cb(arg, status, value) comes once, on [loop], never inside this call, before
   *  destroy; its `value` is borrowed. [loop] */
  hsw_status (*HSW_NULLABLE get)(
      void *HSW_NULLABLE ctx, hsw_str key, void (*cb)(void *HSW_NULLABLE arg, hsw_status s, hsw_str value), void *HSW_NULLABLE arg);
  HSW_FUTURE_
} hsw_host_secrets;

/* -------------------------------------------------------------------------------------------------------------------- the note
 *
 * The ELF note by which a host knows what is in a file without running it: section .note.hookswitch, one note per descriptor. At file
 * scope of one C file:   HSW_NOTE("org.example.mine", "1.2.0", 0);   The flags are those of hsw_entry. */

#define HSW_NOTE_OWNER "Hookswitch"
#define HSW_NOTE_TYPE 1u
/** The note as it lies in the file: the ELF note header, the owner's name, and 108 bytes of description. */
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
