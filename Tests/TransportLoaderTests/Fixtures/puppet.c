/* A transport for stories: it keeps each action until a text says how it ends, and says the words that a text says. The texts are
 * configurations: {"do":"done KIND CALL CODE"}, "state CALL STATE", "ended CALL REASON", "incoming KIND HANDLE NAME LOCAL DIVERTED ID MORE",
 * "reset", "restart" and "nothing". CALL is the number of a call in the order in which they came; an empty field of "incoming" is "-", and
 * each byte of a field that is no letter or digit is written as %XX. */
#include <hookswitch/transport.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define S(text) {text, sizeof(text) - 1}
#define MOST 4096

HSW_NOTE("org.example.puppet", "1.0.0", 0u);

enum { START, ANSWER, END, SET_HELD, SET_MUTED, SET_GROUP, PLAY, TRANSFER, DEFLECT };
typedef struct kept { struct kept *next; hsw_action action; uint64_t call; int kind; } kept;
typedef struct {
  hsw_instance table;
  const hsw_host *host;
  const hsw_host_loop *loop;
  uint64_t calls[MOST], minted;
  unsigned count;
  kept *first;
} state;

static uint64_t now(state *s) { return s->loop->now_ns(s->host->ctx); }

static hsw_status keep(void *ctx, hsw_action a, hsw_call c, int kind) {
  state *s = ctx;
  kept *new = malloc(sizeof *new), **end = &s->first;
  *new = (kept){NULL, a, c.id, kind};
  while (*end) end = &(*end)->next;
  *end = new;
  return HSW_PENDING;
}
static void forget(state *s) {
  while (s->first) {
    kept *next = s->first->next;
    free(s->first);
    s->first = next;
  }
  s->count = 0;
}
static void add(state *s, uint64_t call) { if (s->count < MOST) s->calls[s->count++] = call; }

static hsw_status start(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t d) {
  (void)to, (void)d;
  add(ctx, c.id);
  return keep(ctx, a, c, START);
}
static hsw_status answer(void *ctx, hsw_action a, hsw_call c, uint32_t d) { (void)d; return keep(ctx, a, c, ANSWER); }
static hsw_status end(void *ctx, hsw_action a, hsw_call c, hsw_end_why why, uint32_t d) { (void)why, (void)d; return keep(ctx, a, c, END); }
static void shown(void *ctx, hsw_call c) { (void)ctx, (void)c; }
static void cancel(void *ctx, hsw_action a) {
  state *s = ctx;
  for (kept **at = &s->first; *at; at = &(*at)->next)
    if ((*at)->action.id == a.id) {
      kept *old = *at;
      *at = old->next;
      free(old);
      return;
    }
}
static hsw_status decline(void *ctx, hsw_action a, hsw_call c, const hsw_decline *why, uint32_t d) { (void)why, (void)d; return keep(ctx, a, c, END); }
static const hsw_calls calls = {sizeof calls, 0, start, answer, end, shown, cancel, decline};

static hsw_status set_held(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t d) { (void)on, (void)d; return keep(ctx, a, c, SET_HELD); }
static const hsw_hold hold = {sizeof hold, 0, set_held};
static hsw_status set_muted(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t d) { (void)on, (void)d; return keep(ctx, a, c, SET_MUTED); }
static const hsw_mute mute = {sizeof mute, 0, set_muted};
static hsw_status set_group(void *ctx, hsw_action a, hsw_call c, hsw_call with, uint32_t d) { (void)with, (void)d; return keep(ctx, a, c, SET_GROUP); }
static const hsw_group group = {sizeof group, 0, set_group};
static hsw_status play(void *ctx, hsw_action a, hsw_call c, hsw_str digits, uint32_t kind, uint32_t d) { (void)digits, (void)kind, (void)d; return keep(ctx, a, c, PLAY); }
static const hsw_dtmf dtmf = {sizeof dtmf, 0, play};
static hsw_status blind(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t d) { (void)to, (void)d; return keep(ctx, a, c, TRANSFER); }
static hsw_status attended(void *ctx, hsw_action a, hsw_call c, hsw_call with, uint32_t d) { (void)with, (void)d; return keep(ctx, a, c, TRANSFER); }
static hsw_status verdict(void *ctx, hsw_call c, uint32_t accepted, const hsw_error *e) { (void)ctx, (void)c, (void)accepted, (void)e; return HSW_OK; }
static const hsw_transfer transfer = {sizeof transfer, 0, blind, attended, verdict};
static hsw_status deflected(void *ctx, hsw_action a, hsw_call c, const hsw_call_info *to, uint32_t d) { (void)to, (void)d; return keep(ctx, a, c, DEFLECT); }
static const hsw_deflect deflect = {sizeof deflect, 0, deflected};

/* Completes the oldest action of a kind and a call. */
static void done(state *s, int kind, uint64_t call, int code) {
  for (kept **at = &s->first; *at; at = &(*at)->next) {
    if ((*at)->kind != kind || (*at)->call != call) continue;
    kept *found = *at;
    *at = found->next;
    const hsw_error e = {sizeof e, 0, code, 0, 0, 0, S(""), S("")};
    s->host->action_done(s->host->ctx, found->action, now(s), code == 0 ? NULL : &e);
    free(found);
    return;
  }
}

