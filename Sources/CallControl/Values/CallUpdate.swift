/// A call's capabilities, set by its provider at the start and in updates.
public struct CallCapabilities: OptionSet, Hashable, Codable, Sendable {
  /// The set as bits.
  public let rawValue: UInt16

  /// Creates a set from bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The call can be held and resumed.
  public static let holding = CallCapabilities(rawValue: 1)
  /// The provider can bridge the call with its other calls.
  public static let grouping = CallCapabilities(rawValue: 2)
  /// The provider can take the call off a bridge.
  public static let ungrouping = CallCapabilities(rawValue: 4)
  /// The call can send tones.
  public static let dtmf = CallCapabilities(rawValue: 8)
  /// The call can be transferred.
  public static let transfer = CallCapabilities(rawValue: 16)
  /// The call has an audio port, so that the host can mix it.
  public static let audio = CallCapabilities(rawValue: 32)
  /// The call carries video.
  public static let video = CallCapabilities(rawValue: 64)

  /// The call can be sent on to another handle while it rings.
  public static let deflect = CallCapabilities(rawValue: 128)

  /// The default capabilities: everything but video.
  public static let usual: CallCapabilities = [.holding, .grouping, .ungrouping, .dtmf, .transfer, .audio, .deflect]

  /// Each capability with the name of its flag in updates, journals and scenario files.
  package static let flags: [(name: String, capability: CallCapabilities)] = [
    ("supportsHolding", .holding), ("supportsGrouping", .grouping), ("supportsUngrouping", .ungrouping), ("supportsDTMF", .dtmf),
    ("supportsTransfer", .transfer), ("hasAudioPort", .audio), ("hasVideo", .video),
    ("supportsDeflect", .deflect),
  ]
}

/// A provider's update of a call; only the fields that are set change anything.
///
/// After [`CXCallUpdate`](https://developer.apple.com/documentation/callkit/cxcallupdate).
public struct CallUpdate: Hashable, Sendable {
  /// The far end's handle.
  public var remoteHandle: Handle?
  /// The far end's name, in place of one that the host would find; empty clears a name.
  public var localizedCallerName: String?
  /// The capabilities that the update sets to true or false.
  private var named = CallCapabilities()
  /// The part of `named` that the update sets to true.
  private var granted = CallCapabilities()
  private var boxed: Boxed<CallDetails>?

  /// The new value of a capability; nil leaves it unchanged.
  public subscript(capability: CallCapabilities) -> Bool? {
    get { named.isSuperset(of: capability) ? granted.isSuperset(of: capability) : nil }
    set {
      if newValue == nil { named.subtract(capability) } else { named.formUnion(capability) }
      if newValue == true { granted.formUnion(capability) } else { granted.subtract(capability) }
    }
  }
  /// True when the call can be held.
  public var supportsHolding: Bool? {
    get { self[.holding] }
    set { self[.holding] = newValue }
  }
  /// True when the provider can bridge the call with its other calls.
  public var supportsGrouping: Bool? {
    get { self[.grouping] }
    set { self[.grouping] = newValue }
  }
  /// True when the provider can take the call off a bridge.
  public var supportsUngrouping: Bool? {
    get { self[.ungrouping] }
    set { self[.ungrouping] = newValue }
  }
  /// True when the call can send tones.
  public var supportsDTMF: Bool? {
    get { self[.dtmf] }
    set { self[.dtmf] = newValue }
  }
  /// True when the call can be transferred.
  public var supportsTransfer: Bool? {
    get { self[.transfer] }
    set { self[.transfer] = newValue }
  }
  /// True when the call can be sent on to another handle while it rings.
  public var supportsDeflect: Bool? {
    get { self[.deflect] }
    set { self[.deflect] = newValue }
  }
  /// True when the call has an audio port, so that the host can mix it.
  public var hasAudioPort: Bool? {
    get { self[.audio] }
    set { self[.audio] = newValue }
  }
  /// True when the call carries video.
  public var hasVideo: Bool? {
    get { self[.video] }
    set { self[.video] = newValue }
  }

  /// Further details, such as the user's number that was called and the number that the caller dialed first.
  public var details: CallDetails {
    get { boxed.details }
    set { boxed.details = newValue }
  }
  /// The user's own handle: the number called, or the number that calls.
  public var localHandle: Handle? {
    get { details.localHandle }
    set { details.localHandle = newValue }
  }
  /// The handle that the caller dialed first, if the network diverted the call.
  public var divertedFrom: Handle? {
    get { details.divertedFrom }
    set { details.divertedFrom = newValue }
  }
  /// The network's identifier of the call, such as SIP's Call-ID.
  public var correlationID: String? {
    get { details.correlationID }
    set { details.correlationID = newValue }
  }
  /// Further transport details: the text of one JSON object.
  public var extraJSON: String? {
    get { details.extraJSON }
    set { details.extraJSON = newValue }
  }

  /// Creates an empty update.
  public init() {}

  /// Returns `capabilities` with the flags that this update sets.
  package func applied(to capabilities: CallCapabilities) -> CallCapabilities {
    capabilities.subtracting(named).union(granted)
  }
}

extension CallUpdate: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    static let remoteHandle = Key(stringValue: "remoteHandle")
    static let localizedCallerName = Key(stringValue: "localizedCallerName")
    static let details = Key(stringValue: "details")
  }

  /// Decodes the members; a missing one changes nothing.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    remoteHandle = try values.decodeIfPresent(Handle.self, forKey: .remoteHandle)
    localizedCallerName = try values.decodeIfPresent(String.self, forKey: .localizedCallerName)
    boxed = try values.decodeIfPresent(Boxed<CallDetails>.self, forKey: .details)
    for flag in CallCapabilities.flags {
      self[flag.capability] = try values.decodeIfPresent(Bool.self, forKey: Key(stringValue: flag.name))
    }
  }

  /// Encodes the members that are not nil.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(remoteHandle, forKey: .remoteHandle)
    try values.encodeIfPresent(localizedCallerName, forKey: .localizedCallerName)
    try values.encodeIfPresent(boxed, forKey: .details)
    for flag in CallCapabilities.flags { try values.encodeIfPresent(self[flag.capability], forKey: Key(stringValue: flag.name)) }
  }
}
