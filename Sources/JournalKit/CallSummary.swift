public import CallControl

/// The entry for one call in a ladder's legend.
public struct CallSummary: Hashable, Sendable {
  /// The call.
  public let call: CallID
  /// The call's label.
  public let name: String
  /// The call's index among the journal's calls, from 0.
  public let number: Int
  /// The call's direction; nil when the journal does not mention it.
  public var direction: Direction?
  /// The call's provider.
  public var provider: ProviderID?
  /// The far end, for people: handle and name.
  public var farEnd: String { [handle?.description, callerName.map { "“\($0)”" }].compactMap { $0 }.joined(separator: " ") }
  /// The call's outcome; nil when the journal ends before it.
  public var outcome: String?
  var handle: Handle?
  var callerName: String?

  init(_ call: CallID, _ names: CallNames) {
    self.call = call
    name = names[call]
    number = names.number(of: call) ?? 0
  }

  /// The columns of the legend after the label: direction with far end, provider, outcome.
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