static int digit(char c) { return c >= 'A' ? c - 'A' + 10 : c - '0'; }
/* Reads the next field, in place. */
static hsw_str field(char **text) {
  char *begin = *text, *end = begin + strcspn(begin, " \""), *out = begin;
  for (char *at = begin; at < end;) {
    const int is_escaped = *at == '%';
    *out++ = is_escaped ? (char)(digit(at[1]) << 4 | digit(at[2])) : *at;
    at += is_escaped ? 3 : 1;
  }
  *text = *end ? end + 1 : end;
  const size_t length = (size_t)(out - begin);
  *out = 0;
  return length == 1 && begin[0] == '-' ? (hsw_str){NULL, 0} : (hsw_str){begin, length};
}
static void incoming(state *s, char *text) {
  hsw_call_info info = {0};
  info.size = sizeof info;
  info.handle_kind = field(&text);
  info.handle = field(&text);
  info.display_name = field(&text);
  info.local_handle = field(&text);
  info.diverted_from = field(&text);
  info.correlation_id = field(&text);
  info.extra_json = field(&text);
  const hsw_call call = {0x8000000000000000u | ++s->minted};
  add(s, call.id);
  s->host->report_incoming(s->host->ctx, call, now(s), &info);
}

static hsw_str schema(void *ctx) { (void)ctx; return (hsw_str)S("{\"type\":\"object\"}"); }
static hsw_status apply(void *ctx, hsw_action a, hsw_str json, uint32_t d) {
  state *s = ctx;
  (void)a, (void)d;
  char text[4096];
  if (json.n >= sizeof text || json.n < 8) return HSW_E_INVAL;
  memcpy(text, json.p, json.n);
  text[json.n] = 0;
  char *say = text + 7; /* after {"do":" */
  unsigned kind = 0, call = 0, value = 0;
  int code = 0;
  if (sscanf(say, "done %u %u %d", &kind, &call, &code) == 3 && call < s->count) done(s, (int)kind, s->calls[call], code);
  else if (sscanf(say, "state %u %u", &call, &value) == 2 && call < s->count) s->host->report_state(s->host->ctx, (hsw_call){s->calls[call]}, now(s), value);
  else if (sscanf(say, "ended %u %u", &call, &value) == 2 && call < s->count) s->host->report_ended(s->host->ctx, (hsw_call){s->calls[call]}, now(s), value, NULL);
  else if (!strncmp(say, "incoming ", 9)) incoming(s, say + 9);
  else if (!strncmp(say, "reset", 5)) {
    forget(s);
    s->host->report_reset(s->host->ctx, NULL);
  }
  else if (!strncmp(say, "restart", 7)) s->host->request_restart(s->host->ctx, (hsw_str)S("the story says so"));
  return HSW_OK;
}
static const hsw_config config = {sizeof config, 0, schema, apply};

static hsw_status init(void *ctx, hsw_why *why) {
  state *s = ctx;
  (void)why;
  s->loop = s->host->get_extension(s->host->ctx, HSW_HEXT_LOOP);
  return s->loop ? HSW_OK : HSW_E_FAIL;
}
static hsw_status activate(void *ctx, hsw_why *why) { (void)ctx, (void)why; return HSW_OK; }
static hsw_status deactivate(void *ctx, uint32_t drain_ms) { (void)ctx, (void)drain_ms; return HSW_OK; }
static void reset(void *ctx) { forget(ctx); }
static void destroy(void *ctx) {
  forget(ctx);
  free(ctx);
}
static const void *get_extension(void *ctx, const char *id) {
  static const struct { const char *id; const void *table; } all[] = {
    {HSW_EXT_CALLS, &calls}, {HSW_EXT_HOLD, &hold}, {HSW_EXT_MUTE, &mute}, {HSW_EXT_GROUP, &group}, {HSW_EXT_DTMF, &dtmf},
    {HSW_EXT_TRANSFER, &transfer}, {HSW_EXT_DEFLECT, &deflect}, {HSW_EXT_CONFIG, &config}};
  (void)ctx;
  for (size_t at = 0; at < sizeof all / sizeof *all; at++) if (!strcmp(id, all[at].id)) return all[at].table;
  return NULL;
}

static const hsw_str capabilities[] = {S("voice"), S("calls"), S("hold"), S("mute"), S("group"), S("dtmf"), S("transfer"), S("deflect"), S("config")};
static const hsw_str kinds[] = {S("tel"), S("sip"), S("mailto"), S("generic")};
static const hsw_descriptor it = {sizeof it, 0, S("org.example.puppet"), S("Puppet"), S("Example"), S("1.0.0"), S("Apache-2.0"), S(""),
  capabilities, 9, 0, kinds, 4, 0};
static const hsw_descriptor *descriptor(uint32_t index) { return index == 0 ? &it : NULL; }
static hsw_status load(hsw_str path) { (void)path; return HSW_OK; }
static void unload(void) {}
static hsw_status create(hsw_str id, const hsw_host *host, hsw_str json, const hsw_instance **out, hsw_why *why) {
  (void)id, (void)json, (void)why;
  state *s = calloc(1, sizeof *s);
  s->host = host;
  s->table = (hsw_instance){sizeof s->table, 0, s, init, activate, deactivate, reset, destroy, get_extension};
  *out = &s->table;
  return HSW_OK;
}
static const hsw_entry entry = {sizeof entry, 0, 1, 0, descriptor, load, unload, create};
hsw_status hookswitch_transport_query(hsw_query *query) {
  query->chosen_major = 1;
  query->entry = &entry;
  return HSW_OK;
}
