public import CallControl

/// A rule that blocks, silences or allows callers.
public struct BlockRule: Hashable, Sendable {
  /// The callers that a rule matches.
  public enum Kind: String, Sendable, CaseIterable {
    /// One party, in any spelling.
    case exact
    /// All handles whose normal form begins with the value.
    case prefix
    /// All handles whose normal form matches the value, in which `*` stands for any text and `?` for one character.
    case pattern
    /// Callers without a handle.
    case withheld
    /// Callers who are no contacts and were not dialled in the last 90 days.
    case unknown
    /// All callers.
    case all

    /// True for a kind that has a value.
    var hasValue: Bool { self == .exact || self == .prefix || self == .pattern }
  }

  /// The treatment of a caller.
  public enum Effect: String, Sendable, CaseIterable {
    /// The call is refused.
    case block
    /// The call rings without a tone.
    case silence
    /// The caller is not blocked; do-not-disturb still counts.
    case allow
  }

  /// The longest value, in bytes.
  public static let valueLimit = 4_096
  /// The largest number of rules.
  public static let countLimit = 100_000

  /// The rule's number.
  public var id: Int64
  /// The callers that it matches.
  public var kind: Kind
  /// The kind of handle that it matches; nil for any.
  public var type: Handle.Kind?
  /// The handle, the prefix or the pattern, as it was given; empty for other kinds.
  public var value: String
  /// The treatment.
  public var effect: Effect
  /// The reason, for people.
  public var reason: String?
  /// The peer that added it: `user`, `config` or a program's name.
  public var addedBy: String
  /// The time when it was added.
  public var added: WallTime
  /// The time from which it no longer counts.
  public var until: WallTime?
  /// The number of calls that it decided.
  public var hits: Int64 = 0
  /// The time of the last of them.
  public var lastHit: WallTime?

  /// Creates a rule that the store does not have yet.
  ///
  /// - Parameters:
  ///   - kind: the callers that it matches.
  ///   - value: the handle, the prefix or the pattern; empty for other kinds.
  ///   - effect: the treatment.
  ///   - reason: the reason, for people.
  ///   - until: the time from which it no longer counts; nil for no end.
  ///   - addedBy: the peer that adds it.
  public init(
    _ kind: Kind, _ value: String = "", effect: Effect = .block, reason: String? = nil, until: WallTime? = nil, addedBy: String
  ) {
    (id, added) = (0, WallTime(milliseconds: 0))
    (self.kind, self.value, self.effect, self.reason) = (kind, value, effect, reason)
    (self.until, self.addedBy) = (until, addedBy)
  }

  /// Returns the normal form by which callers are compared.
  ///
  /// - Throws: `rejected` for a value that no caller can have.
  static func key(_ kind: Kind, _ value: String, _ handles: StoreHandles) throws(StoreError) -> (type: Handle.Kind?, key: String) {
    guard kind.hasValue else {
      guard value.isEmpty else { throw StoreError(.rejected, "value", "a rule of kind \(kind.rawValue) has no value") }
      return (nil, "")
    }
    guard !value.isEmpty else { throw StoreError(.rejected, "value", "a rule of kind \(kind.rawValue) needs a value") }
    guard value.utf8.count <= valueLimit else {
      throw StoreError(.tooLarge, "value", "it is longer than \(valueLimit) bytes", limit: valueLimit)
    }
    let handle = Handle(parsing: value)
    if kind == .exact {
      return (handles.normal(handle).type, handles.key(of: handle))
    }
    // Separators of a telephone number are no part of its normal form.
    let isNumber = handle.type == .phoneNumber || StoreHandles.isNumber(value.filter { $0 != "?" })
    let text = isNumber ? handle.value.filter { !" -.()/".contains($0) } : handle.value
    return (isNumber ? .phoneNumber : handle.type == .generic ? nil : handle.type, text)
  }
}
