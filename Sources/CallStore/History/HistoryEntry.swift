public import CallControl

/// A call of the history.
public struct HistoryEntry: Hashable, Sendable {
  /// The number of the call in this store; a later call has a higher one, also when the clock was set back.
  public var id: Int64
  /// The number of the last change of the entry.
  public var change: Int64
  /// The call.
  public var call: CallID
  /// The call's line.
  public var line: LineID
  /// The call's provider.
  public var provider: ProviderID
  /// The call's direction.
  public var direction: Direction
  /// The call's outcome.
  public var outcome: CallRecord.Outcome
  /// The far end's handle; nil when withheld.
  public var handle: Handle?
  /// The far end's name, as the provider or a screener gave it.
  public var name: String?
  /// The name to show: the contact's, the label, the provider's name, the handle, or "Unknown".
  public var displayName: String
  /// A few words about the far end.
  public var label: String?
  /// The screener or directory that gave the label.
  public var labelSource: String?
  /// The contact's id.
  public var contact: Int64?
  /// The time of the request or of the arrival.
  public var began: WallTime
  /// The time when its Start was fulfilled.
  public var started: WallTime?
  /// The time when the far end began to ring.
  public var connecting: WallTime?
  /// The time when both sides could talk.
  public var connected: WallTime?
  /// The time of the end.
  public var ended: WallTime?
  /// Milliseconds from the connection to the end, independent of the wall clock; nil when it was never connected.
  public var duration: Int64?
  /// The rule that refused the call.
  public var refusal: CallError.Code?
  /// The rule that decided whether an incoming call rings, and its match: `J4 block:17`.
  public var decidedBy: String?
  /// The call's end; nil when it was refused.
  public var end: CallEnd?
  /// The number of the call's last group.
  public var group: Int64?
  /// True for an emergency call.
  public var isEmergency: Bool
  /// True when the call carried video.
  public var hasVideo: Bool
  /// The files of its recordings.
  public var recordings: [String]
  /// True once a person has read the entry.
  public var isRead: Bool
  /// The person or program that started, answered or declined the call first; nil for a call that nobody touched, and for an unnamed one.
  public var actor: String?
}

/// A change of the history.
public struct HistoryChange: Hashable, Sendable {
  /// The number of the change.
  public var change: Int64
  /// The number of the entry.
  public var id: Int64
  /// The entry as it is now; nil when it was removed.
  public var entry: HistoryEntry?
}

/// A part of the history; members that are nil select all.
public struct HistoryFilter: Hashable, Sendable {
  /// The far end's handle, in any spelling.
  public var handle: Handle?
  /// The contact's id.
  public var contact: Int64?
  /// The provider.
  public var provider: ProviderID?
  /// The line.
  public var line: LineID?
  /// The outcomes.
  public var outcomes: [CallRecord.Outcome]?
  /// The direction.
  public var direction: Direction?
  /// True for unread entries, false for read ones.
  public var isUnread: Bool?
  /// The earliest begin.
  public var from: WallTime?
  /// The first begin that is too late.
  public var to: WallTime?
  /// A part of the name, the contact's name, the label or the handle, without regard to ASCII case.
  public var text: String?

  /// Creates a filter that selects all.
  public init() {}

  /// Returns the conditions of a query on `call`, and their values.
  func conditions(_ handles: StoreHandles) -> (sql: String, values: [SQLValue]) {
    var parts = ["call.ended IS NOT NULL"]
    var values: [SQLValue] = []
    func add(_ part: String, _ value: SQLValue?) {
      guard let value else { return }
      parts.append(part)
      values.append(value)
    }
    add("call.handle_key = ?", handle.map { .text(handles.key(of: $0)) })
    add("call.contact = ?", contact.map { .integer($0) })
    add("call.provider = ?", provider.map { .text($0.rawValue) })
    add("call.line = ?", line.map { .text($0.rawValue) })
    add("call.direction = ?", direction.map { .integer($0 == .outgoing ? 1 : 0) })
    add("call.read = ?", isUnread.map { .integer($0 ? 0 : 1) })
    add("call.began >= ?", from.map { .integer($0.milliseconds) })
    add("call.began < ?", to.map { .integer($0.milliseconds) })
    if let outcomes {
      parts.append("call.outcome IN (\(outcomes.map { _ in "?" }.joined(separator: ", ")))")
      values += outcomes.map { .text($0.rawValue) }
    }
    if let text, !text.isEmpty {
      let columns = ["call.name", "call.label", "call.handle", "(SELECT name FROM contact WHERE id = call.contact)"]
      parts.append("(" + columns.map { "instr(lower(\($0)), lower(?))" }.joined(separator: " OR ") + ")")
      values += columns.map { _ in .text(text) }
    }
    return (parts.joined(separator: " AND "), values)
  }
}
