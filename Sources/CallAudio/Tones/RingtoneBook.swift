/// A host's ringtones, chosen by caller, then by provider, then the default.
public struct RingtoneBook: Hashable, Sendable {
  /// The default ringtone.
  public var usual: Ringtone
  /// Ringtones by provider identifier.
  public var byProvider: [String: Ringtone]
  /// Ringtones by the caller's normalised handle, for example a telephone number in E.164.
  public var byCaller: [String: Ringtone]

  /// Creates a table; by default every call rings with the international bell.
  public init(usual: Ringtone = .bell(.international), byProvider: [String: Ringtone] = [:], byCaller: [String: Ringtone] = [:]) {
    self.usual = usual
    self.byProvider = byProvider
    self.byCaller = byCaller
  }

  /// Returns the ringtone of a call.
  ///
  /// - Parameters:
  ///   - provider: The identifier of its provider.
  ///   - caller: The caller's handle; nil when withheld.
  ///   - file: The file from the provider's configuration (`ProviderConfiguration.ringtoneSound`), used when the table has no entry for the
  ///     caller or the provider.
  public func ringtone(provider: String, caller: String?, file: String? = nil) -> Ringtone {
    caller.flatMap { byCaller[$0] } ?? byProvider[provider] ?? file.map { .file(path: $0) } ?? usual
  }
}
