/* ref_entry.c - the entry: the note, the query, the descriptor, create. */

#if !WRONG(5)
HSW_NOTE(REF_ID, REF_VERSION, 0);
#endif

#define STR(literal) {literal, sizeof literal - 1}
static const hsw_str capabilities[] = {STR("voice"),    STR("calls"),  STR("hold"),  STR("mute"),   STR("dtmf"), STR("group"),
                                       STR("transfer"), STR("deflect"), STR("line"), STR("config"), STR("state"), STR("audio"),
                                       STR("health"),   STR("diag"),   STR("test-peer"), STR("handover")};
static const hsw_str handle_kinds[] = {STR("tel"), STR("generic")};

static const hsw_descriptor the_descriptor = {
    .size = sizeof(hsw_descriptor),
    .id = STR(REF_ID),
#if MUTANT(m18_latin1)
    .name = STR("R\351f\351rence"),
#elif MUTANT(m18_nul)
    .name = {"Reference", 3},
#else
    .name = STR(REF_NAME),
#endif
    .vendor = STR("Hookswitch"),
#if MUTANT(m07)
    .version = STR("9.9.9"),
#else
    .version = STR(REF_VERSION),
#endif
    .license = STR("Apache-2.0"),
    .url = STR(""),
    .capabilities = capabilities,
    .n_capabilities = sizeof capabilities / sizeof *capabilities,
    .max_calls = MAX_CALLS,
    .handle_kinds = handle_kinds,
    .n_handle_kinds = sizeof handle_kinds / sizeof *handle_kinds,
};
enum { DESCRIPTORS = MUTANT(m18_twice) ? 2 : 1 };

static const hsw_descriptor *entry_descriptor(uint32_t index) {
  if (index >= DESCRIPTORS) return NULL;
  if (MUTANT(x318)) return fault_descriptor_anew(&the_descriptor);
  if (MUTANT(x321)) return fault_descriptor_following(&the_descriptor);
  return &the_descriptor;
}

static hsw_entry changing_entry; /* for x324 */
static _Atomic int loads; /* read by create, which may run on any thread; no instance lives when it drops to 0 */

static hsw_status entry_load(hsw_str dso_path) {
  static int was_unloaded;
  (void)dso_path;
  if (MUTANT(m74)) {
    if (was_unloaded && !loads) return HSW_E_STATE;
    was_unloaded = 1;
  }
  loads++;
  if (MUTANT(x306)) fault_keep(dso_path);
  if (MUTANT(x308)) fault_touch();
  if (MUTANT(x324)) changing_entry.flags ^= 0x100;
  if (MUTANT(m08)) load_epoch++; /* live instances belong to the epoch before */
  fault_at_load();
  fault_at(AT_LOAD, NULL);
  return HSW_OK;
}

static void entry_unload(void) {
  if (MUTANT(x234)) loads = 0;
  fault_at(AT_UNLOAD, NULL);
  if (loads) loads--;
  if (MUTANT(x306) || MUTANT(x311)) fault_touch();
}

