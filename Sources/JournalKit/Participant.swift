public import CallControl

/// One column of a ladder: who speaks or is spoken to.
public enum Participant: Hashable, Sendable {
  /// Whoever asks for things and watches: all programs together.
  case programs
  /// The line, and so the rules.
  case line(LineID)
  /// A provider.
  case provider(ProviderID)
  /// What lies behind a provider: whom its own messages, of that protocol, go to and come from.
  case wire(ProviderID, protocol: String)
  /// A screener.
  case screener(ScreenerID)

  /// What stands over the column.
  public var title: String {
    switch self {
    case .programs: "programs"
    case .line(let line): PlainText.clean("line \(line)", limit: 40)
    case .provider(let provider): PlainText.clean(provider.rawValue, limit: 40)
    case .wire(let provider, protocol: let name): PlainText.clean("\(name) of \(provider)", limit: 40)
    case .screener(let screener): PlainText.clean("screener \(screener)", limit: 40)
    }
  }

  /// The provider that the column is about.
  var provider: ProviderID? {
    switch self {
    case .provider(let provider), .wire(let provider, protocol: _): provider
    case .programs, .line, .screener: nil
    }
  }
}
