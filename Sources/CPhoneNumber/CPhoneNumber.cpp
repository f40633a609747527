#include "CPhoneNumber.h"

#include <phonenumbers/asyoutypeformatter.h>
#include <phonenumbers/phonenumber.pb.h>
#include <phonenumbers/phonenumberutil.h>
#include <phonenumbers/shortnumberinfo.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <strings.h>

using i18n::phonenumbers::AsYouTypeFormatter;
using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;
using i18n::phonenumbers::ShortNumberInfo;

namespace {

const PhoneNumberUtil &plans() { return *PhoneNumberUtil::GetInstance(); }

// Never destroyed: another thread may still use it while the process exits.
const ShortNumberInfo &short_numbers() {
  static const ShortNumberInfo *const info = new ShortNumberInfo;
  return *info;
}

// Runs the body of an exported function so that no exception leaves it: an exception becomes `otherwise`.
template <typename Answer, typename Body>
Answer guarded(Answer otherwise, Body body) noexcept {
  try {
    return body();
  } catch (...) {
    return otherwise;
  }
}

std::string text_of(const char *text, size_t length) { return text ? std::string(text, length) : std::string(); }

bool is_region(const char *region) { return region && plans().GetCountryCodeForRegion(region) != 0; }

bool keep(const std::string &text, char *room, size_t size) {
  if (text.size() >= size) return false;
  std::memcpy(room, text.c_str(), text.size() + 1);
  return true;
}

size_t write(const std::string &text, char *buffer, size_t size) {
  if (buffer && size > 0 && !keep(text, buffer, size)) buffer[0] = 0;
  return text.size();
}

std::string padded(int value, int width) {
  const std::string digits = std::to_string(value);
  return std::string(static_cast<size_t>(width) - digits.size(), '0') + digits;
}

// Returns the digits of any script as ASCII, without separators.
std::string dialled(std::string text) {
  plans().NormalizeDiallableCharsOnly(&text);
  return text;
}

hookswitch_phone_status status_of(PhoneNumberUtil::ErrorType error) {
  switch (error) {
  case PhoneNumberUtil::NO_PARSING_ERROR: return HOOKSWITCH_PHONE_OK;
  case PhoneNumberUtil::INVALID_COUNTRY_CODE_ERROR: return HOOKSWITCH_PHONE_UNKNOWN_COUNTRY;
  case PhoneNumberUtil::NOT_A_NUMBER: return HOOKSWITCH_PHONE_NOT_A_NUMBER;
  case PhoneNumberUtil::TOO_SHORT_AFTER_IDD: return HOOKSWITCH_PHONE_TOO_SHORT;
  case PhoneNumberUtil::TOO_SHORT_NSN: return HOOKSWITCH_PHONE_TOO_SHORT;
  case PhoneNumberUtil::TOO_LONG_NSN: return HOOKSWITCH_PHONE_TOO_LONG;
  }
  return HOOKSWITCH_PHONE_FAILED;
}

// Judges a number by its length alone: plans grow and the library ages, so `is_valid` reports separately if the plan has the number.
hookswitch_phone_status status_of(const PhoneNumber &number) {
  switch (plans().IsPossibleNumberWithReason(number)) {
  case PhoneNumberUtil::IS_POSSIBLE: return HOOKSWITCH_PHONE_OK;
  case PhoneNumberUtil::IS_POSSIBLE_LOCAL_ONLY: return HOOKSWITCH_PHONE_LOCAL_ONLY;
  case PhoneNumberUtil::INVALID_COUNTRY_CODE: return HOOKSWITCH_PHONE_UNKNOWN_COUNTRY;
  case PhoneNumberUtil::TOO_SHORT: return HOOKSWITCH_PHONE_TOO_SHORT;
  case PhoneNumberUtil::INVALID_LENGTH: return HOOKSWITCH_PHONE_NO_SUCH_LENGTH;
  case PhoneNumberUtil::TOO_LONG: return HOOKSWITCH_PHONE_TOO_LONG;
  }
  return HOOKSWITCH_PHONE_FAILED;
}

// True when the text is dialled without a prefix and is in the region's list of short numbers.
bool is_short(const std::string &text, const PhoneNumber &number, const char *region) {
  std::string national;
  plans().GetNationalSignificantNumber(number, &national);
  return national.size() <= 6 && dialled(text) == national && short_numbers().IsValidShortNumberForRegion(number, region);
}

// Decodes the UTF-8 code point at `at`, and advances `at`; a stray continuation byte stands for itself.
char32_t next_point(const std::string &text, size_t *at) {
  const unsigned char first = static_cast<unsigned char>(text[*at]);
  const size_t length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (*at + length > text.size()) return *at = text.size(), 0xFFFD;
  char32_t point = length == 1 ? first : first & (0xFFu >> (length + 1));
  for (size_t index = 1; index < length; index++) point = point << 6 | (static_cast<unsigned char>(text[*at + index]) & 0x3F);
  *at += length;
  return point;
}

// Returns the telephone key of a character in ASCII; 0 for a separator, because the formatter adds its own.
char key_of(char32_t point) {
  if (point == '+' || point == 0xFF0B) return '+';
  if (point == '*' || point == '#' || (point >= '0' && point <= '9')) return static_cast<char>(point);
  for (const char32_t zero : {0xFF10, 0x660, 0x6F0}) {
    if (point >= zero && point <= zero + 9) return static_cast<char>('0' + (point - zero));
  }
  return 0;
}

// Keeps the RFC 3966 parameters that are part of the number; the library accepts no others.
std::string without_foreign_parameters(const std::string &text) {
  size_t end = text.find(';');
  std::string number = text.substr(0, end), context;
  while (end != std::string::npos) {
    const size_t next = text.find(';', end + 1);
    const std::string parameter = text.substr(end, next == std::string::npos ? next : next - end);
    if (strncasecmp(parameter.c_str(), ";ext=", 5) == 0) number += ";ext=" + parameter.substr(5);
    if (strncasecmp(parameter.c_str(), ";phone-context=", 15) == 0) context = ";phone-context=" + parameter.substr(15);
    end = next;
  }
  return number + context;
}

// The library finds a number anywhere in a text. Here the whole text must be one: "*67 212…" and "Bob 212…" are not 212….
bool begins_a_number(const std::string &text) {
  for (size_t at = 0; at < text.size();) {
    const char32_t point = next_point(text, &at);
    if (point == '*' || point == '#' || point == ';' || (point | 0x20) - U'a' < 26) return false;
    if (key_of(point) || point >= 0x80) break;
  }
  return text.find('*') == std::string::npos;
}

hookswitch_phone_status parse(const std::string &text, const char *region, PhoneNumber *number) {
  if (!is_region(region)) return HOOKSWITCH_PHONE_UNKNOWN_REGION;
  // Test this first: an emergency number must not be parsed as anything else.
  if (short_numbers().IsEmergencyNumber(text, region)) return HOOKSWITCH_PHONE_SHORT;
  if (!begins_a_number(text)) return HOOKSWITCH_PHONE_NOT_A_NUMBER;
  const hookswitch_phone_status parsed = status_of(plans().Parse(without_foreign_parameters(text), region, number));
  if (parsed != HOOKSWITCH_PHONE_OK) return parsed;
  if (is_short(text, *number, region)) return HOOKSWITCH_PHONE_SHORT;
  return status_of(*number);
}

bool fill(const PhoneNumber &from, hookswitch_phone_number *to) {
  std::string e164, national, region;
  plans().Format(from, PhoneNumberUtil::E164, &e164);
  plans().GetNationalSignificantNumber(from, &national);
  plans().GetRegionCodeForNumber(from, &region);
  to->country_code = static_cast<uint32_t>(from.country_code());
  to->is_valid = plans().IsValidNumber(from);
  // The library's code for no region is "ZZ".
  return keep(e164, to->e164, sizeof to->e164) && keep(national, to->national, sizeof to->national) &&
         keep(from.extension(), to->extension, sizeof to->extension) && keep(region == "ZZ" ? "" : region, to->region, sizeof to->region);
}

// Converts a number from the caller to the library's form; returns false for fields that this file never writes.
bool restore(const hookswitch_phone_number *from, PhoneNumber *to) {
  if (!from || !std::memchr(from->national, 0, sizeof from->national) || !std::memchr(from->extension, 0, sizeof from->extension)) return false;
  const size_t length = std::strlen(from->national);
  if (length == 0 || length > 17 || std::strspn(from->national, "0123456789") != length) return false;
  if (from->country_code == 0 || from->country_code > 999) return false;
  to->set_country_code(static_cast<int>(from->country_code));
  to->set_national_number(std::strtoull(from->national, nullptr, 10));
  size_t zeros = std::strspn(from->national, "0");
  // In a number of zeros only, the last one is the number itself.
  if (zeros == length) zeros -= 1;
  if (zeros > 0) {
    to->set_italian_leading_zero(true);
    to->set_number_of_leading_zeros(static_cast<int>(zeros));
  }
  if (from->extension[0]) to->set_extension(from->extension);
  return true;
}

PhoneNumberUtil::PhoneNumberFormat format_of(hookswitch_phone_style style) {
  switch (style) {
  case HOOKSWITCH_PHONE_E164: return PhoneNumberUtil::E164;
  case HOOKSWITCH_PHONE_INTERNATIONAL: return PhoneNumberUtil::INTERNATIONAL;
  case HOOKSWITCH_PHONE_NATIONAL: return PhoneNumberUtil::NATIONAL;
  case HOOKSWITCH_PHONE_RFC3966: return PhoneNumberUtil::RFC3966;
  }
  return PhoneNumberUtil::E164;
}

// Returns the emergency numbers of a region, with spaces between them.
std::string emergency_numbers(const char *region) {
  std::string found;
  const auto add = [&](const std::string &number) {
    if (short_numbers().IsEmergencyNumber(number, region)) found += found.empty() ? number : " " + number;
  };
  for (int limit = 10, width = 1; width <= 3; limit *= 10, width++) {
    for (int value = 0; value < limit; value++) add(padded(value, width));
  }
  // Testing all longer numbers takes a hundred times as long, and few regions have any. A test tries all of them in those regions.
  for (const char *number : {"1122", "1220", "1298"}) add(number);
  for (int value = 1300; value <= 1399; value++) add(padded(value, 4));
  for (const char *number : {"1444", "1669", "1730", "2611", "9999", "10111", "10177", "90000"}) add(number);
  return found;
}

} // namespace

