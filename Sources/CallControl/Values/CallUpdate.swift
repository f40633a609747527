/// A provider's update of a call; only the fields that are set change anything.
///
/// After [`CXCallUpdate`](https://developer.apple.com/documentation/callkit/cxcallupdate).
public struct CallUpdate: Hashable, Codable, Sendable {
  /// The far end's handle.
  public var remoteHandle: Handle?
  /// The far end's name, in place of one that the host would find; empty clears a name.
  public var localizedCallerName: String?
  /// True when the call can be held.
  public var supportsHolding: Bool?
  /// True when the provider can bridge the call with its other calls.
  public var supportsGrouping: Bool?
  /// True when the provider can take the call off a bridge.
  public var supportsUngrouping: Bool?
  /// True when the call can send tones.
  public var supportsDTMF: Bool?
  /// True when the call can be transferred.
  public var supportsTransfer: Bool?
  /// True when the call has an audio port, so that the host can mix it.
  public var hasAudioPort: Bool?
  /// True when the call carries video.
  public var hasVideo: Bool?
  private var boxed: Boxed<CallDetails>?

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

  private enum CodingKeys: String, CodingKey {
    case remoteHandle, localizedCallerName, supportsHolding, supportsGrouping, supportsUngrouping, supportsDTMF, supportsTransfer
    case hasAudioPort, hasVideo
    case boxed = "details"
  }

  /// Creates an empty update.
  public init() {}

  /// Returns `capabilities` with the flags that this update sets.
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
