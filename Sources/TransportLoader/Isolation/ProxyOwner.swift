internal import Locking
internal import TransportABI

/// The host's side of an instance in a runner: the party that its proxy serves.
///
/// In a host it is the `TransportInstance`, in the conformance kit the test's host. All of it is used on the loop's thread.
protocol ProxyOwner: AnyObject, Sendable {
  /// The descriptor of its transport.
  var descriptor: TransportDescriptor { get }
  /// Its time-outs, log level and host name.
  var settings: TransportSettings { get }
  /// True when messages of its network protocol are wanted now.
  var wantsWire: Bool { get }
  /// The loop that it lives on.
  var loop: EventLoop { get }
  /// The number of its calls.
  var callCount: Int { get }
  /// True while it has a call or an action.
  var isBusy: Bool { get }
  /// True while one of its calls has rings.
  var hasRings: Bool { get }
  /// The number of its breaches of the contract, without words that have only come too late.
  var breachCount: Int { get }

  /// Learns of the memory for the rings of its calls.
  func take(_ memory: TransportAudioMemory)
  /// Learns of the breaches that the runner's ledger has refused since `before`.
  func add(_ breaches: TransportMisbehaviour, since before: TransportMisbehaviour)
  /// Is lost.
  func lose(_ loss: TransportLoss)
  /// Has a warning about it written to the log.
  func warn(_ topic: String, _ message: String)
}

extension TransportInstance: ProxyOwner {
  var descriptor: TransportDescriptor { transport.descriptor }
  var isBusy: Bool { books { $0.calls.count > 0 || $0.actions.count > 0 } }
  var hasRings: Bool { audio.withLock { !$0.isEmpty } }
  var breachCount: Int { books { $0.misbehaviour.total - $0.misbehaviour.stale } }

  func take(_ memory: TransportAudioMemory) { audio.withLock { $0.memory = memory } }

  func add(_ breaches: TransportMisbehaviour, since before: TransportMisbehaviour) {
    books { $0.misbehaviour.add(breaches, since: before) }
  }
}

/// The host's functions for one instance, which a proxy calls with the words of its runner as a plugin would.
struct ProxyHost {
  let table: hsw_host

  init(_ table: UnsafePointer<hsw_host>) { self.table = table.pointee }

  /// The context of the functions.
  var context: UnsafeMutableRawPointer? { table.ctx }

  /// The functions for messages; nil when the host has none.
  var log: hsw_host_log? { part(HSW_HEXT_LOG) }
  /// The functions for transfers; nil when the host has none.
  var transfer: hsw_host_transfer? { part(HSW_HEXT_TRANSFER) }
  /// The functions for secrets; nil when the host has none.
  var secrets: hsw_host_secrets? { part(HSW_HEXT_SECRETS) }

  private func part<Table>(_ id: String) -> Table? {
    id.withCString { table.get_extension?(table.ctx, $0) }?.assumingMemoryBound(to: Table.self).pointee
  }
}
