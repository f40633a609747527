/* The plugin's entry. From the bottom up: the query, the descriptor, and a request. */
#include "numbers.h"
#include <stdlib.h>
#include <string.h>

#define ID "@ID@"

/* The codes with which this directory cancels a request; the host reports them with the domain. */
enum { CANNOT_OPEN_LIST = 1, WRONG_LIST = 2 };

/* Set once the host has given up. Atomic, because `cancel` may come on any thread, also while begin_request runs. */
static int is_cancelled;

static hsw_str str(const char *text) {
  hsw_str s = {text, strlen(text)};
  return s;
}

static hsw_status cancel_request(const hsw_directory_context *to, int64_t code, const char *message) {
  return to->cancel(to->ctx, str(ID), code, str(message));
}

/* Returns the list's edition, which is the highest of its lines; -1 for a list with a fault. */
static int64_t edition_of(numbers *list) {
  int64_t highest = 0;
  entry it;
  int found;
  while ((found = numbers_next(list, &it)) > 0)
    if (it.edition > highest) highest = it.edition;
  numbers_rewind(list);
  return found < 0 ? -1 : highest;
}

/* Returns the edition that the host has; 0 when the request must send everything. */
static int64_t edition_of_host(const hsw_directory_context *from, int64_t newest) {
  int64_t edition;
  if (!from->is_incremental(from->ctx) || from->token.n == 0) return 0;
  edition = strtoll(from->token.p, NULL, 10);
  return edition > 0 && edition <= newest ? edition : 0; /* the list may have been replaced by an older one */
}

/* Sends an entry. The entries that the host may have of its number go first. */
static hsw_status send_entry(const hsw_directory_context *to, const entry *it, int is_change) {
  hsw_status status = HSW_OK;
  if (is_change) status = to->remove_blocking(to->ctx, it->number);
  if (is_change && status == HSW_OK) status = to->remove_identification(to->ctx, it->number);
  if (status != HSW_OK || it->state == GONE) return status;
  if (it->state == BLOCKED) return to->add_blocking(to->ctx, it->number);
  return to->add_identification(to->ctx, it->number, str(it->label));
}

/* Sends the entries that changed after an edition; those of edition 0 are all. */
static hsw_status send_entries(const hsw_directory_context *to, numbers *list, int64_t since) {
  hsw_status status = HSW_OK;
  entry it;
  /* A request for changes that gets everything nevertheless. */
  if (since == 0 && to->is_incremental(to->ctx)) {
    status = to->remove_all_blocking(to->ctx);
    if (status == HSW_OK) status = to->remove_all_identification(to->ctx);
  }
  while (status == HSW_OK && numbers_next(list, &it) > 0) {
    if (__atomic_load_n(&is_cancelled, __ATOMIC_RELAXED)) return HSW_E_CANCELLED;
    if (it.edition > since) status = send_entry(to, &it, since > 0);
  }
  return status;
}

static hsw_status begin_request(const hsw_directory_context *context, hsw_str config_json, hsw_why *why) {
  char path[PATH_BYTES], fault[FAULT_BYTES], token[24];
  int64_t newest;
  int32_t expired = 0;
  hsw_status status;
  numbers list;
  if (!read_settings(config_json, path, fault)) {
    snprintf(why->text, sizeof why->text, "%s", fault); /* every host that knows directories has a hsw_why of at least this size */
    return HSW_E_INVAL;
  }
  if (!numbers_open(&list, path)) return cancel_request(context, CANNOT_OPEN_LIST, list.fault);
  newest = edition_of(&list);
  if (newest < 0) {
    numbers_close(&list);
    return cancel_request(context, WRONG_LIST, list.fault);
  }
  status = send_entries(context, &list, edition_of_host(context, newest));
  numbers_close(&list);
  if (status != HSW_OK) return status; /* the host reports the entry that it refused */
  snprintf(token, sizeof token, "%lld", (long long)newest);
  status = context->complete(context->ctx, str(token), &expired);
  if (expired) fprintf(stderr, "the host had given up: nothing counts\n");
  return status;
}

static void cancel(void) { __atomic_store_n(&is_cancelled, 1, __ATOMIC_RELAXED); }

#define STR(literal) {literal, sizeof literal - 1}
static const hsw_directory_descriptor descriptor = {
    sizeof(hsw_directory_descriptor), 0, STR(ID), STR("@NAME@"), STR("0.1.0"), STR("Apache-2.0")};
static const hsw_directory_entry the_entry = {sizeof(hsw_directory_entry), 0, &descriptor, begin_request, cancel};

HSW_EXPORT hsw_status hookswitch_directory_query(hsw_directory_query *q) {
  const uint32_t ours = HSW_ABI_MINOR;
  if (!q || q->size < sizeof *q || q->magic != HSW_MAGIC) return HSW_E_INVAL; /* `size` first: a shorter query has no magic */
  q->entry = NULL;
  if (q->major_min > HSW_ABI_MAJOR || q->major_max < HSW_ABI_MAJOR) {
    snprintf(q->reason, sizeof q->reason, "this directory speaks version 1 of the ABI, the host %u to %u", (unsigned)q->major_min,
             (unsigned)q->major_max);
    return HSW_E_VERSION;
  }
  q->chosen_major = HSW_ABI_MAJOR;
  /* The host's minor version of a lower major is unknown; directories exist since minor 1. */
  q->chosen_minor = q->major_max > HSW_ABI_MAJOR ? 1 : q->minor < ours ? q->minor : ours;
  q->entry = &the_entry;
  return HSW_OK;
}
