/// What a network says about a call beside who the far end is.
///
/// In an update, a member that is nil changes nothing; an empty handle or text takes the member away.
public struct CallDetails: Hashable, Codable, Sendable {
  /// The user's own handle: the number that was called, or that calls.
  public var localHandle: Handle?
  /// Whom the caller dialed first, where that was somebody else: the network diverted the call.
  public var divertedFrom: Handle?
  /// The network's name of the call, such as SIP's Call-ID.
  public var correlationID: String?
  /// Further facts of the transport: the text of one JSON object.
  public var extraJSON: String?
  /// A program's label for the far end, such as "Delivery service"; given by a screener.
  public var label: String?
  /// The screener that gave the label.
  public var labelSource: ScreenerID?

  /// Details that say nothing until members are set.
  public init() {}

  /// True while no member is set.
  var isEmpty: Bool { self == CallDetails() }

  /// These details with what `update` says; an empty handle or text takes the member away.
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
    return result
  }
}

/// A value on the heap, so that an optional one takes a single word where there is none: most calls have no details.
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
  /// The details, or nil when none is set.
  var details: CallDetails {
    get { self?.value ?? CallDetails() }
    set { self = newValue.isEmpty ? nil : Boxed(newValue) }
  }
}
