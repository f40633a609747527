/// What a provider knows of a call; only the fields that are set change anything.
///
/// After [`CXCallUpdate`](https://developer.apple.com/documentation/callkit/cxcallupdate).
public struct CallUpdate: Hashable, Codable, Sendable {
  /// Who the far end is.
  public var remoteHandle: Handle?
  /// The far end's name, over any that the host would find itself; empty takes a name away.
  public var localizedCallerName: String?
  /// Whether the call can be held.
  public var supportsHolding: Bool?
  /// Whether the provider can bridge it with its other calls.
  public var supportsGrouping: Bool?
  /// Whether the provider can take it out of a bridge.
  public var supportsUngrouping: Bool?
  /// Whether tones can be sent on it.
  public var supportsDTMF: Bool?
  /// Whether it can be handed over to somebody else.
  public var supportsTransfer: Bool?
  /// Whether it has an audio port, so that the host can mix it.
  public var hasAudioPort: Bool?
  /// Whether it carries video.
  public var hasVideo: Bool?
  private var boxed: Boxed<CallDetails>?

  /// What the network says beside that: which of the user's numbers was called, whom the caller dialed first, and the like.
  public var details: CallDetails {
    get { boxed.details }
    set { boxed.details = newValue }
  }
  /// The user's own handle: the number that was called, or that calls.
  public var localHandle: Handle? {
    get { details.localHandle }
    set { details.localHandle = newValue }
  }
  /// Whom the caller dialed first, where that was somebody else.
  public var divertedFrom: Handle? {
    get { details.divertedFrom }
    set { details.divertedFrom = newValue }
  }
  /// The network's name of the call, such as SIP's Call-ID.
  public var correlationID: String? {
    get { details.correlationID }
    set { details.correlationID = newValue }
  }
  /// Further facts of the transport: the text of one JSON object.
  public var extraJSON: String? {
    get { details.extraJSON }
    set { details.extraJSON = newValue }
  }

  private enum CodingKeys: String, CodingKey {
    case remoteHandle, localizedCallerName, supportsHolding, supportsGrouping, supportsUngrouping, supportsDTMF, supportsTransfer
    case hasAudioPort, hasVideo
    case boxed = "details"
  }

  /// An update that changes nothing until fields are set.
  public init() {}

  /// `capabilities` with the flags that this update sets.
  package func applied(to capabilities: CallCapabilities) -> CallCapabilities {
    var result = capabilities
    func set(_ flag: CallCapabilities, _ value: Bool?) {
      guard let value else { return }
      if value { result.insert(flag) } else { result.remove(flag) }
    }
    set(.holding, supportsHolding)
    set(.grouping, supportsGrouping)
    set(.ungrouping, supportsUngrouping)
    set(.dtmf, supportsDTMF)
    set(.transfer, supportsTransfer)
    set(.audio, hasAudioPort)
    set(.video, hasVideo)
    return result
  }
}
