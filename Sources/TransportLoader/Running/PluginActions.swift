public import CallControl
internal import TransportABI

/// An action of the contract: a request to a plugin that completes exactly once.
public enum PluginAction: Sendable {
  /// Starts an outgoing call.
  ///
  /// Completes when it dials.
  indirect case start(to: TransportCallInfo)
  /// Answers an incoming call.
  ///
  /// Completes when the call is active.
  case answer
  /// Ends a call, with a reason for the wire.
  ///
  /// Completes when the far end was told; `ended` with `local` follows.
  case end(EndWhy)
  /// Declines an incoming call that rings, with a reason for the caller.
  ///
  /// Completes like an end. A plugin without `decline` sends `busy` or `declined` instead.
  indirect case decline(Decline)
  /// Holds or resumes a call.
  case setHeld(Bool)
  /// Mutes or unmutes a call.
  case setMuted(Bool)
  /// Sends DTMF digits.
  ///
  /// `kind`: 1 directly, 2 after a soft pause, 3 after a hard one.
  case play(String, kind: UInt32)
  /// Adds a call to the group of another, or removes it from its group (`none`).
  case setGroup(with: CallHandle)
  /// Transfers the far end of a call to another handle.
  ///
  /// Completes when the transfer succeeded; `ended` follows.
  indirect case transfer(to: TransportCallInfo)
  /// Connects the far ends of two calls with each other.
  ///
  /// Completes when they are connected; `ended` follows for both.
  case connect(with: CallHandle)
  /// Sends an incoming call that rings on to another handle.
  ///
  /// Completes when the caller is on the way there; `ended` follows.
  indirect case deflect(to: TransportCallInfo)
  /// Registers (or refreshes) the line, or unregisters it.
  case setRegistered(Bool)
  /// Applies a new configuration as a whole or not at all; calls go on.
  case apply(configuration: String)
  /// Asks for a sign of life.
  case ping

  /// The action for an operation; `other` is the second call that it names.
  init(_ operation: CallOperation, with other: CallHandle) {
    self =
      switch operation {
      case .start(let details): .start(to: TransportCallInfo(details))
      case .answer: .answer
      case .end: .end(.hangup)
      case .setHeld(let on): .setHeld(on)
      case .setMuted(let on): .setMuted(on)
      case .setGroup: .setGroup(with: other)
      case .playDTMF(let digits, .singleTone): .play(digits, kind: HSW_DTMF_TONE)
      case .playDTMF(let digits, .softPause): .play(digits, kind: HSW_DTMF_SOFT_PAUSE)
      case .playDTMF(let digits, .hardPause): .play(digits, kind: HSW_DTMF_HARD_PAUSE)
      case .transfer(.handle(let handle)): .transfer(to: TransportCallInfo(handle))
      case .transfer(.call): .connect(with: other)
      case .deflect(let handle): .deflect(to: TransportCallInfo(handle))
      }
  }

  /// The effect on the action's call.
  var effect: InstanceLedger.Effect {
    switch self {
    case .start: .start
    case .answer: .answer
    case .end, .decline: .end
    case .setHeld(let on): .hold(on)
    case .transfer, .deflect: .transfer(with: .none)
    case .connect(let other): .transfer(with: other)
    case .setMuted, .play, .setGroup, .setRegistered, .apply, .ping: .other
    }
  }

  /// The arguments that an action lends to the plugin, in the form of the contract.
  struct Arguments {
    var info = hsw_call_info()
    var decline = hsw_decline()
    var text = hsw_str()
  }

  /// Makes the arguments, whose texts stay valid as long as the arena is not used again.
  func lend(_ arena: inout TextArena) -> Arguments {
    var arguments = Arguments()
    switch self {
    case .start(let info), .transfer(let info), .deflect(let info): arguments.info = arena.put(info)
    case .play(let text, _), .apply(let text): arguments.text = arena.only(text)
    case .decline(let decline): arguments.decline = arena.put(decline)
    case .answer, .end, .setHeld, .setMuted, .setGroup, .connect, .setRegistered, .ping: break
    }
    return arguments
  }

  /// The plugin function that carries the action.
  func function(of tables: borrowing PluginTables) -> PluginCall {
    switch self {
    case .start: .start
    case .answer: .answer
    case .end: .end
    case .decline: tables.calls.decline == nil ? .end : .decline
    case .setHeld: .setHeld
    case .setMuted: .setMuted
    case .play: .play
    case .setGroup: .setGroup
    case .transfer: .blind
    case .connect: .attended
    case .deflect: .deflect
    case .setRegistered: .setRegistered
    case .apply: .apply
    case .ping: .ping
    }
  }

