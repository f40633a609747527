/* MonkeyDirectory: the sample of a Call Directory extension in CallKit, as a plugin for Hookswitch.
 *
 * Its functions have the names and the order of that sample: begin_request asks is_incremental first, and then either sends everything or
 * what has changed since. Read it from the bottom up. Nothing here runs when a call comes in: the host asks its own table. */
#include <hookswitch/directory.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID "org.hookswitch.example-monkey"
/* The domain and the code with which it cancels a request, as an NSError has them. */
#define DOMAIN "MonkeyDirectory"
enum { REQUEST_FAILED = 7 };

typedef const hsw_directory_context context;

static hsw_str str(const char *text) {
  hsw_str s = {text, strlen(text)};
  return s;
}

/* ---------------------------------------------------------------------------------------------------------------- the directory's data
 *
 * The first edition blocks a robocaller's hundred lines and identifies two numbers. The second edition is the next update. */

enum { FIRST_EDITION = 1, SECOND_EDITION = 2 };

typedef struct labelled {
  int64_t number;
  const char *label;
} labelled;

static const int64_t first_line = 12025550100, last_line = 12025550199;
static const labelled first_labels[] = {{18775550101, "Telemarketer"}, {18885550102, "Local business"}};

static const int64_t blocked_later[] = {13125550123};
static const int64_t blocked_no_more[] = {12025550142};
static const labelled labelled_later[] = {{14085550178, "New local business"}};
static const int64_t labelled_no_more[] = {18885550102};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Reads the next batch of blocked numbers behind *last, in ascending order; returns their count, 0 at the end.
 *
 * A directory may have millions of numbers, and its process has a gigabyte: a real one reads a few thousand at a time from its database. */
#define BATCH 32
static size_t next_blocked(int64_t *last, int64_t batch[BATCH]) {
  size_t count = 0;
  int64_t number = *last < first_line ? first_line : *last + 1;
  while (count < BATCH && number <= last_line) batch[count++] = number++;
  if (count) *last = batch[count - 1];
  return count;
}

/* --------------------------------------------------------------------------------------------------------------------- the request
 *
 * Each function of the context checks its entry at once. The first status that is not HSW_OK ends the request, and the host keeps the
 * entries that it had. */

static hsw_status add_all_blocking_phone_numbers(context *to) {
  int64_t batch[BATCH], last = 0;
  size_t count, i;
  while ((count = next_blocked(&last, batch)) > 0)
    for (i = 0; i < count; i++) {
      hsw_status status = to->add_blocking(to->ctx, batch[i]);
      if (status != HSW_OK) return status;
    }
  return HSW_OK;
}

static hsw_status add_labels(context *to, const labelled *labels, size_t count) {
  size_t i;
  for (i = 0; i < count; i++) {
    hsw_status status = to->add_identification(to->ctx, labels[i].number, str(labels[i].label));
    if (status != HSW_OK) return status;
  }
  return HSW_OK;
}

static hsw_status add_all_identification_phone_numbers(context *to) { return add_labels(to, first_labels, COUNT(first_labels)); }

/* The removals of an update count before its additions, and each of the four lists ascends by itself. */
static hsw_status add_or_remove_incremental_blocking_phone_numbers(context *to) {
  hsw_status status = HSW_OK;
  size_t i;
  for (i = 0; i < COUNT(blocked_later) && status == HSW_OK; i++) status = to->add_blocking(to->ctx, blocked_later[i]);
  for (i = 0; i < COUNT(blocked_no_more) && status == HSW_OK; i++) status = to->remove_blocking(to->ctx, blocked_no_more[i]);
  return status;
}

static hsw_status add_or_remove_incremental_identification_phone_numbers(context *to) {
  hsw_status status = add_labels(to, labelled_later, COUNT(labelled_later));
  size_t i;
  for (i = 0; i < COUNT(labelled_no_more) && status == HSW_OK; i++) status = to->remove_identification(to->ctx, labelled_no_more[i]);
  return status;
}

