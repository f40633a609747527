/* directory.h - the Hookswitch directory ABI, since version 1.1 of transport.h.
 *
 * A call directory tells the host which telephone numbers to block, and what to call others. A plugin is a shared object that exports ONE
 * function, hookswitch_directory_query; it may export hookswitch_transport_query too. The host never loads a directory's code itself: a
 * confined process of its own loads the plugin, makes one request, and ends. The conventions of transport.h (tags, ownership, strings,
 * structs, results, unwinding, versions) hold here too. A program that writes records to its standard output can do the same without this
 * header.
 *
 * ORDER OF A REQUEST
 *
 *   query -> begin_request -> add_..., remove_... -> complete or cancel
 *
 *   - One request per process. The plugin ends it with exactly one complete or cancel: before begin_request returns HSW_OK, or later, from
 *     any thread, after begin_request has returned HSW_PENDING.
 *   - Nothing counts before complete. After a failure, a cancel or an end of the process the old entries stay.
 *   - Numbers are E.164 without "+", as whole numbers from 1 to HSW_DIRECTORY_NUMBER_MAX. Those of add_blocking ascend strictly, and so do
 *     those of remove_blocking and of remove_identification. Those of add_identification ascend; a number may come several times with
 *     different labels. The four lists may come in any order among each other.
 *   - A request that is not incremental replaces all entries of the directory, and has no removal. In an incremental one removals count
 *     before additions; remove_all_... comes before everything else of its kind.
 *   - The first entry that breaks a rule gets HSW_E_INVAL (order, label, a number twice), HSW_E_RANGE (number) or HSW_E_STATE (a removal
 *     that is not allowed now), and the request has failed: every later function returns HSW_E_STATE. The host reports entry and number.
 *   - When the host gives up (its deadline, a person's cancel, its end), the functions return HSW_E_CANCELLED, and the host calls `cancel`
 *     of the entry once. The process has two seconds to end.
 *
 * NETWORK   A plugin has none, unless the directory's configuration has "network": true.
 */
#ifndef HSW_DIRECTORY_H
#define HSW_DIRECTORY_H

#include "hookswitch/transport.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

/** The largest number of a directory; the smallest is 1. */
#define HSW_DIRECTORY_NUMBER_MAX INT64_C(9223372036854775806)
/** The longest label in bytes, without its NUL. A label has at least one byte, and no control character. */
#define HSW_DIRECTORY_LABEL_MAX 256u
/** The longest token in bytes, without its NUL. A token has no control character. */
#define HSW_DIRECTORY_TOKEN_MAX 1014u

/** A directory. [static] */
typedef struct hsw_directory_descriptor {
  uint32_t size, flags;
  hsw_str id;       /* reverse-DNS, [a-z0-9.-]{3,64} */
  hsw_str name;     /* for people: "Spam numbers" */
  hsw_str version;  /* of the plugin, e.g. "0.3.1" */
  hsw_str license;  /* SPDX */
  HSW_FUTURE_
} hsw_directory_descriptor;

/** A request, as the plugin sees it. [life]: valid until the process ends. No function is NULL in a host of this version. All functions
 *  are [any]; those that send entries may wait until the host has read earlier ones. */
typedef struct hsw_directory_context {
  uint32_t size, flags;
  void *HSW_NULLABLE ctx;  /* the first argument of every function here */
  hsw_str directory;       /* the directory's id in the host's configuration */
  hsw_str token;           /* the token of the last request that counted; empty: none */

  /** Returns 1 when the request changes the present entries, 0 when it replaces them. [any] */
  int32_t (*HSW_NULLABLE is_incremental)(void *HSW_NULLABLE ctx);

  /** Blocks a number. [any] */
  hsw_status (*HSW_NULLABLE add_blocking)(void *HSW_NULLABLE ctx, int64_t number);

  /** Gives a number a label. [any] */
  hsw_status (*HSW_NULLABLE add_identification)(void *HSW_NULLABLE ctx, int64_t number, hsw_str label);

  /** Blocks a number no more; a number that is not blocked is no error. [any] */
  hsw_status (*HSW_NULLABLE remove_blocking)(void *HSW_NULLABLE ctx, int64_t number);

  /** Blocks no number of before any more. [any] */
  hsw_status (*HSW_NULLABLE remove_all_blocking)(void *HSW_NULLABLE ctx);

  /** Takes all labels of a number back; a number without labels is no error. [any] */
  hsw_status (*HSW_NULLABLE remove_identification)(void *HSW_NULLABLE ctx, int64_t number);

  /** Takes all labels of before back. [any] */
  hsw_status (*HSW_NULLABLE remove_all_identification)(void *HSW_NULLABLE ctx);

  /** Ends the request: its entries count. `token` comes back in the next request; it may be empty. HSW_OK: the host took it; *expired
   *  is 1 when the host had given up before, and nothing counts. HSW_E_INVAL for a token that is too long or has a control character.
   *  [any] */
  hsw_status (*HSW_NULLABLE complete)(void *HSW_NULLABLE ctx, hsw_str token, int32_t *HSW_NULLABLE expired);

  /** Ends the request: nothing of it counts, and the host reports `code` of `domain` with the message. [any] */
  hsw_status (*HSW_NULLABLE cancel)(void *HSW_NULLABLE ctx, hsw_str domain, int64_t code, hsw_str message);
  HSW_FUTURE_
} hsw_directory_context;

/** The entry points of a directory. [static] */
typedef struct hsw_directory_entry {
  uint32_t size, flags;  /* no flag is defined */
  const hsw_directory_descriptor *HSW_NULLABLE descriptor;

  /** Makes one request, with the member "settings" of the directory's configuration as one JSON text (empty: none). HSW_OK: the plugin has
   *  called complete or cancel. HSW_PENDING: it will, from another thread. An error cancels the request; `why` has the reason.
   *  [loop] */
  hsw_status (*HSW_NULLABLE begin_request)(const hsw_directory_context *context, hsw_str config_json, hsw_why *why);

  /** Tells that the host has given the request up. It may come while begin_request runs. Optional. [any] */
  void (*HSW_NULLABLE cancel)(void);
  HSW_FUTURE_
} hsw_directory_entry;

/** The negotiation of a version, as hsw_query. The host allocates and zeroes it, and fills in the fields marked "in". */
typedef struct hsw_directory_query {
  uint32_t size;                                  /* in */
  uint32_t magic;                                 /* in: HSW_MAGIC */
  uint32_t major_min, major_max;                  /* in: the major versions that the host speaks */
  uint32_t minor;                                 /* in: the host's minor version of major_max; at least 1 */
  uint32_t chosen_major, chosen_minor;            /* out: within the range; at major_max, chosen_minor <= minor */
  uint32_t reserved;
  const hsw_directory_entry *HSW_NULLABLE entry;  /* out: [static] */
  char reason[160];                               /* out, on refusal: one line for a person */
  HSW_FUTURE_
} hsw_directory_query;

/** The ONE symbol that a directory exports. Its results are those of hookswitch_transport_query. [loader] */
HSW_EXPORT hsw_status hookswitch_directory_query(hsw_directory_query *HSW_NULLABLE q);

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#ifdef __cplusplus
}
#endif
#endif /* HSW_DIRECTORY_H */