  /// Calls that function; nil when the plugin lacks it. [loop]
  func run(
    _ tables: borrowing PluginTables, _ action: hsw_action, _ call: hsw_call, _ arguments: inout Arguments, deadline: UInt32
  ) -> hsw_status? {
    let context = tables.instance.ctx
    switch self {
    case .start: return tables.calls.start?(context, action, call, &arguments.info, deadline)
    case .answer: return tables.calls.answer?(context, action, call, deadline)
    case .end(let why): return tables.calls.end?(context, action, call, why.rawValue, deadline)
    case .decline(let decline):
      guard let function = tables.calls.decline else {
        // A plugin of version 1.0 has no `decline`.
        let why = decline.reason == .declined ? HSW_WHY_DECLINED : HSW_WHY_BUSY
        return tables.calls.end?(context, action, call, why, deadline)
      }
      return function(context, action, call, &arguments.decline, deadline)
    case .setHeld(let on): return tables.hold.set_held?(context, action, call, on ? 1 : 0, deadline)
    case .setMuted(let on): return tables.mute.set_muted?(context, action, call, on ? 1 : 0, deadline)
    case .play(_, let kind): return tables.dtmf.play?(context, action, call, arguments.text, kind, deadline)
    case .setGroup(let other): return tables.group.set_group?(context, action, call, hsw_call(id: other.rawValue), deadline)
    case .transfer: return tables.transfer.blind?(context, action, call, &arguments.info, deadline)
    case .connect(let other): return tables.transfer.attended?(context, action, call, hsw_call(id: other.rawValue), deadline)
    case .deflect: return tables.deflect.deflect?(context, action, call, &arguments.info, deadline)
    case .setRegistered(let on): return tables.line.set_registered?(context, action, on ? 1 : 0, deadline)
    case .apply: return tables.config.apply?(context, action, arguments.text, deadline)
    case .ping: return tables.health.ping?(context, action, deadline)
    }
  }
}

/// Copies of an instance's tables.
///
/// The host only calls functions that are not NULL.
struct PluginTables {
  var instance: hsw_instance
  var calls = hsw_calls()
  var hold = hsw_hold()
  var mute = hsw_mute()
  var dtmf = hsw_dtmf()
  var group = hsw_group()
  var line = hsw_line()
  var config = hsw_config()
  var transfer = hsw_transfer()
  var deflect = hsw_deflect()
  var state = hsw_state()
  var diag = hsw_diag()
  var audio = hsw_audio()
  var health = hsw_health()
  var handover = hsw_handover()
  var testPeer = hsw_test_peer()
  /// The names of the extensions that the plugin offers and the host supports.
  var offers: Set<String> = []

  init(instance: hsw_instance) {
    self.instance = instance
  }

  /// Fetches every extension that this host supports; throws the id of one that breaks the contract. [loop]
  mutating func fetch() throws(ExtensionError) {
    calls = try table(HSW_EXT_CALLS, hsw_calls(), \.flags) ?? calls
    hold = try table(HSW_EXT_HOLD, hsw_hold(), \.flags) ?? hold
    mute = try table(HSW_EXT_MUTE, hsw_mute(), \.flags) ?? mute
    dtmf = try table(HSW_EXT_DTMF, hsw_dtmf(), \.flags) ?? dtmf
    group = try table(HSW_EXT_GROUP, hsw_group(), \.flags) ?? group
    line = try table(HSW_EXT_LINE, hsw_line(), \.flags) ?? line
    config = try table(HSW_EXT_CONFIG, hsw_config(), \.flags) ?? config
    transfer = try table(HSW_EXT_TRANSFER, hsw_transfer(), \.flags) ?? transfer
    deflect = try table(HSW_EXT_DEFLECT, hsw_deflect(), \.flags) ?? deflect
    state = try table(HSW_EXT_STATE, hsw_state(), \.flags) ?? state
    diag = try table(HSW_EXT_DIAG, hsw_diag(), \.flags) ?? diag
    audio = try table(HSW_EXT_AUDIO, hsw_audio(), \.flags) ?? audio
    health = try table(HSW_EXT_HEALTH, hsw_health(), \.flags) ?? health
    handover = try table(HSW_EXT_HANDOVER, hsw_handover(), \.flags) ?? handover
    testPeer = try table(HSW_EXT_TESTPEER, hsw_test_peer(), \.flags) ?? testPeer
    guard calls.start != nil, calls.answer != nil, calls.end != nil else {
      throw ExtensionError(id: HSW_EXT_CALLS, reason: "start, answer and end must be there")
    }
    guard !offers.contains("audio") || audio.formats != nil && audio.attach != nil && audio.detach != nil else {
      throw ExtensionError(id: HSW_EXT_AUDIO, reason: "formats, attach and detach must be there")
    }
    guard !offers.contains("handover") || handover.give != nil && handover.take != nil && handover.settle != nil else {
      throw ExtensionError(id: HSW_EXT_HANDOVER, reason: "give, take and settle must be there")
    }
  }

