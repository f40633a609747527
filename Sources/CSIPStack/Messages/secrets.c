/* Hides secrets in traced messages: answers to challenges, from which a password can be guessed, and media keys. */
#include "secrets.h"

#include <string.h>
#include <strings.h>

static void blank(char *text, size_t bytes) { memset(text, '*', bytes); }

/* Blanks a parameter's value, quoted or not. */
static void blank_value(char *value) {
  if (*value == '"') {
    value++;
    blank(value, strcspn(value, "\""));
  } else {
    blank(value, strcspn(value, ", \t"));
  }
}

static void blank_parameters(char *line) {
  static const char *const names[] = {"response", "cnonce", "rspauth"};
  for (char *at = line; *at; at++) {
    if (at > line && !strchr(", \t:", at[-1])) continue;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      const size_t length = strlen(names[i]);
      if (strncasecmp(at, names[i], length) != 0) continue;
      char *value = at + length + strspn(at + length, " \t");
      if (*value != '=') continue;
      value++;
      blank_value(value + strspn(value, " \t"));
    }
  }
}

/* The start of the value of a header with credentials; NULL for any other line. */
static char *credentials(char *line) {
  static const char *const names[] = {"Authorization", "Proxy-Authorization", "Authentication-Info", "Proxy-Authentication-Info"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const size_t length = strlen(names[i]);
    if (strncasecmp(line, names[i], length) != 0) continue;
    char *colon = line + length + strspn(line + length, " \t");
    if (*colon == ':') return colon + 1 + strspn(colon + 1, " \t");
  }
  return NULL;
}

/* The start of a key that fills the rest of an SDP line (RFC 8839 section 5.4, RFC 4566 section 5.12); NULL if there is none. */
static char *key_of(char *line) {
  static const char *const names[] = {"a=ice-pwd:", "k="};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const size_t length = strlen(names[i]);
    if (strncasecmp(line, names[i], length) == 0) return line + length;
  }
  return NULL;
}

void csip_secrets_hide(char *line, int *is_within) {
  char *whole = key_of(line);
  if (whole) blank(whole, strlen(whole));
  char *key = strncasecmp(line, "a=crypto:", 9) == 0 ? strstr(line, "inline:") : NULL;
  for (; key; key = strstr(key, "inline:")) {
    key += 7;
    blank(key, strcspn(key, "| ;"));
  }
  /* A folded header continues on a line that begins with a space. */
  if (*is_within && (*line == ' ' || *line == '\t')) return blank_parameters(line);
  char *value = credentials(line);
  *is_within = value != NULL;
  if (!value) return;
  /* The syntax of schemes other than Digest is unknown: blank all but the name. Authentication-Info has no scheme. */
  const int is_proof = strncasecmp(line, "Authent", 7) == 0 || strncasecmp(line, "Proxy-Authent", 13) == 0;
  if (is_proof || !*value || strncasecmp(value, "Digest", 6) == 0) return blank_parameters(value);
  value += strcspn(value, " \t");
  blank(value, strlen(value));
}
