/// The ringtones of a host: a call rings with its caller's, else with its provider's, else with the usual one.
public struct RingtoneBook: Hashable, Sendable {
  /// For whom nothing else was said.
  public var usual: Ringtone
  /// By the provider's identifier.
  public var byProvider: [String: Ringtone]
  /// By the caller's handle, as it is written once it was normalised: a telephone number in E.164.
  public var byCaller: [String: Ringtone]

  /// A book, which at first has the country's bell for everybody.
  public init(usual: Ringtone = .bell(.international), byProvider: [String: Ringtone] = [:], byCaller: [String: Ringtone] = [:]) {
    self.usual = usual
    self.byProvider = byProvider
    self.byCaller = byCaller
  }

  /// Returns the ringtone of a call.
  ///
  /// - Parameters:
  ///   - provider: its provider's identifier.
  ///   - caller: its caller's handle; nil when it is withheld.
  ///   - file: the file that the provider's own configuration names (`ProviderConfiguration.ringtoneSound`). It counts where the book has
  ///     nothing for caller and provider.
  public func ringtone(provider: String, caller: String?, file: String? = nil) -> Ringtone {
    caller.flatMap { byCaller[$0] } ?? byProvider[provider] ?? file.map { .file(path: $0) } ?? usual
  }
}
