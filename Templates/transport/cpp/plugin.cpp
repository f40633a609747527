// The plugin's entry. From the bottom up: the query, the descriptor, the entry table, and an instance's life cycle.
#include "instance.hpp"

#include <atomic>
#include <cstdio>

// The note that a host reads from the file without running it. The code stays mapped for ever, because the C++ library keeps
// references into it.
HSW_NOTE("@ID@", "0.1.0", HSW_ENTRY_NO_UNLOAD);

static hsw_status fail(hsw_why *why, hsw_status code, const char *text) {
  if (why->size >= offsetof(hsw_why, text)) why->code = code;
  if (why->size > offsetof(hsw_why, text)) {
    std::snprintf(why->text, std::min<std::size_t>(why->size, sizeof *why) - offsetof(hsw_why, text), "%s", text);
  }
  return code;
}

hsw_status Instance::init(hsw_why *why) {
  if (phase_ != Phase::created) return HSW_E_STATE;
  phase_ = Phase::failed;
  if (host_.get_extension) loop_ = copied<hsw_host_loop>(host_.get_extension(host_.ctx, HSW_HEXT_LOOP));
  if (!loop_.add_timer) return fail(why, HSW_E_NOTSUP, "the host offers no " HSW_HEXT_LOOP);
  phase_ = Phase::idle;
  return HSW_OK;
}

hsw_status Instance::activate(hsw_why *) {
  if (phase_ != Phase::idle) return HSW_E_STATE;
  phase_ = Phase::active;  // open sockets here; without a report, the line is ready
  return HSW_OK;
}

void Instance::end_all() {
  while (!calls_.empty()) over(calls_.begin()->first, HSW_END_LOCAL, HSW_OK, HSW_CAUSE_NORMAL, "");
}

void Instance::on_drained(void *self, hsw_timer) {
  static_cast<Instance *>(self)->drain_.id = 0;
  static_cast<Instance *>(self)->end_all();
}

// Completes a deactivate once the last call is gone.
void Instance::finish_drain() {
  if (phase_ != Phase::draining || !calls_.empty()) return;
  stop_timer(drain_);
  phase_ = Phase::idle;
  if (host_.deactivated) host_.deactivated(host_.ctx);
}

hsw_status Instance::deactivate(std::uint32_t drain_ms) {
  if (phase_ != Phase::active) return HSW_E_STATE;
  stop_timer(call_back_);
  phase_ = Phase::idle;  // not yet draining, so that ending all calls here completes no deactivate
  if (drain_ms == 0) end_all();
  if (calls_.empty()) return HSW_OK;
  if (drain_ms != ~0u && !start_timer(drain_, drain_ms * (second / 1000), on_drained)) {
    end_all();
    return HSW_OK;
  }
  phase_ = Phase::draining;
  return HSW_PENDING;
}

void Instance::forget_everything() {
  for (auto &entry : calls_) stop_timer(entry.second.timer);
  stop_timer(call_back_);
  calls_.clear();
  past_.clear();
}

void Instance::reset() {
  if (phase_ < Phase::idle) return;
  forget_everything();
  finish_drain();
}

std::uint64_t Instance::now() const { return loop_.now_ns ? loop_.now_ns(host_.ctx) : 0; }

void Instance::stop_timer(hsw_timer &timer) {
  if (timer.id && loop_.del_timer) loop_.del_timer(host_.ctx, timer);
  timer.id = 0;
}

bool Instance::start_timer(hsw_timer &timer, std::uint64_t after, void (*then)(void *, hsw_timer)) {
  stop_timer(timer);
  if (loop_.add_timer(host_.ctx, after, 0, then, this, &timer) == HSW_OK) return true;
  timer.id = 0;
  return false;
}

Instance::~Instance() {
  forget_everything();
  stop_timer(drain_);
}

static const hsw_calls calls_table = {
    sizeof(hsw_calls), 0, door<&Instance::start>::through, door<&Instance::answer>::through, door<&Instance::end>::through,
    door<&Instance::shown>::through, door<&Instance::cancel>::through, nullptr};
