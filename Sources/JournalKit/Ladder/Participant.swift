public import CallControl

/// One column of a ladder: a sender or receiver of messages.
public enum Participant: Hashable, Sendable {
  /// All programs together, which send requests and observe.
  case programs
  /// The line, with the rules.
  case line(LineID)
  /// A provider.
  case provider(ProviderID)
  /// The network side of a provider, with which it exchanges messages of this protocol.
  case wire(ProviderID, protocol: String)
  /// A screener.
  case screener(ScreenerID)

  /// The title of the column.
  public var title: String {
    switch self {
    case .programs: "programs"
    case .line(let line): PlainText.clean("line \(line)", limit: 40)
    case .provider(let provider): PlainText.clean(provider.rawValue, limit: 40)
    case .wire(let provider, protocol: let name): PlainText.clean("\(name) of \(provider)", limit: 40)
    case .screener(let screener): PlainText.clean("screener \(screener)", limit: 40)
    }
  }

  /// The provider of the column; nil for programs, line and screener.
  var provider: ProviderID? {
    switch self {
    case .provider(let provider), .wire(let provider, protocol: _): provider
    case .programs, .line, .screener: nil
    }
  }
}
