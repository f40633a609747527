/// An operation on one call: a requester asks for it, a line decides it, and a provider carries it out.
///
/// The one vocabulary of requests, commands, journals and scenario files. The delegate's action types, such as `SetHeldCallAction`, each wrap
/// one of these.
public enum CallOperation: Hashable, Codable, Sendable {
  /// Start a call; fulfilled when the invitation is on its way.
  indirect case start(StartDetails)
  /// Answer a ringing call; fulfilled when both sides can talk.
  case answer
  /// End or decline a call, with the decline's details for a ringing call's caller; fulfilled when it is over.
  case end(Decline? = nil)
  /// Hold (true) or resume (false): a request is about the whole group of the call, a command about the call alone.
  case setHeld(Bool)
  /// Mute (true) or unmute (false) our side of the call.
  case setMuted(Bool)
  /// Join the named call: a request its group, a command its bridge; with nil, leave it.
  case setGroup(with: CallID?)
  /// Send tones: `0-9 * # A-D`; in a request also `,` for a pause of 2 s and `;` for a wait.
  case playDTMF(String, DTMFKind = .singleTone)
  /// Transfer the call.
  indirect case transfer(TransferTarget)
  /// Send a ringing call on to another handle, without answering it (R5).
  indirect case deflect(to: Handle)

  /// The kinds of operation, without their details.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Start a call.
    case start
    /// Answer an incoming call.
    case answer
    /// End or decline a call.
    case end
    /// Hold or resume.
    case setHeld
    /// Mute or unmute our side.
    case setMuted
    /// Join another call's group, or leave it.
    case setGroup
    /// Send tones.
    case playDTMF
    /// Transfer a call.
    case transfer
    /// Send a ringing call on.
    case deflect

    /// The limit on the time that a provider takes for it.
    package var deadline: Deadline {
      switch self {
      case .start: .start
      case .answer: .answer
      case .end: .end
      case .setHeld: .setHeld
      case .setMuted: .setMuted
      case .setGroup: .setGroup
      case .playDTMF: .playDTMF
      case .transfer, .deflect: .transfer
      }
    }
  }

  /// The operation's kind.
  public var kind: Kind {
    switch self {
    case .start: .start
    case .answer: .answer
    case .end: .end
    case .setHeld: .setHeld
    case .setMuted: .setMuted
    case .setGroup: .setGroup
    case .playDTMF: .playDTMF
    case .transfer: .transfer
    case .deflect: .deflect
    }
  }

  /// The operations that need one handle, by their names in scenario files.
  package static let toHandle: [String: @Sendable (Handle) -> CallOperation] = [
    "transfer": { .transfer(.handle($0)) }, "deflect": { .deflect(to: $0) },
  ]

  /// The second call that the operation names, if any.
  public var otherCall: CallID? {
    switch self {
    case .setGroup(let other): other
    case .transfer(.call(let other)): other
    case .start, .answer, .end, .setHeld, .setMuted, .playDTMF, .transfer(.handle), .deflect: nil
    }
  }

  /// The operation's details as journals and scenario files write them after the kind and the call; `name` returns a call's label.
  package func details(_ name: (CallID) -> String) -> String? {
    switch self {
    case .start, .answer: nil
    case .end(let decline): decline?.reason.rawValue
    case .setHeld(let value), .setMuted(let value): value ? "true" : "false"
    case .setGroup(let other): other.map(name) ?? "-"
    case .playDTMF(let digits, _): digits
    case .transfer(.handle(let handle)), .deflect(let handle): handle.description
    case .transfer(.call(let other)): name(other)
    }
  }
}

/// The callee and the options of an outgoing call.
public struct StartDetails: Hashable, Codable, Sendable {
  /// The handle to call.
  public var handle: Handle
  /// True when the call should carry video.
  public var isVideo: Bool
  /// The callee's address-book record, if the user chose one.
  public var contactIdentifier: String?
  /// The user's own handle by which the call is made, for a provider that has several; nil for the provider's own.
  public var localHandle: Handle?

  /// Creates the details of an outgoing call.
  public init(handle: Handle, isVideo: Bool = false, contactIdentifier: String? = nil, localHandle: Handle? = nil) {
    self.handle = handle
    self.isVideo = isVideo
    self.contactIdentifier = contactIdentifier
    self.localHandle = localHandle
  }
}

/// The pause before a run of tones.
///
/// After [`CXPlayDTMFCallAction.ActionType`](https://developer.apple.com/documentation/callkit/cxplaydtmfcallaction/actiontype).
public enum DTMFKind: String, Codable, Sendable {
  /// No pause: the user pressed a key.
  case singleTone
  /// A pause of two seconds, written `,`.
  case softPause
  /// A wait for `continueDTMF`, written `;`.
  case hardPause
}

/// The target of a transfer.
public enum TransferTarget: Hashable, Codable, Sendable {
  /// Another party that the far end calls: a blind transfer (R1).
  case handle(Handle)
  /// The far end of another of our calls: an attended transfer (R2).
  case call(CallID)
}
