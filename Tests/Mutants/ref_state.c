/* ref_state.c - the state that outlives the process: the number of calls, and the last number dialed. A head of 16 bytes (a magic
 * word, the version, the length and a checksum of the rest) precedes two counters of 8 bytes and the number. */

enum { STATE_VERSION = 1, COUNTERS = 16 };
#define STATE_WORD 0x74736672u /* "rfst" */

typedef struct head {
  uint32_t word, version, length, checksum;
} head;

static uint32_t checksum(const unsigned char *p, size_t n) {
  uint32_t sum = 2166136261u;
  for (size_t i = 0; i < n; i++) sum = (sum ^ p[i]) * 16777619u;
  return sum;
}

static hsw_status state_save(void *ctx, const hsw_sink *sink) {
  instance *in = ctx;
  out o = {sink, 0};
  size_t n = COUNTERS + in->last_dialed.n;
  unsigned char *body;
  head first = {STATE_WORD, STATE_VERSION, (uint32_t)n, 0};
  fault_lock();
  if (in->phase < IDLE) return HSW_E_STATE;
  body = malloc(n);
  if (!body) return HSW_E_NOMEM;
  memcpy(body, &in->outgoing, 8);
  memcpy(body + 8, &in->incoming, 8);
  if (in->last_dialed.n) memcpy(body + COUNTERS, in->last_dialed.p, in->last_dialed.n);
  first.checksum = checksum(body, n);
  put(&o, &first, sizeof first);
  put(&o, body, n);
  free(body);
  return o.has_stopped ? HSW_E_FAIL : HSW_OK;
}

/* Reads up to n bytes, as many as there are. A source may give a few at a time. */
static size_t take(const hsw_source *source, void *to, size_t n) {
  size_t had = 0;
  while (had < n) {
    int64_t more = source->read ? source->read(source->ctx, (char *)to + had, n - had) : -1;
    if (more <= 0 || (uint64_t)more > n - had) break;
    had += (size_t)more;
    if (MUTANT(m47)) break;
  }
  return had;
}

static hsw_status read_body(instance *in, const head *first, const hsw_source *source, unsigned char *body) {
  text dialed = {0};
  hsw_str number = {(const char *)body + COUNTERS, first->length - COUNTERS};
  char behind;
  if (take(source, body, first->length) != first->length || take(source, &behind, 1)) return HSW_E_INVAL;
  if (checksum(body, first->length) != first->checksum || !is_text(number)) return HSW_E_INVAL;
  if (!keep_text(&dialed, number)) return HSW_E_NOMEM;
  drop_text(&in->last_dialed);
  if (MUTANT(x13)) drop_text(&dialed); /* forgets what it read */
  in->last_dialed = dialed;
  memcpy(&in->outgoing, body, 8);
  memcpy(&in->incoming, body + 8, 8);
  return HSW_OK;
}

static hsw_status state_load(void *ctx, const hsw_source *source) {
  instance *in = ctx;
  hsw_status status;
  unsigned char *body;
  head first;
  fault_lock();
  if (in->phase < IDLE) return HSW_E_STATE;
  if (take(source, &first, sizeof first) != sizeof first) return HSW_E_INVAL;
  if (MUTANT(m48)) { /* trusts the length */
    unsigned char start[64];
    memset(start, 0, sizeof start);
    first.version += checksum(start, first.length) == 0;
  }
  if (first.word != STATE_WORD || first.version != STATE_VERSION) return HSW_E_INVAL;
  if (first.length < COUNTERS || first.length > COUNTERS + HSW_STR_MAX) return HSW_E_INVAL;
  body = malloc(first.length);
  if (!body) return HSW_E_NOMEM;
  status = read_body(in, &first, source, body);
  free(body);
  return status;
}

const hsw_state state_table = {.size = sizeof(hsw_state), .save = state_save, .load = state_load};
