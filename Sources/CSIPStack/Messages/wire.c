/* Traces messages. sofia-sip prints them in pieces, framed by rules, to a process-wide logger. Each thread knows its stack and reassembles
 * that stack's messages. All other entries of the library's log are dropped. */
#include "wire.h"

#include "../stack.h"
#include "secrets.h"

#include <sofia-sip/su_log.h>
#include <sofia-sip/tport.h>
#include <sofia-sip/tport_tag.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MESSAGE_MAX 65536

/* A message in assembly: `recv` or `send` announces it, a rule begins its text, a second rule ends it. */
typedef struct {
  csip_stack *stack;
  size_t bytes, line_bytes;
  int is_outgoing, is_secret;
  int is_rule; /* the line began with a print whose format is a rule, not with a message's text */
  enum { OUTSIDE, ANNOUNCED, INSIDE } place;
  char text[MESSAGE_MAX], line[MESSAGE_MAX];
} assembly;

static __thread assembly *current;

/* The library's frame of a message. It is searched in the format, because a message's line may look the same. */
static const char rule[] = "------------------------------";

/* Finds the value of Call-ID, or of its short form. */
static void find_call_id(const char *text, char *room, size_t bytes) {
  *room = 0;
  for (const char *line = text; line && *line; line = strchr(line, '\n')) {
    if (*line == '\n') line++;
    size_t skip = strncasecmp(line, "Call-ID", 7) == 0 ? 7 : (*line | 32) == 'i' ? 1 : 0;
    if (!skip) continue;
    const char *value = line + skip + strspn(line + skip, " \t");
    if (*value++ != ':') continue;
    value += strspn(value, " \t");
    snprintf(room, bytes, "%.*s", (int)strcspn(value, "\r\n"), value);
    return;
  }
}

static void take_line(assembly *a) {
  const char *line = a->line;
  const size_t indent = strncmp(line, "   ", 3) == 0 ? 3 : 0;
  const int is_rule = a->is_rule;
  if (is_rule && a->place == ANNOUNCED) {
    a->place = INSIDE;
    a->bytes = 0;
    a->is_secret = 0;
  } else if (is_rule && a->place == INSIDE) {
    char call_id[256];
    a->text[a->bytes] = 0;
    find_call_id(a->text, call_id, sizeof call_id);
    csip_turn(a->stack);
    a->stack->reports.wire(a->stack->reports.context, (uint32_t)a->is_outgoing, call_id, a->text, a->bytes);
    a->place = OUTSIDE;
  } else if (a->place == INSIDE) {
    const size_t n = strlen(line + indent);
    if (a->bytes + n + 2 > sizeof a->text) return;
    csip_secrets_hide(a->line + indent, &a->is_secret);
    memcpy(a->text + a->bytes, line + indent, n);
    a->bytes += n;
    a->text[a->bytes++] = '\n';
  } else if (strncmp(line, "send ", 5) == 0 || strncmp(line, "recv ", 5) == 0) {
    a->place = ANNOUNCED;
    a->is_outgoing = line[0] == 's';
  }
}

static void logged(void *stream, char const *format, va_list arguments) {
  (void)stream;
  assembly *a = current;
  if (!a) return;
  va_list copy;
  va_copy(copy, arguments);
  const int is_known = csip_tls_heard(a->stack, format, copy);
  va_end(copy);
  if (is_known || !a->stack->reports.is_traced) return;
  const int is_rule = strstr(format, rule) != NULL;
  char piece[4096];
  int n = vsnprintf(piece, sizeof piece, format, arguments);
  if (n < 0) return;
  if ((size_t)n >= sizeof piece) n = (int)sizeof piece - 1;
  for (int i = 0; i < n; i++) {
    if (piece[i] == '\n') {
      a->line[a->line_bytes] = 0;
      take_line(a);
      a->line_bytes = 0;
      a->is_rule = 0;
    } else if (a->line_bytes + 1 < sizeof a->line && piece[i] != '\r') {
      if (a->line_bytes == 0) a->is_rule = is_rule;
      a->line[a->line_bytes++] = piece[i];
    }
  }
}

void csip_wire_redirect(void) { su_log_redirect(NULL, logged, NULL); }

void csip_wire_open(csip_stack *stack) {
  current = calloc(1, sizeof *current);
  if (current) current->stack = stack;
}

void csip_wire_close(void) {
  free(current);
  current = NULL;
}

void csip_wire_set(csip_stack *stack, int is_on) {
  stack->reports.is_traced = is_on && stack->reports.wire;
  if (stack->sockets) tport_set_params(stack->sockets, TPTAG_LOG(stack->reports.is_traced), TAG_END());
  /* A message that was cut off by the end of the trace does not begin the next one. */
  if (current) current->place = OUTSIDE, current->line_bytes = 0;
}