hookswitch_phone_status hookswitch_phone_parse(const char *text, size_t length, const char *region, hookswitch_phone_number *number) {
  std::memset(number, 0, sizeof *number);
  return guarded(HOOKSWITCH_PHONE_FAILED, [&] {
    PhoneNumber parsed;
    const hookswitch_phone_status status = parse(text_of(text, length), region, &parsed);
    if (status != HOOKSWITCH_PHONE_OK && status != HOOKSWITCH_PHONE_LOCAL_ONLY) return status;
    if (fill(parsed, number)) return status;
    std::memset(number, 0, sizeof *number);
    return HOOKSWITCH_PHONE_TOO_LONG;
  });
}

size_t hookswitch_phone_format(const hookswitch_phone_number *number, hookswitch_phone_style style, char *buffer, size_t size) {
  return guarded(size_t(0), [&] {
    PhoneNumber whole;
    std::string text;
    if (restore(number, &whole)) plans().Format(whole, format_of(style), &text);
    return write(text, buffer, size);
  });
}

size_t hookswitch_phone_format_for(const hookswitch_phone_number *number, const char *region, char *buffer, size_t size) {
  const bool isHome = number && hookswitch_phone_country_code(region) == number->country_code;
  return hookswitch_phone_format(number, isHome ? HOOKSWITCH_PHONE_NATIONAL : HOOKSWITCH_PHONE_INTERNATIONAL, buffer, size);
}

