/* directory.c - a call directory that keeps every rule of directory.h, and its mutants: directories.tsv describes each fault.
 *
 * It blocks and names forty numbers. Its settings are {"count": N} for another amount. With -DREF_THREAD it sends its entries from a
 * thread of its own, after begin_request has returned HSW_PENDING. */
#include <hookswitch/directory.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../mutant.h"
#ifdef WRONG_EXAMPLE
#include "../Wrong/example.h"
#endif

#define STR(literal) {literal, sizeof literal - 1}
#ifndef REF_THREAD
#define REF_THREAD 0
#endif

enum { usual_count = 40, largest_count = 20000000 };
static const int64_t first_number = 442079460000;
static const char own_token[] = "ref/1";
static const char second_token[] = "ref/2"; /* of d24 */

static const hsw_directory_context *host;
static long count;

static int is(hsw_str text, const char *other) { return text.n == strlen(other) && memcmp(text.p, other, text.n) == 0; }

static hsw_str string(const char *text) { return (hsw_str){text, strlen(text)}; }

/* A function that answers an error is not tried again, and ends the request. */
static int is_tried_again(hsw_status status) {
  if (MUTANT(d36)) return status != HSW_OK && status != HSW_E_CANCELLED;
  return MUTANT(d37) && status == HSW_E_CANCELLED;
}

static hsw_status add_blocking(int64_t number) {
  hsw_status status;
  do status = host->add_blocking(host->ctx, number);
  while (is_tried_again(status));
  return MUTANT(d35) ? HSW_OK : status;
}

static hsw_status add_label(int64_t number, const char *label) {
  hsw_status status;
  do status = host->add_identification(host->ctx, number, string(label));
  while (is_tried_again(status));
  return MUTANT(d35) ? HSW_OK : status;
}

/* Sends everything: in an incremental request after all removals. */
static hsw_status send_all(void) {
  hsw_status status = HSW_OK;
  int is_changing = host->is_incremental(host->ctx) && !MUTANT(d25);
  if (is_changing && !MUTANT(d26)) {
    status = host->remove_all_blocking(host->ctx);
    if (status == HSW_OK) status = host->remove_all_identification(host->ctx);
  }
  for (long place = 0; place < count && status == HSW_OK; place++) {
    int64_t number = first_number + 10 * (MUTANT(d05) && place == 7 ? 5 : place);
    char label[300];
    snprintf(label, sizeof label, MUTANT(d08) && place == 7 ? "Caller\n%ld" : "Caller %ld", place);
    if (MUTANT(d10) && place == 7) memset(label, 'x', 299), label[299] = 0;
    status = add_blocking(MUTANT(d09) && place == 0 ? 0 : number);
    if (MUTANT(d06) && place == 7 && status == HSW_OK) status = add_blocking(number);
    if (status == HSW_OK) status = add_label(number, label);
    if (MUTANT(d07) && place == 7 && status == HSW_OK) status = add_label(number, label);
    if (place == 3 && status == HSW_OK) status = add_label(number, "Second name");
    if (MUTANT(d41) && place == count - 1) count++;
  }
  if (is_changing && MUTANT(d26)) return host->remove_all_blocking(host->ctx);
  if (MUTANT(d11) && status == HSW_OK) status = host->remove_blocking(host->ctx, first_number);
  return status;
}

/* Sends the changes since the last request that counted: there are none, so the first number goes and comes again. */
static hsw_status send_changes(void) {
  if (MUTANT(d23)) raise(SIGSEGV);
  hsw_status status = host->remove_blocking(host->ctx, first_number);
  if (MUTANT(d24) && is(host->token, second_token)) return status;
  if (status == HSW_OK) status = add_blocking(first_number);
  if (MUTANT(d22) && status == HSW_OK) status = add_label(first_number, "Another caller");
  return status;
}

static hsw_status complete(void) {
  int32_t expired = 0;
  const char *token = MUTANT(d27) ? "ref\n1" : MUTANT(d24) && host->is_incremental(host->ctx) ? second_token : own_token;
  hsw_status status;
  do status = host->complete(host->ctx, string(token), &expired);
  while (MUTANT(d40) && (status != HSW_OK || expired));
  return status;
}

