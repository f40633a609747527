// Strings and structs that cross the ABI, and functions that let no exception out; structs may be longer or shorter than ours.
#pragma once

#include <hookswitch/transport.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string_view>
#include <type_traits>

// Copies the part of a struct that both sides know: this alone gives compatibility with older and newer hosts.
template <typename Table>
Table copied(const void *from) {
  Table to{};
  if (from) std::memcpy(&to, from, std::min<std::size_t>(*static_cast<const std::uint32_t *>(from), sizeof to));
  to.size = sizeof to;
  return to;
}

inline hsw_str lent(std::string_view text) { return {text.data(), text.size()}; }

inline std::string_view view(hsw_str s) { return s.n ? std::string_view(s.p, s.n) : std::string_view(); }

// True when `text` has at least one character, only these characters, and at most HSW_STR_MAX bytes.
inline bool is_made_of(std::string_view text, std::string_view characters) {
  return !text.empty() && text.size() <= HSW_STR_MAX && text.find_first_not_of(characters) == std::string_view::npos;
}

// True when a string may cross the ABI: UTF-8, no NUL inside, no overlong forms, no surrogates, at most U+10FFFF.
inline bool is_text(hsw_str s) {
  if (s.n > HSW_STR_MAX || (s.n && !s.p)) return false;
  const auto *p = reinterpret_cast<const unsigned char *>(s.p);
  for (std::size_t i = 0; i < s.n;) {
    const unsigned c = p[i++], more = c < 0x80 ? 0 : c < 0xc2 ? 9 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : c < 0xf5 ? 3 : 9;
    if (!c || more > s.n - i) return false;
    if ((c == 0xe0 && p[i] < 0xa0) || (c == 0xed && p[i] > 0x9f) || (c == 0xf0 && p[i] < 0x90) || (c == 0xf4 && p[i] > 0x8f)) return false;
    for (unsigned k = 0; k < more; k++)
      if ((p[i++] & 0xc0) != 0x80) return false;
  }
  return true;
}

// Reads a call's parties; returns an error for a struct or string that breaks the contract.
inline hsw_status read(hsw_call_info &to, const hsw_call_info *from) {
  to = copied<hsw_call_info>(from);
  if (to.flags & HSW_MUST) return HSW_E_NOTSUP;  // none of those is known here
  if (to.presentation > HSW_PRESENTATION_UNAVAILABLE) return HSW_E_RANGE;
  for (hsw_str s : {to.handle_kind, to.handle, to.display_name, to.local_handle, to.diverted_from, to.correlation_id, to.extra_json})
    if (!is_text(s)) return HSW_E_INVAL;
  return HSW_OK;
}

// Makes a method of `Object` a function of the ABI, whose first argument is the object; no exception leaves it.
template <auto method>
struct door;

template <typename Object, typename Result, typename... Arguments, Result (Object::*method)(Arguments...)>
struct door<method> {
  static Result through(void *ctx, Arguments... arguments) noexcept {
    try {
      return (static_cast<Object *>(ctx)->*method)(arguments...);
    } catch (const std::bad_alloc &) {
      if constexpr (!std::is_void_v<Result>) return HSW_E_NOMEM;
    }
  }
};
