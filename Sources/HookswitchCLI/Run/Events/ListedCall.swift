internal import FoundationEssentials
internal import Hookswitch
internal import HostSurface
internal import StrictJSON

/// A live call as the method `call.list` returns it to the text door.
struct CallEntry: Equatable, Sendable {
  var call: CallID
  var state: CallState
  var provider: ProviderID
  /// The provider's display name.
  var providerName: String
  var line: LineID
  var direction: Direction
  var group: Int
  var handle: Handle?
  /// The far end's name.
  var party: String?
  /// The user's own handle, and the handle that the caller dialed first.
  var localHandle: Handle?
  var divertedFrom: Handle?
  var correlationID: String?
  /// Further data of the transport.
  var extra: JSONValue?
  var label: String?
  var labelSource: String?
  var isMuted: Bool
  var isRemotelyHeld: Bool
  /// The remarks for people, in the order of `RunEventText.marks`.
  var marks: CallMarks
  /// The seconds since it was connected, or else since it began.
  var seconds: Double

  /// Reads an entry; nil when a member is missing, which no host leaves out.
  init?(json: JSONValue) {
    guard let call = json["call"]?.string.flatMap({ UUID(uuidString: $0) }),
      let state = json["state"]?.string.flatMap({ CallState(rawValue: $0) }), let provider = json["provider"]?.string,
      let line = json["line"]?.string, let direction = json["direction"]?.string.flatMap({ Direction(rawValue: $0) }),
      let group = json["group"]?.integer, case .number(let seconds)? = json["seconds"]
    else { return nil }
    func handle(_ name: String) -> Handle? { json[name].flatMap { Handle(json: $0) } }
    func flag(_ name: String) -> Bool { json[name] == .bool(true) }
    (self.call, self.state, self.line, self.direction, self.group) = (call, state, LineID(rawValue: line), direction, group)
    (self.provider, providerName) = (ProviderID(rawValue: provider), json["providerName"]?.string ?? provider)
    (self.handle, localHandle, divertedFrom) = (handle("handle"), handle("localHandle"), handle("divertedFrom"))
    (party, correlationID, extra) = (json["name"]?.string, json["correlationID"]?.string, json["extra"])
    (label, labelSource) = (json["label"]?.string, json["labelSource"]?.string)
    (isMuted, isRemotelyHeld) = (flag("muted"), flag("remotelyHeld"))
    marks = CallMarks(
      isMuted: isMuted, isRemotelyHeld: isRemotelyHeld, isWaiting: flag("waiting"), isTransferring: flag("transferring"),
      isEmergency: flag("emergency"))
    self.seconds = seconds.double
  }

  /// True when the entry says of the call all that events tell of.
  func shows(_ other: Call) -> Bool {
    call == other.uuid && state == other.state && isMuted == other.isMuted && isRemotelyHeld == other.isRemotelyHeld
      && group == other.group.rawValue
  }
}

/// The remarks on a call in the list of `calls`.
struct CallMarks: Equatable, Sendable {
  var isMuted = false
  var isRemotelyHeld = false
  var isWaiting = false
  var isTransferring = false
  var isEmergency = false

  /// The remarks in words.
  var words: [String] {
    [
      isMuted ? "muted" : nil, isRemotelyHeld ? "held by the far end" : nil, isWaiting ? "waiting" : nil,
      isTransferring ? "transferring" : nil, isEmergency ? "emergency" : nil,
    ].compactMap { $0 }
  }
}

/// A call in the list of `calls`.
struct ListedCall: Equatable, Sendable {
  var name: CallName
  var entry: CallEntry
  /// The other calls of its group.
  var with: [CallName]
}