size_t hookswitch_phone_format_typed(const char *text, size_t length, const char *region, size_t *cursor, char *buffer, size_t size) {
  return guarded(size_t(0), [&] {
    const std::string typed = text_of(text, length);
    const std::unique_ptr<AsYouTypeFormatter> formatter(plans().GetAsYouTypeFormatter(is_region(region) ? region : "ZZ"));
    std::string shown;
    bool isRemembered = false;
    for (size_t at = 0; at < typed.size();) {
      const char key = key_of(next_point(typed, &at));
      if (!key) continue;
      // The cursor follows the last key before it.
      if (cursor && at <= *cursor) {
        formatter->InputDigitAndRememberPosition(static_cast<unsigned char>(key), &shown);
        isRemembered = true;
      } else {
        formatter->InputDigit(static_cast<unsigned char>(key), &shown);
      }
    }
    if (cursor) *cursor = isRemembered ? static_cast<size_t>(formatter->GetRememberedPosition()) : 0;
    return write(shown, buffer, size);
  });
}

hookswitch_phone_match hookswitch_phone_compare(const char *a, size_t a_length, const char *b, size_t b_length, const char *region) {
  return guarded(HOOKSWITCH_PHONE_MATCH_NONE, [&] {
    PhoneNumber left, right;
    const std::string first = text_of(a, a_length), second = text_of(b, b_length);
    const hookswitch_phone_status left_status = parse(first, region, &left), right_status = parse(second, region, &right);
    if (left_status == HOOKSWITCH_PHONE_SHORT || right_status == HOOKSWITCH_PHONE_SHORT) {
      const bool areSame = left_status == right_status && dialled(first) == dialled(second);
      return areSame ? HOOKSWITCH_PHONE_MATCH_EXACT : HOOKSWITCH_PHONE_MATCH_NONE;
    }
    if (!left.has_country_code() || !right.has_country_code()) return HOOKSWITCH_PHONE_MATCH_NONE;
    switch (plans().IsNumberMatch(left, right)) {
    case PhoneNumberUtil::EXACT_MATCH: return HOOKSWITCH_PHONE_MATCH_EXACT;
    case PhoneNumberUtil::NSN_MATCH: return HOOKSWITCH_PHONE_MATCH_NATIONAL;
    case PhoneNumberUtil::SHORT_NSN_MATCH: return HOOKSWITCH_PHONE_MATCH_ENDING;
    default: return HOOKSWITCH_PHONE_MATCH_NONE;
    }
  });
}

