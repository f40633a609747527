/* A directory whose settings are its script: one JSON string of commands, separated by ";". A "|" separates the
 * script of a request that replaces all entries from that of changes. Each command may name the status that it must
 * get, as in "=-2 b 5"; the process exits with 9 when it gets another. */
#include <hookswitch/directory.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define S(text) {text, sizeof text - 1}

static const hsw_directory_context *context;
static char script[65536];
static int cancels[2];

static void hears_cancel(void) {
  if (write(cancels[1], "x", 1) != 1) _exit(8);
}

static void check(int expects, long expected, long status) {
  if (!expects || status == expected) return;
  fprintf(stderr, "status %ld, not %ld\n", status, expected);
  _exit(9);
}

static hsw_status flood(long count) {
  hsw_status status = HSW_OK;
  for (long number = 1; number <= count && status == HSW_OK; number++) status = context->add_blocking(context->ctx, number);
  return status;
}

/* Runs a command; returns its status. */
static long run(char *command) {
  void *ctx = context->ctx;
  char *rest = strchr(command, ' ');
  if (rest) *rest++ = 0;
  long long number = rest ? strtoll(rest, NULL, 10) : 0;
  char *label = rest ? strchr(rest, ' ') : NULL;
  hsw_str text = {label ? label + 1 : "", label ? strlen(label + 1) : 0};
  if (!strcmp(command, "b")) return context->add_blocking(ctx, number);
  if (!strcmp(command, "i")) return context->add_identification(ctx, number, text);
  if (!strcmp(command, "newline")) return context->add_identification(ctx, number, (hsw_str)S("a\nblock\t7"));
  if (!strcmp(command, "none")) return context->add_identification(ctx, number, (hsw_str){NULL, 4});
  if (!strcmp(command, "token")) return context->add_identification(ctx, number, context->token);
  if (!strcmp(command, "name")) return context->add_identification(ctx, number, context->directory);
  if (!strcmp(command, "incremental")) return context->is_incremental(ctx);
  if (!strcmp(command, "rb")) return context->remove_blocking(ctx, number);
  if (!strcmp(command, "ri")) return context->remove_identification(ctx, number);
  if (!strcmp(command, "RB")) return context->remove_all_blocking(ctx);
  if (!strcmp(command, "RI")) return context->remove_all_identification(ctx);
  if (!strcmp(command, "flood")) return flood((long)number);
  if (!strcmp(command, "x")) return context->cancel(ctx, (hsw_str)S("shop"), number, text);
  if (!strcmp(command, "c") || !strcmp(command, "expired")) {
    int32_t expired = -1;
    long status = context->complete(ctx, (hsw_str){rest ? rest : "", rest ? strlen(rest) : 0}, &expired);
    if (status == HSW_OK) check(1, !strcmp(command, "expired"), expired);
    return status;
  }
  if (!strcmp(command, "cancelled")) {
    char byte;
    return read(cancels[0], &byte, 1) == 1 ? 0 : -1;
  }
  if (!strcmp(command, "mark")) {
    FILE *file = fopen(rest, "w");
    if (file) fclose(file);
    return file ? 0 : -1;
  }
  if (!strcmp(command, "print")) return puts("block\t77") < 0;
  /* The process may be the first of its namespace, which signals of its own do not end. */
  if (!strcmp(command, "segv")) return *(volatile int *)8;
  if (!strcmp(command, "exit")) exit((int)number);
  if (!strcmp(command, "hang")) pause();
  if (!strcmp(command, "memory")) return malloc((size_t)number << 20) == NULL;
  return HSW_E_FAIL;
}

static void *work(void *rest) {
  for (char *command; (command = strsep((char **)&rest, ";")) != NULL;) {
    int expects = command[0] == '=';
    long expected = expects ? strtol(command + 1, &command, 10) : 0;
    check(expects, expected, run(command + strspn(command, " ")));
  }
  return NULL;
}

static hsw_status begin_request(const hsw_directory_context *given, hsw_str settings, hsw_why *why) {
  context = given;
  if (settings.n < 2 || settings.p[0] != '"') {
    snprintf(why->text, sizeof why->text, "the settings are not a string");
    return HSW_E_INVAL;
  }
  snprintf(script, sizeof script, "%.*s", (int)settings.n - 2, settings.p + 1);
  if (pipe(cancels) != 0) return HSW_E_NOMEM;
  char *begin = script, *changes = strchr(script, '|');
  if (changes) *changes++ = 0;
  if (changes && given->is_incremental(given->ctx)) begin = changes;
  if (strncmp(begin, "later;", 6) != 0) {
    work(begin);
    return HSW_OK;
  }
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, begin + 6) != 0) return HSW_E_NOMEM;
  /* The process may end before the thread does. */
  pthread_detach(thread);
  return HSW_PENDING;
}

static const hsw_directory_descriptor descriptor = {
    sizeof descriptor, 0, S("org.example.fixture"), S("Fixture"), S("1.0"), S("MIT")};
static const hsw_directory_entry entry = {
    sizeof entry, 0,
#ifdef NO_DESCRIPTOR
    NULL,
#else
    &descriptor,
#endif
    begin_request, hears_cancel};

#ifdef DIES
__attribute__((constructor)) static void dies(void) { __builtin_trap(); }
#endif

#ifndef NO_ENTRY
hsw_status hookswitch_directory_query(hsw_directory_query *query) {
  if (query == NULL || query->size < sizeof *query || query->magic != HSW_MAGIC) return HSW_E_INVAL;
#ifdef FUTURE
  snprintf(query->reason, sizeof query->reason, "needs version 2");
  return HSW_E_VERSION;
#endif
  query->chosen_major = 1;
  query->chosen_minor = 1;
  query->entry = &entry;
  return HSW_OK;
}
#endif
