internal import TransportABI

/// The host, as a transport sees it; and the kit's own book of the instance's calls and actions.
///
/// Made by the kit, one for each instance. Not `Sendable`, on purpose: all of it belongs to the instance's loop, so that nothing here
/// needs a lock. From another thread use a ``Port``. Before ``Transport/begin()`` and after ``Transport/close()`` it takes nothing.
public final class Host {
  /// The host's table, copied as far as both sides know it; the rest is NULL.
  let table: hsw_host
  /// The host's extensions, read when the host may first be called; what is not offered is NULL.
  var services = HostServices()
  /// What this instance is one of.
  let kind: TransportKind
  /// The transport, and the protocols it conforms to; dropped when the instance is destroyed, which breaks the circle.
  var transport: (any Transport)?
  var faces = Faces()
  /// The instance's own table, valid until it is destroyed.
  let instance: UnsafeMutablePointer<hsw_instance>
  /// The way in from other threads.
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
  /// What runs at the host's ticks.
  let media = MediaTable()
  /// What `dialable` answers, whose strings live as long as the instance.
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

  /// Whether words to the host can go out at all.
  var isUsable: Bool { phase != .created && phase != .destroyed }

  /// The instance whose `ctx` a host gave back.
  ///
  /// Alive from create until destroy returns, and destroy is the last call with it.
  static func at(_ context: UnsafeMutableRawPointer?) -> Host? {
    context.map { Unmanaged<Host>.fromOpaque($0).takeUnretainedValue() }
  }
}