bool hookswitch_phone_connects_to_emergency(const char *text, size_t length, const char *region) {
  return guarded(false, [&] { return region && short_numbers().ConnectsToEmergencyNumber(text_of(text, length), region); });
}

bool hookswitch_phone_is_emergency(const char *text, size_t length, const char *region) {
  return guarded(false, [&] { return region && short_numbers().IsEmergencyNumber(text_of(text, length), region); });
}

size_t hookswitch_phone_emergency_numbers(const char *region, char *buffer, size_t size) {
  return guarded(size_t(0), [&] {
    // A search asks for more than a thousand numbers, each by a regular expression: once for each region is enough. Never destroyed, as above.
    static std::mutex &lock = *new std::mutex;
    static std::map<std::string, std::string> &known = *new std::map<std::string, std::string>;
    if (!is_region(region)) return write("", buffer, size);
    const std::lock_guard<std::mutex> held(lock);
    const auto place = known.find(region);
    return write(place != known.end() ? place->second : known.emplace(region, emergency_numbers(region)).first->second, buffer, size);
  });
}

uint32_t hookswitch_phone_country_code(const char *region) {
  return guarded(uint32_t(0), [&] { return region ? static_cast<uint32_t>(plans().GetCountryCodeForRegion(region)) : 0; });
}