static hsw_status make_request(void) {
  int is_own = is(host->token, own_token) || (MUTANT(d24) && is(host->token, second_token));
  int is_changing = host->is_incremental(host->ctx);
  if (MUTANT(d20) && host->token.n != 0) raise(SIGSEGV);
  if (MUTANT(d28) && host->token.n > 64) raise(SIGSEGV);
  if (MUTANT(d43)) exit(0);
  if (MUTANT(d12)) return HSW_OK;
  hsw_status status;
  if (is_own && is_changing) status = send_changes();
  else if (MUTANT(d21) && is_own) status = HSW_OK;
  else if (MUTANT(d29) && host->token.n != 0 && !is_own && !is_changing) status = HSW_OK;
  else status = send_all();
  if (status == HSW_OK) status = complete();
  if (status != HSW_OK) return status;
  if (MUTANT(d15)) complete();
  if (MUTANT(d16)) host->add_blocking(host->ctx, HSW_DIRECTORY_NUMBER_MAX);
  if (MUTANT(d17)) raise(SIGSEGV);
  if (MUTANT(d18)) exit(3);
  if (MUTANT(d19)) pause();
  return MUTANT(d14) ? HSW_E_FAIL : HSW_OK;
}

static void *work(void *nothing) {
  hsw_status status = make_request();
  /* After the host has given up, this tells it that the plugin has ended too. */
  if (status != HSW_OK && !MUTANT(d39)) host->cancel(host->ctx, string("ref"), status, string("the request failed"));
  return nothing;
}

/* Reads {"count": N}; an empty text and {} mean the usual count. Returns the reason of a refusal, or NULL. */
static const char *read_settings(hsw_str settings) {
  char text[64];
  int end = 0;
  count = usual_count;
  if (MUTANT(d30) || settings.n == 0) return NULL;
  if (MUTANT(d32) && settings.p[0] != '{') raise(SIGSEGV);
  if (settings.n >= sizeof text) return "settings: there are other members than \"count\"";
  memcpy(text, settings.p, settings.n);
  text[settings.n] = 0;
  sscanf(text, " { } %n", &end);
  if (end == 0) sscanf(text, " { \"count\" : %ld } %n", &count, &end);
  if ((size_t)end == settings.n && count > 0 && count <= largest_count) return NULL;
  return settings.p[0] == '{' ? "settings: \"count\" must be the only member, a number from 1 to 20000000" : "settings: they must be an object";
}

#ifdef WRONG_EXAMPLE
#include "wrong.c"
#endif

static hsw_status begin_request(const hsw_directory_context *context, hsw_str settings, hsw_why *why) {
  host = context;
#ifdef WRONG_EXAMPLE
  hsw_status answer;
  if (wrong_request(settings, &answer)) return answer;
#endif
  if (MUTANT(d33)) fprintf(stderr, "settings: %.*s\n", (int)settings.n, settings.p);
  const char *reason = read_settings(settings);
  if (reason != NULL) {
    if (MUTANT(d34)) snprintf(why->text, sizeof why->text, "wrong settings: %.*s", (int)settings.n, settings.p);
    else if (!MUTANT(d31)) snprintf(why->text, sizeof why->text, "%s", reason);
    return HSW_E_INVAL;
  }
  if (MUTANT(d13)) return HSW_PENDING;
  if (!REF_THREAD) return make_request();
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL) != 0) return HSW_E_NOMEM;
  pthread_detach(thread);
  return HSW_PENDING;
}

/* The functions answer HSW_E_CANCELLED: that is all that this directory needs to stop. */
static void hear_cancel(void) {
  if (MUTANT(d38)) raise(SIGSEGV);
}

static const hsw_directory_descriptor descriptor = {
    .size = sizeof descriptor,
#if MUTANT(d01)
    .id = STR("Org Example Ref"),
#else
    .id = STR("org.hookswitch.ref-directory"),
#endif
    .name = STR("Reference"),
    .version = STR("1.0.0"),
    .license = STR("Apache-2.0"),
};

static const hsw_directory_entry entry = {
    .size = sizeof entry,
    .descriptor = MUTANT(d02) ? NULL : &descriptor,
    .begin_request = MUTANT(d03) ? NULL : begin_request,
    .cancel = hear_cancel,
};

#if MUTANT(d42)
__attribute__((constructor)) static void die(void) { raise(SIGSEGV); }
#endif

HSW_EXPORT hsw_status hookswitch_directory_query(hsw_directory_query *query) {
  if (query == NULL || query->size < sizeof *query || query->magic != HSW_MAGIC) return HSW_E_INVAL;
  if (query->major_min > HSW_ABI_MAJOR || query->major_max < HSW_ABI_MAJOR) {
    snprintf(query->reason, sizeof query->reason, "needs a host of version %d", HSW_ABI_MAJOR);
    return HSW_E_VERSION;
  }
  query->chosen_major = MUTANT(d04) ? 9 : HSW_ABI_MAJOR;
  query->chosen_minor = query->minor < HSW_ABI_MINOR ? query->minor : HSW_ABI_MINOR;
  query->entry = &entry;
#ifdef WRONG_EXAMPLE
  query->entry = wrong_entry(&entry);
#endif
  return HSW_OK;
}
