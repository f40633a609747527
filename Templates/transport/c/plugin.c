/* The plugin's entry. From the bottom up: the query, the descriptor, the entry table, and an instance's life cycle. */
#include "instance.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The note that a host reads from the file without running it. */
HSW_NOTE(ID, VERSION, 0);

static hsw_status fail(hsw_why *why, hsw_status code, const char *text) {
  if (why->size >= offsetof(hsw_why, text)) why->code = code;
  if (why->size > offsetof(hsw_why, text)) {
    size_t room = why->size < sizeof *why ? why->size - offsetof(hsw_why, text) : sizeof why->text;
    snprintf(why->text, room, "%s", text);
  }
  return code;
}

static hsw_status instance_init(void *ctx, hsw_why *why) {
  instance *in = ctx;
  if (in->phase != CREATED) return HSW_E_STATE;
  in->phase = FAILED;
  if (in->host.get_extension) copy_table(&in->loop, sizeof in->loop, in->host.get_extension(in->host.ctx, HSW_HEXT_LOOP));
  if (!in->loop.add_timer) return fail(why, HSW_E_NOTSUP, "the host offers no " HSW_HEXT_LOOP);
  in->phase = IDLE;
  return HSW_OK;
}

static hsw_status instance_activate(void *ctx, hsw_why *why) {
  instance *in = ctx;
  (void)why;
  if (in->phase != IDLE) return HSW_E_STATE;
  in->phase = ACTIVE; /* open sockets here; without a report, the line is ready */
  return HSW_OK;
}

static void end_all(instance *in) {
  unsigned i;
  for (i = 0; i < RECORDS; i++)
    if (in->calls[i].is_up) over(in, &in->calls[i], HSW_END_LOCAL, HSW_OK, HSW_CAUSE_NORMAL, "");
}

static void on_drained(void *arg, hsw_timer t) {
  instance *in = arg;
  (void)t;
  in->drain.id = 0;
  end_all(in);
}

/* Completes a deactivate once the last call is gone. */
void finish_drain(instance *in) {
  if (in->phase != DRAINING || calls_up(in)) return;
  stop_timer(in, &in->drain);
  in->phase = IDLE;
  if (in->host.deactivated) in->host.deactivated(in->host.ctx);
}

static hsw_status instance_deactivate(void *ctx, uint32_t drain_ms) {
  instance *in = ctx;
  if (in->phase != ACTIVE) return HSW_E_STATE;
  stop_timer(in, &in->call_back);
  in->phase = IDLE; /* not yet DRAINING, so that ending all calls here completes no deactivate */
  if (drain_ms == 0) end_all(in);
  if (!calls_up(in)) return HSW_OK;
  if (drain_ms != ~0u && start_timer(in, &in->drain, drain_ms * (SECOND / 1000), on_drained) != HSW_OK) {
    end_all(in);
    return HSW_OK;
  }
  in->phase = DRAINING;
  return HSW_PENDING;
}

static void forget_everything(instance *in) {
  unsigned i;
  for (i = 0; i < RECORDS; i++) stop_timer(in, &in->calls[i].timer);
  stop_timer(in, &in->call_back);
  memset(in->calls, 0, sizeof in->calls);
}

static void instance_reset(void *ctx) {
  instance *in = ctx;
  if (in->phase < IDLE) return;
  forget_everything(in);
  finish_drain(in);
}

static void instance_destroy(void *ctx) {
  instance *in = ctx;
  if (in->phase >= IDLE) forget_everything(in);
  stop_timer(in, &in->drain);
  free(in);
}

static const void *instance_get_extension(void *ctx, const char *id) {
  (void)ctx; /* constant and the same for all instances, so any thread may ask */
  if (!strcmp(id, HSW_EXT_CALLS)) return &calls_table;
  if (!strcmp(id, HSW_EXT_HOLD)) return &hold_table;
  if (!strcmp(id, HSW_EXT_MUTE)) return &mute_table;
  if (!strcmp(id, HSW_EXT_DTMF)) return &dtmf_table;
  if (!strcmp(id, HSW_EXT_TESTPEER)) return &peer_table;
  return NULL;
}

#define STR(literal) {literal, sizeof literal - 1}
static const hsw_str capabilities[] = {STR("voice"), STR("calls"), STR("hold"), STR("mute"), STR("dtmf"), STR("test-peer")};
static const hsw_str handle_kinds[] = {STR("tel")};

static const hsw_descriptor the_descriptor = {
    sizeof(hsw_descriptor), 0, STR(ID), STR("@NAME@"), STR(""), STR(VERSION), STR(""), STR(""),
    capabilities, sizeof capabilities / sizeof *capabilities, MAX_CALLS, handle_kinds, 1, 0};

static const hsw_descriptor *entry_descriptor(uint32_t index) { return index == 0 ? &the_descriptor : NULL; }

/* The number of loads not yet undone. Atomic, because instances, which share nothing else, may be created on any thread. */
static int loads;

static hsw_status entry_load(hsw_str dso_path) {
  (void)dso_path;
  __atomic_add_fetch(&loads, 1, __ATOMIC_RELAXED);
  return HSW_OK;
}
static void entry_unload(void) { __atomic_sub_fetch(&loads, 1, __ATOMIC_RELAXED); }

static hsw_status entry_create(hsw_str id, const hsw_host *host, hsw_str config_json, const hsw_instance **out, hsw_why *why) {
  instance *in;
  (void)config_json; /* there are no settings */
  if (__atomic_load_n(&loads, __ATOMIC_RELAXED) < 1) return fail(why, HSW_E_STATE, "load comes before create");
  if (!equals(id, ID)) return fail(why, HSW_E_INVAL, "there is no such transport here, only " ID);
  in = calloc(1, sizeof *in);
  if (!in) return fail(why, HSW_E_NOMEM, "out of memory");
  copy_table(&in->host, sizeof in->host, host);
  if (in->host.flags & HSW_MUST) {
    free(in);
    return fail(why, HSW_E_NOTSUP, "the host requests something that this transport does not know");
  }
  in->table.size = sizeof in->table;
  in->table.ctx = in;
  in->table.init = instance_init;
  in->table.activate = instance_activate;
  in->table.deactivate = instance_deactivate;
  in->table.reset = instance_reset;
  in->table.destroy = instance_destroy;
  in->table.get_extension = instance_get_extension;
  *out = &in->table;
  return HSW_OK;
}

static const hsw_entry the_entry = {sizeof(hsw_entry), 0, 1, 0, entry_descriptor, entry_load, entry_unload, entry_create};

HSW_EXPORT hsw_status hookswitch_transport_query(hsw_query *q) {
  const uint32_t ours = HSW_ABI_MINOR;
  if (!q || q->size < sizeof *q || q->magic != HSW_MAGIC) return HSW_E_INVAL; /* `size` first: a shorter query has no magic */
  q->entry = NULL;
  if (q->major_min > HSW_ABI_MAJOR || q->major_max < HSW_ABI_MAJOR) {
    snprintf(q->reason, sizeof q->reason, "this transport speaks version 1 of the transport ABI, the host %u to %u",
             (unsigned)q->major_min, (unsigned)q->major_max);
    return HSW_E_VERSION;
  }
  q->chosen_major = HSW_ABI_MAJOR;
  /* The host's minor version of a lower major is unknown; minor 0 always exists. */
  q->chosen_minor = q->major_max > HSW_ABI_MAJOR ? 0 : q->minor < ours ? q->minor : ours;
  q->entry = &the_entry;
  return HSW_OK;
}
