internal import TransportABI

/// The host's interface for a transport, and the kit's tables of the instance's calls and actions.
///
/// The kit makes one for each instance. It is not `Sendable`: all of it belongs to the instance's loop, so that nothing needs a lock. Other
/// threads use a ``Port``. Before ``Transport/begin()`` and after ``Transport/close()`` it refuses everything.
public final class Host {
  /// The host's table, as far as both sides know it; the rest is NULL.
  let table: hsw_host
  /// The host's extensions, read at init; NULL where an extension is missing.
  var services = HostServices()
  /// The kind of this instance's transport.
  let kind: TransportKind
  /// The transport; dropped on destroy, which breaks the reference cycle.
  var transport: (any Transport)?
  var faces = Faces()
  /// The instance's own table, valid until it is destroyed.
  let instance: UnsafeMutablePointer<hsw_instance>
  /// The queue for other threads.
  let gate: Gate

  var phase = Phase.created
  var calls: [UInt64: CallRecord] = [:]
  var actions: [UInt64: OpenAction] = [:]
  var turn = Turn()
  var minted: UInt64 = 0
  var maxCalls: UInt32
  var handleKinds: [String]
  var timers: [UInt64: TimerEntry] = [:]
  var watches: [Int32: WatchEntry] = [:]
  var drainTimer: Timer?
  /// The instance's place in a handover to another version.
  var standstill = Standstill()
  /// The number of secrets that the host has not yet passed.
  var secretsUnderWay = 0
  /// The tasks that run at the host's ticks.
  let media = MediaTable()
  /// The answer of `dialable`, whose strings live as long as the instance.
  var dialable: (info: hsw_call_info, texts: StaticText)?

  init(table: hsw_host, kind: TransportKind) {
    self.table = table
    self.kind = kind
    maxCalls = kind.descriptor.maxCalls
    handleKinds = kind.descriptor.handleKinds
    gate = Gate(post: HostPost(context: table.ctx, function: table.post))
    instance = .allocate(capacity: 1)
    instance.initialize(to: hsw_instance())
  }

  deinit {
    instance.deallocate()
  }

  /// True while the host may be called.
  var isUsable: Bool { phase != .created && phase != .destroyed }

  /// True while functions are served that need neither a call nor an active transport.
  var isServing: Bool { isUsable && phase != .destroying }

  /// True while calls may act.
  var hasCalls: Bool { phase == .active || phase == .draining(.waiting) }

  /// Returns the instance for a `ctx`.
  ///
  /// It lives from create until destroy returns, and destroy is the last function called with it.
  static func at(_ context: UnsafeMutableRawPointer?) -> Host? {
    context.map { Unmanaged<Host>.fromOpaque($0).takeUnretainedValue() }
  }
}