static hsw_status entry_create(hsw_str id, const hsw_host *host, hsw_str config_json, const hsw_instance **made, hsw_why *why) {
  char wrong[160];
  instance *in;
  if (!loads) return fail(why, HSW_E_STATE, "load comes before create");
  if (MUTANT(x311) && !equals(id, REF_ID)) fault_keep(id);
  if (MUTANT(x239) && id.n == sizeof REF_ID - 1 && !strncasecmp(id.p, REF_ID, id.n)) id = str(REF_ID);
  if (!equals(id, REF_ID) && !MUTANT(m19)) return fail(why, HSW_E_INVAL, "there is no such transport here, only " REF_ID);
  if (MUTANT(m14) && host->size != sizeof *host) return fail(why, HSW_E_INVAL, "the host is of another version");
  in = calloc(1, sizeof *in);
  if (!in) return fail(why, HSW_E_NOMEM, "out of memory");
  if (MUTANT(m13)) in->host = *host;
  copy_table(&in->host, sizeof in->host, host);
  if (in->host.flags & HSW_MUST && !MUTANT(x18)) {
    free(in);
    return fail(why, HSW_E_NOTSUP, "the host requests something that version 1.0 does not know");
  }
  in->settings.delay_ms = 5; /* for m46, which reads over the present settings */
  in->settings.max_calls = MAX_CALLS;
  if (!read_settings(&in->settings, config_json, wrong, sizeof wrong)) {
    fault_at(AT_REFUSED_CREATE, in);
    free(in);
    return fail(why, HSW_E_INVAL, wrong);
  }
  if (MUTANT(x301)) fault_keep(config_json);
  make_instance(in);
  if (!wrong_made(in, host)) {
    free(in);
    return fail(why, HSW_E_INVAL, "the host is of another version");
  }
  fault_at(AT_CREATE, in);
  in->faults.load_epoch = load_epoch;
  if (MUTANT(m20)) {
    const hsw_host_log *log = host_extension(in, HSW_HEXT_LOG);
    if (log && log->log) log->log(in->host.ctx, HSW_LOG_INFO, str("reference"), str("made"));
  }
  *made = &in->table;
  return HSW_OK;
}

static const hsw_entry the_entry = {
    .size = sizeof(hsw_entry),
    .n_descriptors = DESCRIPTORS,
    .descriptor = entry_descriptor,
    .load = entry_load,
    .unload = entry_unload,
    .create = entry_create,
};

enum { QUERY_BYTES = offsetof(hsw_query, reason) + sizeof(((hsw_query *)0)->reason) }; /* of version 1.0 */

static hsw_status refuse(hsw_query *q) {
  if (!MUTANT(m11_silent))
    snprintf(q->reason, sizeof q->reason, "this transport speaks version 1.0 of the transport ABI, the host %u to %u",
             (unsigned)q->major_min, (unsigned)q->major_max);
  return HSW_E_VERSION;
}

HSW_EXPORT hsw_status hookswitch_transport_query(hsw_query *q) {
  uint32_t lowest;
  hsw_status answer;
  if (wrong_query(q, &answer)) return answer;
  fault_at(AT_QUERY, NULL);
  if (!q) return HSW_E_INVAL;
  if (MUTANT(m12)) memset(&q->chosen_major, 0, QUERY_BYTES - offsetof(hsw_query, chosen_major));
  if (MUTANT(x235) && q->size >= 1024) return HSW_E_INVAL;
  if (q->size < QUERY_BYTES) return HSW_E_INVAL; /* `size` first: a shorter query has no magic */
  if (MUTANT(x236) && (q->magic ^ HSW_MAGIC) == 0x10000000) q->magic = HSW_MAGIC;
  if (q->magic != HSW_MAGIC && !MUTANT(m57)) return HSW_E_INVAL;
  q->entry = NULL;
  lowest = q->major_min;
  if (MUTANT(m10) && lowest < 99) lowest = HSW_ABI_MAJOR;
  if (MUTANT(m11_any) && lowest >= 99) lowest = HSW_ABI_MAJOR;
  if (lowest > HSW_ABI_MAJOR || q->major_max < HSW_ABI_MAJOR) return refuse(q);
  q->chosen_major = MUTANT(x237) ? q->major_max : HSW_ABI_MAJOR;
  q->chosen_minor = MUTANT(m56) ? 7 : 0; /* the lowest minor version, so never above the host's */
  q->entry = &the_entry;
  if (MUTANT(x324)) {
    changing_entry = the_entry;
    q->entry = &changing_entry;
  }
  if (MUTANT(x308)) fault_keep_struct(q);
  wrong_chosen(q);
  if (MUTANT(x238)) {
    static hsw_entry copies[2];
    static unsigned asked;
    copies[asked & 1] = the_entry;
    q->entry = &copies[asked++ & 1];
  }
  return HSW_OK;
}

#if MUTANT(m03)
HSW_EXPORT extern const char not_a_function[16] __asm__("hookswitch_transport_query");
const char not_a_function[16] = "data";
#endif
