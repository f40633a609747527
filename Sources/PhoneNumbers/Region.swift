internal import CPhoneNumber

/// A country that somebody dials from, by its two letters of ISO 3166-1: `US`, `GB`, `DE`.
public struct Region: Hashable, Sendable, CustomStringConvertible {
  /// The two letters.
  public let code: String

  /// The region of that code, in letters of either case; nil when the number plans do not know it.
  public init?(_ code: String) {
    guard code.utf8.count == 2, code.utf8.allSatisfy({ (65...90).contains($0 & ~0x20) }) else { return nil }
    let code = code.uppercased()
    guard hookswitch_phone_country_code(code) != 0 else { return nil }
    self.code = code
  }

  /// The region of a locale as the environment names it: `en_GB.UTF-8` is `GB`; nil for `C`, `POSIX` and what names no region.
  public init?(locale: String) {
    let country = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_").dropFirst().first
    guard let country else { return nil }
    self.init(String(country))
  }

  /// The region that a process's environment names for telephones: of `LC_ALL`, `LC_TELEPHONE` and `LANG` the first that is set; nil when
  /// that one names none.
  public init?(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_TELEPHONE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let locale else { return nil }
    self.init(locale: locale)
  }

  /// The country code without `+`: 1 for the US, 44 for GB.
  public var countryCode: Int { Int(hookswitch_phone_country_code(code)) }

  /// The code.
  public var description: String { code }
}
