// An instance of this transport, and its calls.
#pragma once

#include "abi.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <string>

inline constexpr char id[] = "@ID@";
inline constexpr char version[] = "0.1.0";
inline constexpr std::size_t max_calls = 8;              // at once; also in the manifest
inline constexpr std::size_t max_past = 32;              // calls remembered, so that a test can ask for the far end's view of an ended one
inline constexpr std::uint64_t second = 1'000'000'000;   // in nanoseconds
inline constexpr std::uint64_t dead_peer = 10 * second;  // the time after which a silent far end counts as gone; also in the manifest
inline constexpr char test_number[] = "5550199";         // acts only on a test's orders
inline constexpr char call_back_number[] = "5550110";    // is busy, and calls back; any other number answers after a second

struct Call {
  std::uint64_t id = 0;
  hsw_timer timer{};  // until the far end answers, or counts as gone
  bool is_outgoing = false, is_ringing = false, is_active = false, is_held = false, is_held_there = false, is_muted = false, is_silent = false;
  std::uint32_t cause = 0;
  std::string digits;
};

// Nothing is locked: every method is [loop], so all run on one thread, one at a time, never nested. Instances share nothing, so any
// number of them can live side by side. See hookswitch/transport.h for the meaning of each function.
class Instance {
 public:
  explicit Instance(const hsw_host &host);
  Instance(const Instance &) = delete;
  Instance &operator=(const Instance &) = delete;
  ~Instance();

  const hsw_instance table;  // the host's view; its ctx is this object

  // Life cycle: plugin.cpp.
  hsw_status init(hsw_why *why);
  hsw_status activate(hsw_why *why);
  hsw_status deactivate(std::uint32_t drain_ms);
  void reset();

  // The host's requests: calls.cpp.
  hsw_status start(hsw_action a, hsw_call c, const hsw_call_info *to, std::uint32_t deadline_ms);
  hsw_status answer(hsw_action a, hsw_call c, std::uint32_t deadline_ms);
  hsw_status end(hsw_action a, hsw_call c, hsw_end_why why, std::uint32_t deadline_ms);
  void shown(hsw_call c);
  void cancel(hsw_action a);
  hsw_status set_held(hsw_action a, hsw_call c, std::uint32_t on, std::uint32_t deadline_ms);
  hsw_status set_muted(hsw_action a, hsw_call c, std::uint32_t on, std::uint32_t deadline_ms);
  hsw_status play(hsw_action a, hsw_call c, hsw_str digits, std::uint32_t kind, std::uint32_t deadline_ms);

  // A test's orders: network.cpp.
  hsw_status dialable(hsw_call_info *out);
  hsw_status call(const hsw_call_info *from);
  hsw_status order(hsw_call c, std::uint32_t what, hsw_str argument);
  hsw_status observe(hsw_call c, const hsw_sink *json);

 private:
  enum class Phase { created, failed, idle, active, draining };

  Call *asked(hsw_call c, hsw_status &why, std::uint32_t on = 0, bool must_be_active = false);
  hsw_status done(hsw_action a, const hsw_error *error = nullptr);
  void report(const Call &call, hsw_call_state state);
  void over(std::uint64_t call, hsw_end_reason reason, hsw_status code, std::uint32_t cause, std::string_view message);

  void far_end_rings(Call &call);
  void far_end_answers(Call &call);
  hsw_status far_end_calls(const hsw_call_info &from);
  static void on_call_timer(void *self, hsw_timer t);
  static void on_call_back(void *self, hsw_timer t);
  static void on_drained(void *self, hsw_timer t);

  void end_all();
  void finish_drain();
  void forget_everything();
  std::uint64_t now() const;
  bool start_timer(hsw_timer &timer, std::uint64_t after, void (*then)(void *, hsw_timer));
  void stop_timer(hsw_timer &timer);

  hsw_host host_;  // copies: fields that an older host lacks are zero
  hsw_host_loop loop_{};
  Phase phase_ = Phase::created;
  hsw_timer drain_{}, call_back_{};
  std::uint64_t minted_ = 0;
  std::map<std::uint64_t, Call> calls_;  // the calls that are up
  std::deque<Call> past_;                // the calls that are over, in the order of their ends
};