/* Fails on purpose, as the member "fail" of the settings says, after some good entries. None of them counts. */
static hsw_status fail_on_purpose(context *to, hsw_str settings) {
  if (settings.n && strstr(settings.p, "\"order\"")) {
    to->add_blocking(to->ctx, 12025550111);
    return to->add_blocking(to->ctx, 12025550110); /* HSW_E_INVAL: below the number before */
  }
  if (settings.n && strstr(settings.p, "\"cancel\"")) {
    to->add_blocking(to->ctx, 12025550111);
    return to->cancel(to->ctx, str(DOMAIN), REQUEST_FAILED, str("the list of numbers is out of date"));
  }
  if (settings.n && strstr(settings.p, "\"crash\"")) abort(); /* the host and its calls go on */
  return HSW_OK;
}

/* The counterpart of requestFailed(for:withError:) of CXCallDirectoryExtensionContextDelegate. */
static void request_failed(const char *step, hsw_status status) { fprintf(stderr, "MonkeyDirectory: %s: status %d\n", step, status); }

static hsw_status begin_request(context *to, hsw_str settings, hsw_why *why) {
  char token[16];
  hsw_status status;
  int32_t expired = 0;
  int edition = FIRST_EDITION;
  (void)why; /* errors are the host's, or are sent with cancel */

  if (settings.n && strstr(settings.p, "\"fail\"")) {
    status = fail_on_purpose(to, settings);
    if (status != HSW_OK) request_failed("an entry", status);
    return status;
  }

  /* The token of the last request that counted tells which edition the host has. */
  if (to->is_incremental(to->ctx)) {
    edition = SECOND_EDITION;
    if (to->token.n && atoi(to->token.p) == SECOND_EDITION) {
      status = HSW_OK; /* nothing has changed since */
    } else {
      status = add_or_remove_incremental_blocking_phone_numbers(to);
      if (status == HSW_OK) status = add_or_remove_incremental_identification_phone_numbers(to);
    }
  } else {
    status = add_all_blocking_phone_numbers(to);
    if (status == HSW_OK) status = add_all_identification_phone_numbers(to);
  }
  if (status != HSW_OK) {
    request_failed("an entry", status);
    return status;
  }

  snprintf(token, sizeof token, "%d", edition);
  status = to->complete(to->ctx, str(token), &expired);
  if (status != HSW_OK) request_failed("complete", status);
  if (expired) fprintf(stderr, "MonkeyDirectory: expired: the host had given up, and nothing counts\n");
  return status;
}

/* The host gives up. begin_request needs no word of it: from now on every function returns HSW_E_CANCELLED. */
static void cancel(void) {}

/* ----------------------------------------------------------------------------------------------------------------------- the plugin */

#define STR(literal) {literal, sizeof literal - 1}
static const hsw_directory_descriptor descriptor = {
    sizeof(hsw_directory_descriptor), 0, STR(ID), STR("MonkeyDirectory"), STR("1.0"), STR("Apache-2.0")};
static const hsw_directory_entry the_entry = {sizeof(hsw_directory_entry), 0, &descriptor, begin_request, cancel};

HSW_EXPORT hsw_status hookswitch_directory_query(hsw_directory_query *q) {
  if (!q || q->size < sizeof *q || q->magic != HSW_MAGIC) return HSW_E_INVAL;
  q->entry = NULL;
  if (q->major_min > HSW_ABI_MAJOR || q->major_max < HSW_ABI_MAJOR) {
    snprintf(q->reason, sizeof q->reason, "MonkeyDirectory speaks version 1 of the ABI");
    return HSW_E_VERSION;
  }
  q->chosen_major = HSW_ABI_MAJOR;
  q->chosen_minor = 1; /* the first version with directories */
  q->entry = &the_entry;
  return HSW_OK;
}