  /// An extension that breaks the contract.
  struct ExtensionError: Error {
    var id: String
    var reason: String
  }

  private mutating func table<Table>(
    _ id: String, _ zero: Table, _ flags: KeyPath<Table, UInt32>
  ) throws(ExtensionError) -> Table? {
    guard let pointer = id.withCString({ instance.get_extension?(instance.ctx, $0) }) else { return nil }
    guard let table = GrowingTable.copy(pointer, as: Table.self, zero: zero) else {
      throw ExtensionError(id: id, reason: "its size is out of range")
    }
    guard table[keyPath: flags] & UInt32(HSW_MUST) == 0 else {
      throw ExtensionError(id: id, reason: "it has a flag that this host does not know")
    }
    offers.insert(String(id.dropFirst("org.hookswitch.".count).prefix { $0 != "/" }))
    return table
  }
}

extension CallCapabilities {
  /// Each capability that an extension gives to calls, with the flag by which a call says otherwise.
  fileprivate static let ofExtensions: [(extension: String, flag: UInt32, capability: CallCapabilities)] = [
    ("hold", HSW_CI_CAN_HOLD, .holding), ("dtmf", HSW_CI_CAN_DTMF, .dtmf), ("transfer", HSW_CI_CAN_TRANSFER, .transfer),
    ("audio", HSW_CI_AUDIO_PORT, .audio), ("group", HSW_CI_CAN_GROUP, .grouping), ("group", HSW_CI_CAN_UNGROUP, .ungrouping),
    ("deflect", UInt32(HSW_CI_CAN_DEFLECT), .deflect),
  ]

  /// The call capabilities for the extensions that a transport offers and this host supports.
  init(offers: Set<String>, capabilities: [String]) {
    self = Self.ofExtensions.reduce(into: []) { if offers.contains($1.extension) { $0.formUnion($1.capability) } }
    if capabilities.contains("video") { insert(.video) }
  }
}

extension TransportCallInfo.Flags {
  /// The flags of capabilities.
  static let capabilities: [(flag: Self, capability: CallCapabilities)] =
    CallCapabilities.ofExtensions.map { (Self(rawValue: $0.flag), $0.capability) } + [(.video, .video)]
}

/// The plugin functions that the host runs on a loop, with their names in reports of lateness.
enum PluginCall: UInt8, Sendable {
  case none, create, `init`, activate, deactivate, reset, destroy, getExtension
  case start, answer, end, decline, shown, cancel, setHeld, setMuted, play, setGroup, setRegistered, apply
  case dialable, peerCall, peerOrder, peerObserve
  case blind, attended, deflect, verdict, save, load, dump, secret
  case formats, attach, detach, audioActive, tick
  case post, timer, descriptor
  case ping
  case prepare, give, take, settle

  /// The function as its documentation names it.
  var name: String {
    switch self {
    case .none: "nothing"
    case .create: "create"
    case .`init`: "init"
    case .activate: "activate"
    case .deactivate: "deactivate"
    case .reset: "reset"
    case .destroy: "destroy"
    case .getExtension: "get_extension"
    case .start: "calls.start"
    case .answer: "calls.answer"
    case .end: "calls.end"
    case .decline: "calls.decline"
    case .shown: "calls.shown"
    case .cancel: "calls.cancel"
    case .setHeld: "hold.set_held"
    case .setMuted: "mute.set_muted"
    case .play: "dtmf.play"
    case .setGroup: "group.set_group"
    case .setRegistered: "line.set_registered"
    case .apply: "config.apply"
    case .dialable: "test-peer.dialable"
    case .peerCall: "test-peer.call"
    case .peerOrder: "test-peer.order"
    case .peerObserve: "test-peer.observe"
    case .blind: "transfer.blind"
    case .attended: "transfer.attended"
    case .deflect: "deflect.deflect"
    case .verdict: "transfer.verdict"
    case .save: "state.save"
    case .load: "state.load"
    case .dump: "diag.dump"
    case .secret: "a secret's callback"
    case .formats: "audio.formats"
    case .attach: "audio.attach"
    case .detach: "audio.detach"
    case .audioActive: "audio.active"
    case .tick: "audio.tick"
    case .post: "a posted function"
    case .timer: "a timer's callback"
    case .descriptor: "a file descriptor's callback"
    case .ping: "health.ping"
    case .prepare: "handover.prepare"
    case .give: "handover.give"
    case .take: "handover.take"
    case .settle: "handover.settle"
    }
  }
}
