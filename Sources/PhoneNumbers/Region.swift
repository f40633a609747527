internal import CPhoneNumber

/// A country from which numbers are dialled, by its ISO 3166-1 code: `US`, `GB`, `DE`.
public struct Region: Hashable, Sendable, CustomStringConvertible {
  /// The two letters, in upper case.
  public let code: String

  /// Creates a region from a code in either case; nil when the number plans do not know it.
  public init?(_ code: String) {
    guard code.utf8.count == 2, code.utf8.allSatisfy({ (65...90).contains($0 & ~0x20) }) else { return nil }
    let code = code.uppercased()
    guard hookswitch_phone_country_code(code) != 0 else { return nil }
    self.code = code
  }

  /// Creates a region from a locale name: `en_GB.UTF-8` is `GB`; nil for `C`, `POSIX` and others without a region.
  public init?(locale: String) {
    let country = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_").dropFirst().first
    guard let country else { return nil }
    self.init(String(country))
  }

  /// The variables of the environment that name a region, the decisive one first.
  package static let variables = ["LC_ALL", "LC_TELEPHONE", "LANG"]

  /// Creates a region from the first of `LC_ALL`, `LC_TELEPHONE` and `LANG` that is set and not empty; nil when that one names no region.
  public init?(environment: [String: String]) {
    let locale = Self.variables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let locale else { return nil }
    self.init(locale: locale)
  }

  /// The country code without `+`: 1 for the US, 44 for GB.
  public var countryCode: Int { Int(hookswitch_phone_country_code(code)) }

  /// The code.
  public var description: String { code }
}