static const hsw_hold hold_table = {sizeof(hsw_hold), 0, door<&Instance::set_held>::through};
static const hsw_mute mute_table = {sizeof(hsw_mute), 0, door<&Instance::set_muted>::through};
static const hsw_dtmf dtmf_table = {sizeof(hsw_dtmf), 0, door<&Instance::play>::through};
static const hsw_test_peer peer_table = {
    sizeof(hsw_test_peer), 0, door<&Instance::dialable>::through, door<&Instance::call>::through, door<&Instance::order>::through,
    door<&Instance::observe>::through};

static const void *get_extension(void *, const char *id) {  // constant and the same for all instances, so any thread may ask
  const std::string_view name = id;
  if (name == HSW_EXT_CALLS) return &calls_table;
  if (name == HSW_EXT_HOLD) return &hold_table;
  if (name == HSW_EXT_MUTE) return &mute_table;
  if (name == HSW_EXT_DTMF) return &dtmf_table;
  if (name == HSW_EXT_TESTPEER) return &peer_table;
  return nullptr;
}

static void destroy(void *ctx) { delete static_cast<Instance *>(ctx); }

Instance::Instance(const hsw_host &host)
    : table{sizeof(hsw_instance), 0, this, door<&Instance::init>::through, door<&Instance::activate>::through,
            door<&Instance::deactivate>::through, door<&Instance::reset>::through, destroy, get_extension},
      host_(host) {}

template <std::size_t size>
constexpr hsw_str literal(const char (&text)[size]) {
  return {text, size - 1};
}
static const hsw_str capabilities[] = {literal("voice"), literal("calls"), literal("hold"), literal("mute"), literal("dtmf"), literal("test-peer")};
static const hsw_str handle_kinds[] = {literal("tel")};
static const hsw_descriptor the_descriptor = {
    sizeof(hsw_descriptor), 0, literal(id), literal("@NAME@"), literal(""), literal(version), literal(""), literal(""),
    capabilities, sizeof capabilities / sizeof *capabilities, max_calls, handle_kinds, 1, 0};

static const hsw_descriptor *descriptor(std::uint32_t index) { return index == 0 ? &the_descriptor : nullptr; }

// The number of loads not yet undone. Atomic, because instances, which share nothing else, may be created on any thread.
static std::atomic<int> loads;

static hsw_status load(hsw_str) {
  loads++;
  return HSW_OK;
}
static void unload() { loads--; }

static hsw_status create(hsw_str wanted, const hsw_host *host, hsw_str, const hsw_instance **out, hsw_why *why) {
  if (loads < 1) return fail(why, HSW_E_STATE, "load comes before create");
  if (view(wanted) != id) return fail(why, HSW_E_INVAL, "there is no such transport here, only @ID@");
  const auto known = copied<hsw_host>(host);
  if (known.flags & HSW_MUST) return fail(why, HSW_E_NOTSUP, "the host requests something that this transport does not know");
  auto *made = new (std::nothrow) Instance(known);
  if (!made) return fail(why, HSW_E_NOMEM, "out of memory");
  *out = &made->table;
  return HSW_OK;
}

static const hsw_entry the_entry = {sizeof(hsw_entry), HSW_ENTRY_NO_UNLOAD, 1, 0, descriptor, load, unload, create};

extern "C" HSW_EXPORT hsw_status hookswitch_transport_query(hsw_query *q) {
  if (!q || q->size < sizeof *q || q->magic != HSW_MAGIC) return HSW_E_INVAL;  // `size` first: a shorter query has no magic
  q->entry = nullptr;
  if (q->major_min > HSW_ABI_MAJOR || q->major_max < HSW_ABI_MAJOR) {
    std::snprintf(q->reason, sizeof q->reason, "this transport speaks version 1 of the transport ABI, the host %u to %u", q->major_min, q->major_max);
    return HSW_E_VERSION;
  }
  q->chosen_major = HSW_ABI_MAJOR;
  // The host's minor version of a lower major is unknown; minor 0 always exists.
  q->chosen_minor = q->major_max > HSW_ABI_MAJOR ? 0 : std::min(q->minor, HSW_ABI_MINOR);
  q->entry = &the_entry;
  return HSW_OK;
}
