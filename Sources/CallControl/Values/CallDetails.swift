/// Details of a call besides the far end's identity.
///
/// In an update, a member that is nil changes nothing; an empty handle or text clears the member.
public struct CallDetails: Hashable, Codable, Sendable {
  /// The user's own handle: the number called, or the number that calls.
  public var localHandle: Handle?
  /// The handle that the caller dialed first, if the network diverted the call.
  public var divertedFrom: Handle?
  /// The network's identifier of the call, such as SIP's Call-ID.
  public var correlationID: String?
  /// Further transport details: the text of one JSON object.
  public var extraJSON: String?
  /// A screener's label for the far end, such as "Delivery service".
  public var label: String?
  /// The screener or directory that gave the label.
  public var labelSource: ScreenerID?
  /// The rule of the host's judge that decided, and its match: `J4 block:17` (I9).
  public internal(set) var decidedBy: String?
  /// The rule by which do-not-disturb let the caller through: `N1 contact:5` (I9).
  public internal(set) var letThroughBy: String?
  /// The id of the contact who calls (I9).
  public internal(set) var contact: Int64?

  /// Creates empty details.
  public init() {}

  /// True when no member is set.
  var isEmpty: Bool { self == CallDetails() }

  /// Returns these details with the members of `update`; an empty handle or text clears the member.
  func changed(by update: CallDetails) -> CallDetails {
    func text(_ new: String?, _ old: String?) -> String? { new.map { $0.isEmpty ? nil : $0 } ?? old }
    func handle(_ new: Handle?, _ old: Handle?) -> Handle? { new.map { $0.value.isEmpty ? nil : $0 } ?? old }
    var result = CallDetails()
    result.localHandle = handle(update.localHandle, localHandle)
    result.divertedFrom = handle(update.divertedFrom, divertedFrom)
    result.correlationID = text(update.correlationID, correlationID)
    result.extraJSON = text(update.extraJSON, extraJSON)
    result.label = text(update.label, label)
    result.labelSource = result.label == nil ? nil : update.labelSource ?? labelSource
    // Only the host's judge gives these.
    result.decidedBy = decidedBy
    result.letThroughBy = letThroughBy
    result.contact = contact
    return result
  }

  /// I9: returns these details with a judge's answer.
  func judged(by facts: IncomingFacts) -> CallDetails {
    var result = self
    if let label = facts.label, !label.isEmpty {
      result.label = String(label.prefix(ScreenedCaller.textLimit))
      result.labelSource = facts.labelSource
    }
    result.decidedBy = facts.decidedBy
    result.letThroughBy = facts.letThroughBy
    result.contact = facts.contact
    return result
  }
}

/// A value on the heap: an optional one takes a single word of memory, and most calls have no details.
struct Boxed<Value: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  private var box: [Value]

  init(_ value: Value) {
    box = [value]
  }

  var value: Value { box[0] }

  init(from decoder: any Decoder) throws {
    box = [try Value(from: decoder)]
  }

  func encode(to encoder: any Encoder) throws {
    try box[0].encode(to: encoder)
  }
}

extension Boxed<CallDetails>? {
  /// The details; empty when there are none.
  var details: CallDetails {
    get { self?.value ?? CallDetails() }
    set { self = newValue.isEmpty ? nil : Boxed(newValue) }
  }
}
