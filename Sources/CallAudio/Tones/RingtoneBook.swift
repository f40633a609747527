/// Which ringtone a call rings with: its caller's, else its provider's, else everybody's.
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

  /// What rings for this caller at this provider; the caller is nil when it is withheld.
  public func ringtone(provider: String, caller: String?) -> Ringtone {
    caller.flatMap { byCaller[$0] } ?? byProvider[provider] ?? usual
  }
}
