internal import CPhoneNumber

/// A number that can be dialled from anywhere.
public struct TelephoneNumber: Hashable, Sendable, CustomStringConvertible {
  /// The style of a formatted number.
  public enum Style: Hashable, Sendable {
    /// `+12125550100`.
    case e164
    /// `+1 212-555-0100`.
    case international
    /// `(212) 555-0100`: the style of its own country.
    case national
    /// `tel:+1-212-555-0100` (RFC 3966).
    case uri
  }

  /// The number in E.164, with `+`.
  public let e164: String
  /// The country code without `+`.
  public let countryCode: Int
  /// The national significant number: the digits after the country code.
  public let nationalNumber: String
  /// The extension, dialled once the call is connected; empty for none.
  public let `extension`: String
  /// The number's region; nil for numbers of no country, such as +800, and for those that no plan has.
  public let region: Region?
  /// True when the number plan has this number.
  ///
  /// Dial the number even when this is false: plans grow, and the library may be out of date.
  public let isKnown: Bool

  init(_ number: hookswitch_phone_number) {
    e164 = CText.text(number.e164)
    countryCode = Int(number.country_code)
    nationalNumber = CText.text(number.national)
    `extension` = CText.text(number.extension)
    region = Region(CText.text(number.region))
    isKnown = number.is_valid
  }

  /// Formats the number.
  public func text(_ style: Style) -> String {
    var plain = plain
    return CText.make { hookswitch_phone_format(&plain, style.plain, $0, $1) } ?? e164
  }

  /// The number as E.164.
  public var description: String { e164 }

  /// The number as a C struct.
  var plain: hookswitch_phone_number {
    var number = hookswitch_phone_number()
    number.country_code = UInt32(countryCode)
    CText.keep(nationalNumber, in: &number.national)
    CText.keep(`extension`, in: &number.extension)
    return number
  }
}

extension TelephoneNumber.Style {
  fileprivate var plain: hookswitch_phone_style {
    switch self {
    case .e164: HOOKSWITCH_PHONE_E164
    case .international: HOOKSWITCH_PHONE_INTERNATIONAL
    case .national: HOOKSWITCH_PHONE_NATIONAL
    case .uri: HOOKSWITCH_PHONE_RFC3966
    }
  }
}

/// Converts text from and to C: fixed-size arrays with a final NUL, and buffers of the caller.
enum CText {
  /// Returns a field of a C struct as text.
  static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Writes a text that came from a field of a C struct back into such a field, so that it fits.
  static func keep<Field>(_ text: String, in field: inout Field) {
    withUnsafeMutableBytes(of: &field) { room in
      let bytes = text.utf8.prefix(room.count - 1)
      room.copyBytes(from: bytes)
      room[bytes.count] = 0
    }
  }

  /// Returns the text that a C function writes; calls it again with a larger buffer when 64 bytes are too few.
  ///
  /// `write` returns the length of its text. The result is nil when that is 0.
  static func make(_ write: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String? {
    func text(room: Int) -> (text: String, length: Int) {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
        guard let base = buffer.baseAddress else { return ("", 0) }
        let length = write(base, room)
        let bytes = UnsafeRawBufferPointer(buffer).prefix(length < room ? length : 0)
        return (String(decoding: bytes, as: UTF8.self), length)
      }
    }
    let first = text(room: 64)
    let whole = first.length < 64 ? first : text(room: first.length + 1)
    return whole.length == 0 ? nil : whole.text
  }
}
