/// One entry of a journal, enough to replay and draw a host's decisions.
public struct JournalRecord: Hashable, Codable, Sendable {
  /// The event of an entry.
  public enum Body: Hashable, Codable, Sendable {
    /// A line was created with this policy and these providers.
    case opened(LineID, LinePolicy, Roster)
    /// A line received an event and decided these effects.
    case received(LineID, LineEvent, [LineEffect])
    /// A line without calls was forgotten.
    case closed(LineID)
    /// A provider was lost, reset or retired; each of its lines receives an event of its own.
    case provider(ProviderID, ProviderLoss)
    /// A transport's message for ladder diagrams: its protocol, its text and its direction.
    case wire(ProviderID, CallID?, protocol: String, text: String, isOutgoing: Bool)
    /// A provider's transport changed its version while calls went on: the versions, the way, and the time that it took.
    case upgraded(ProviderID, from: String, to: String, way: String, milliseconds: Int)
    /// A report about a call that no line knows (P4).
    case unknown(ProviderID, HeardWord)
  }

  /// The time on the host's clock.
  public let time: Instant
  /// The event.
  public let body: Body

  /// Creates an entry.
  public init(time: Instant, _ body: Body) {
    self.time = time
    self.body = body
  }
}

extension JournalRecord {
  /// The record's approximate memory, in bytes.
  package var memorySize: Int {
    switch body {
    case .wire(_, _, protocol: _, let text, isOutgoing: _): 256 + text.utf8.count
    // The capacity, not the count: a line reserves room for more effects than most of its turns have.
    case .received(_, _, let effects): 640 + MemoryLayout<LineEffect>.stride * effects.capacity + 128 * effects.count
    case .opened, .closed, .provider, .upgraded, .unknown: 1_024
    }
  }
}
