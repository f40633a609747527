/* Fixes the contract's layout, so that no other compiler or machine changes it unnoticed. */
#include "hookswitch/directory.h"
#include "hookswitch/draft-handover.h"
#include "hookswitch/transport.h"

#if defined(__LP64__)
#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), "the size of " #type " is part of the ABI")
#define AT(type, field, offset) _Static_assert(offsetof(type, field) == (offset), "the place of " #type "." #field " is part of the ABI")

SIZE(hsw_call, 8);
SIZE(hsw_action, 8);
SIZE(hsw_timer, 8);
SIZE(hsw_str, 16);
SIZE(hsw_error, 56);
AT(hsw_error, code, 8);
AT(hsw_error, native, 12);
AT(hsw_error, cause, 16);
AT(hsw_error, domain, 24);
AT(hsw_error, message, 40);
SIZE(hsw_why, 256);
AT(hsw_why, text, 8);
SIZE(hsw_descriptor, 136);
AT(hsw_descriptor, id, 8);
AT(hsw_descriptor, version, 56);
AT(hsw_descriptor, capabilities, 104);
AT(hsw_descriptor, max_calls, 116);
AT(hsw_descriptor, handle_kinds, 120);
SIZE(hsw_entry, 48);
AT(hsw_entry, n_descriptors, 8);
AT(hsw_entry, descriptor, 16);
AT(hsw_entry, load, 24);
AT(hsw_entry, unload, 32);
AT(hsw_entry, create, 40);
SIZE(hsw_query, 200);
AT(hsw_query, magic, 4);
AT(hsw_query, minor, 16);
AT(hsw_query, chosen_major, 20);
AT(hsw_query, entry, 32);
AT(hsw_query, reason, 40);
SIZE(hsw_instance, 64);
AT(hsw_instance, ctx, 8);
AT(hsw_instance, init, 16);
AT(hsw_instance, get_extension, 56);
SIZE(hsw_call_info, 152);
AT(hsw_call_info, presentation, 12);
AT(hsw_call_info, handle_kind, 16);
AT(hsw_call_info, extra_json, 112);
AT(hsw_call_info, replaces, 128);
AT(hsw_call_info, contact, 136);
SIZE(hsw_provider, 64);
AT(hsw_provider, handle_kinds, 32);
AT(hsw_provider, name, 48);
SIZE(hsw_host, 152);
AT(hsw_host, ctx, 8);
AT(hsw_host, name, 16);
AT(hsw_host, get_extension, 48);
AT(hsw_host, report_incoming, 80);
AT(hsw_host, report_ended, 112);
AT(hsw_host, action_done, 120);
AT(hsw_host, request_restart, 144);
SIZE(hsw_sink, 16);
SIZE(hsw_source, 16);
SIZE(hsw_decline, 32);
AT(hsw_decline, text, 16);
SIZE(hsw_calls, 56);
AT(hsw_calls, start, 8);
AT(hsw_calls, cancel, 40);
AT(hsw_calls, decline, 48);
SIZE(hsw_hold, 16);
SIZE(hsw_mute, 16);
SIZE(hsw_dtmf, 16);
SIZE(hsw_group, 16);
SIZE(hsw_transfer, 32);
SIZE(hsw_deflect, 16);
SIZE(hsw_line, 16);
SIZE(hsw_config, 24);
SIZE(hsw_state, 24);
SIZE(hsw_audio_format, 16);
AT(hsw_audio_format, channels, 8);
AT(hsw_audio_format, sample, 10);
AT(hsw_audio_format, frame_us, 12);
SIZE(hsw_slot, 16);
AT(hsw_slot, flags, 4);
AT(hsw_slot, mono_ns, 8);
SIZE(hsw_ring_ctl, 128);
AT(hsw_ring_ctl, flush, 4);
AT(hsw_ring_ctl, overruns, 8);
AT(hsw_ring_ctl, tail, 64);
AT(hsw_ring_ctl, waiting, 68);
AT(hsw_ring_ctl, underruns, 72);
SIZE(hsw_ring, 40);
AT(hsw_ring, n_slots, 8);
AT(hsw_ring, slot_bytes, 12);
AT(hsw_ring, wake_fd, 16);
AT(hsw_ring, ctl, 24);
AT(hsw_ring, slots, 32);
SIZE(hsw_audio, 48);
AT(hsw_audio, attach, 16);
AT(hsw_audio, tick, 40);
SIZE(hsw_health, 16);
SIZE(hsw_diag, 16);
SIZE(hsw_test_peer, 40);
SIZE(hsw_host_loop, 56);
AT(hsw_host_loop, now_ns, 48);
SIZE(hsw_host_log, 32);
SIZE(hsw_host_threads, 24);
SIZE(hsw_host_transfer, 24);
SIZE(hsw_host_secrets, 16);
SIZE(hsw_note, 132);
AT(hsw_note, owner, 12);
AT(hsw_note, abi_major, 24);
AT(hsw_note, id, 36);
AT(hsw_note, version, 100);
SIZE(hsw_directory_descriptor, 72);
AT(hsw_directory_descriptor, id, 8);
AT(hsw_directory_descriptor, license, 56);
SIZE(hsw_directory_context, 120);
AT(hsw_directory_context, ctx, 8);
AT(hsw_directory_context, token, 32);
AT(hsw_directory_context, is_incremental, 48);
AT(hsw_directory_context, add_blocking, 56);
AT(hsw_directory_context, complete, 104);
AT(hsw_directory_context, cancel, 112);
SIZE(hsw_directory_entry, 32);
AT(hsw_directory_entry, descriptor, 8);
AT(hsw_directory_entry, begin_request, 16);
AT(hsw_directory_entry, cancel, 24);
SIZE(hsw_directory_query, 200);
AT(hsw_directory_query, magic, 4);
AT(hsw_directory_query, minor, 16);
AT(hsw_directory_query, entry, 32);
AT(hsw_directory_query, reason, 40);

