internal import CPhoneNumber

/// A number that can be dialled from anywhere.
public struct TelephoneNumber: Hashable, Sendable, CustomStringConvertible {
  /// How a number is written.
  public enum Style: Hashable, Sendable {
    /// `+12125550100`.
    case e164
    /// `+1 212-555-0100`.
    case international
    /// `(212) 555-0100`: as it is written in its own country.
    case national
    /// `tel:+1-212-555-0100` (RFC 3966).
    case uri
  }

  /// `+`, country code and the rest, without anything between.
  public let e164: String
  /// The country code without `+`.
  public let countryCode: Int
  /// What follows the country code: the national significant number.
  public let nationalNumber: String
  /// What is dialled when the call is up; empty: nothing.
  public let `extension`: String
  /// Whose number it is; nil for numbers of no country, such as +800, and where no plan has it.
  public let region: Region?
  /// Whether the plan has such a number.
  ///
  /// False is no reason not to dial it: plans grow, and the library's age.
  public let isKnown: Bool

  init(_ number: hookswitch_phone_number) {
    e164 = CText.text(number.e164)
    countryCode = Int(number.country_code)
    nationalNumber = CText.text(number.national)
    `extension` = CText.text(number.extension)
    region = Region(CText.text(number.region))
    isKnown = number.is_valid
  }

  /// The number in a style.
  public func text(_ style: Style) -> String {
    var plain = plain
    return CText.make { hookswitch_phone_format(&plain, style.plain, $0, $1) } ?? e164
  }

  /// The number as E.164.
  public var description: String { e164 }

  /// The number as C takes it.
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
