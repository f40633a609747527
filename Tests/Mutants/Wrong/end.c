/* Wrong/end.c - the hooks of the reference plugin, with what the rule's adapter has put in. */

#ifndef HAS_TABLE
static const void *adapter_table(const char *id, const void *table) { return (void)id, table; }
#endif

#ifndef HAS_QUERY
static int wrong_query(hsw_query *q, hsw_status *answer) { return (void)q, (void)answer, 0; }
#endif

#ifndef HAS_CHOSEN
static void wrong_chosen(hsw_query *q) { (void)q; }
#endif

static const void *shim_get_extension(void *ctx, const char *id) { return adapter_table(id, instance_get_extension(ctx, id)); }

static int wrong_made(instance *in, const hsw_host *host) {
  static unsigned next;
  shadow *s = calloc(1, sizeof *s);
  if (!s) return 0;
  s->ref = in;
  s->host = s->frame.host = in->host;
  s->frame.socket = -1;
  shadows[next++ % (sizeof shadows / sizeof *shadows)] = s;
  in->faults.shadow = s;
  in->table.get_extension = shim_get_extension;
#ifdef ADAPTER_MADE
  ADAPTER_MADE(in);
#endif
#ifdef HAS_CREATE
  return wrong_create(in, host);
#else
  return (void)host, 1;
#endif
}