/* Drafts: fixed here, and not yet part of the record that scripts/check-abi compares. */
SIZE(hsw_parcel, 56);
AT(hsw_parcel, ctx, 8);
AT(hsw_parcel, link, 16);
AT(hsw_parcel, write, 24);
AT(hsw_parcel, take_fd, 48);
SIZE(hsw_handover, 48);
AT(hsw_handover, ways, 8);
AT(hsw_handover, prepare, 16);
AT(hsw_handover, settle, 40);
#endif

/* Names every table of the contract, because abidiff compares only types that an exported function names. Exported only with
 * HSW_ABI_STUB (cc -g -shared -fPIC -DHSW_ABI_STUB abi.c): an object that links this file must export only its own symbols. */
#if defined(HSW_ABI_STUB)
HSW_EXPORT
#else
__attribute__((visibility("hidden")))
#endif
void hsw_abi_tables(
    const hsw_query *query, const hsw_entry *entry, const hsw_descriptor *descriptor, const hsw_instance *instance, const hsw_host *host,
    const hsw_error *error, const hsw_why *why, const hsw_call_info *info, const hsw_provider *provider, const hsw_sink *sink,
    const hsw_source *source, const hsw_calls *calls, const hsw_hold *hold, const hsw_mute *mute, const hsw_dtmf *dtmf,
    const hsw_group *group, const hsw_transfer *transfer, const hsw_line *line, const hsw_config *config, const hsw_state *state,
    const hsw_audio *audio, const hsw_audio_format *format, const hsw_slot *slot, const hsw_ring_ctl *ctl, const hsw_ring *ring,
    const hsw_health *health, const hsw_diag *diag, const hsw_test_peer *peer, const hsw_host_loop *loop, const hsw_host_log *log,
    const hsw_host_threads *threads, const hsw_host_transfer *host_transfer, const hsw_host_secrets *secrets, const hsw_note *note,
    const hsw_decline *decline, const hsw_deflect *deflect, const hsw_directory_query *directory_query,
    const hsw_directory_entry *directory_entry, const hsw_directory_descriptor *directory_descriptor,
    const hsw_directory_context *directory_context);

void hsw_abi_tables(
    const hsw_query *query, const hsw_entry *entry, const hsw_descriptor *descriptor, const hsw_instance *instance, const hsw_host *host,
    const hsw_error *error, const hsw_why *why, const hsw_call_info *info, const hsw_provider *provider, const hsw_sink *sink,
    const hsw_source *source, const hsw_calls *calls, const hsw_hold *hold, const hsw_mute *mute, const hsw_dtmf *dtmf,
    const hsw_group *group, const hsw_transfer *transfer, const hsw_line *line, const hsw_config *config, const hsw_state *state,
    const hsw_audio *audio, const hsw_audio_format *format, const hsw_slot *slot, const hsw_ring_ctl *ctl, const hsw_ring *ring,
    const hsw_health *health, const hsw_diag *diag, const hsw_test_peer *peer, const hsw_host_loop *loop, const hsw_host_log *log,
    const hsw_host_threads *threads, const hsw_host_transfer *host_transfer, const hsw_host_secrets *secrets, const hsw_note *note,
    const hsw_decline *decline, const hsw_deflect *deflect, const hsw_directory_query *directory_query,
    const hsw_directory_entry *directory_entry, const hsw_directory_descriptor *directory_descriptor,
    const hsw_directory_context *directory_context) {
  (void)query, (void)entry, (void)descriptor, (void)instance, (void)host, (void)error, (void)why, (void)info, (void)provider;
  (void)sink, (void)source, (void)calls, (void)hold, (void)mute, (void)dtmf, (void)group, (void)transfer, (void)line, (void)config;
  (void)state, (void)audio, (void)format, (void)slot, (void)ctl, (void)ring, (void)health, (void)diag, (void)peer, (void)loop;
  (void)log, (void)threads, (void)host_transfer, (void)secrets, (void)note, (void)decline, (void)deflect, (void)directory_query;
  (void)directory_entry, (void)directory_descriptor, (void)directory_context;
}
