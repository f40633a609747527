internal import CPhoneNumber

/// Converts between dialed digits and numbers, by the metadata of libphonenumber.
struct NumberingPlan: Hashable, Sendable {
  /// A classified dialed number.
  enum Dialed: Hashable, Sendable {
    /// A number in E.164, with `+`.
    case number(String)
    /// A short number of the country, such as an emergency number.
    case short(String)
    /// A service of the exchange, such as `*70`.
    case service(String)
  }

  let country: Country
  let areaCode: String

  /// Parses dialed digits; returns nil when they form no number.
  ///
  /// Spaces, hyphens, dots, slashes and parentheses may separate digits.
  func dialed(_ text: String) -> Dialed? {
    let digits = text.filter { !" -./()".contains($0) }
    let isInternational = digits.hasPrefix("+")
    let rest = isInternational ? digits.dropFirst() : digits[...]
    guard !rest.isEmpty, rest.utf8.count <= 32 else { return nil }
    if !isInternational, rest.hasPrefix("*") || rest.hasPrefix("#") {
      return rest.allSatisfy { $0.isDigit || "*#".contains($0) } ? .service(String(rest)) : nil
    }
    guard rest.allSatisfy(\.isDigit) else { return nil }
    if isInternational { return international(rest) }
    if isEmergency(rest) { return .short(String(rest)) }
    if rest.hasPrefix(country.internationalPrefix) { return international(rest.dropFirst(country.internationalPrefix.count)) }
    if rest.hasPrefix(country.trunkPrefix) { return national(rest.dropFirst(country.trunkPrefix.count)) }
    if country.localLengths.contains(rest.count) { return national(areaCode + rest) }
    if country.trunkPrefixIsOptional { return national(rest) }
    return nil
  }

  /// Returns the digits that dial an E.164 number from inside the country; a number of another country is returned unchanged.
  func national(of number: String) -> String {
    guard number.hasPrefix("+" + country.code) else { return number }
    guard var parsed = parse(number) else { return number }
    let digits = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      let length = hookswitch_phone_format(&parsed, HOOKSWITCH_PHONE_NATIONAL, buffer.baseAddress, buffer.count)
      return buffer.prefix(min(length, buffer.count)).map { UInt8(bitPattern: $0) }.filter { (48...57).contains($0) }
    }
    return digits.isEmpty ? number : String(decoding: digits, as: UTF8.self)
  }

  /// Returns the country's emergency numbers.
  func emergencyNumbers() -> [String] {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
      let length = hookswitch_phone_emergency_numbers(country.name, buffer.baseAddress, buffer.count)
      let bytes = buffer.prefix(length < buffer.count ? length : 0).map { UInt8(bitPattern: $0) }
      return bytes.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Returns the number with this two-digit behaviour code.
  func builtIn(_ digits: String) -> String { country.builtInNumbers + digits }

  /// Returns the two-digit code of a built-in number; nil for any other number.
  func builtInDigits(of number: String) -> String? {
    let block = country.builtInNumbers
    guard number.hasPrefix(block), number.utf8.count == block.utf8.count + 2 else { return nil }
    return String(number.suffix(2))
  }

  /// Adds the country code; returns nil when the country has no such number.
  private func national(_ digits: some StringProtocol) -> Dialed? { international(country.code + digits) }

  private func international(_ digits: some StringProtocol) -> Dialed? {
    guard let number = parse("+" + digits) else { return nil }
    return .number(withUnsafeBytes(of: number.e164) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
  }

  private func parse(_ text: String) -> hookswitch_phone_number? {
    var text = text
    var number = hookswitch_phone_number()
    let status = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { hookswitch_phone_parse($0.baseAddress, $0.count, country.name, &number) }
    }
    return status == HOOKSWITCH_PHONE_OK ? number : nil
  }

  private func isEmergency(_ digits: Substring) -> Bool {
    var digits = digits
    return digits.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { hookswitch_phone_is_emergency($0.baseAddress, $0.count, country.name) }
    }
  }
}

extension Character {
  /// True for 0 to 9.
  var isDigit: Bool { ("0"..."9").contains(self) }
}
