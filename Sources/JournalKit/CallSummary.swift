public import CallControl

/// What a ladder's legend says of one call.
public struct CallSummary: Hashable, Sendable {
  /// The call.
  public let call: CallID
  /// Its short name.
  public let name: String
  /// Its place among the journal's calls, counting from 0.
  public let number: Int
  /// Which way it was set up; nil when the journal does not say.
  public var direction: Direction?
  /// Whose call it is.
  public var provider: ProviderID?
  /// Who the far end is, for people: handle and name.
  public var farEnd: String { [handle?.description, callerName.map { "“\($0)”" }].compactMap { $0 }.joined(separator: " ") }
  /// What became of it; nil when the journal ends before it.
  public var outcome: String?
  var handle: Handle?
  var callerName: String?

  init(_ call: CallID, _ names: CallNames) {
    self.call = call
    name = names[call]
    number = names.number(of: call) ?? 0
  }

  /// The legend's line but for the name: direction, far end, provider, outcome.
  var words: [String] {
    let arrow = direction.map { $0 == .outgoing ? "to" : "from" } ?? ""
    let who = farEnd.isEmpty ? (direction == .incoming ? "withheld" : "") : farEnd
    return [
      PlainText.clean([arrow, who].filter { !$0.isEmpty }.joined(separator: " "), limit: 64),
      PlainText.clean(provider.map { "via \($0)" } ?? "", limit: 40),
      PlainText.clean(outcome ?? (direction == nil ? "not known to the line" : "not over when the journal ends"), limit: 64),
    ]
  }
}
