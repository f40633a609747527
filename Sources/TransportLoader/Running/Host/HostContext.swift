internal import CallControl
internal import Locking
internal import TransportABI

/// The context of a plugin's host functions, which leads to its instance while that exists.
///
/// A context is never freed, so that a plugin that calls after destroy does not read freed memory.
final class HostContext: Sendable {
  private let holder = Locked<(any HostFace)?>(nil)

  /// The instance; nil once it is gone.
  var instance: (any HostFace)? { holder.withLock { $0 } }

  /// Sets the context's instance; nil once the instance is gone.
  func set(_ instance: (any HostFace)?) {
    // Releasing the old instance takes other locks, so it happens outside this one.
    let before = holder.withLock { holder in
      defer { holder = instance }
      return holder
    }
    withExtendedLifetime(before) {}
  }
}

/// The parts of an instance that the host's C functions use.
protocol HostFace: LoopResident {
  /// True while the plugin may call the host.
  var canSpeak: Bool { get }
  /// True on the instance's thread.
  var isOnLoop: Bool { get }
  /// True when log messages of this level are wanted.
  func wantsLog(_ level: UInt32) -> Bool
  /// True when messages of its network protocol are wanted.
  var wantsWire: Bool { get }
  /// Returns the id of an incoming call that the plugin reports.
  func newCall(_ info: TransportCallInfo) -> CallID
  /// Runs `body` with the ledger, to add a message of the plugin.
  ///
  /// `evenSilent`: also between the two halves of a handover, for a message for people.
  func say(evenSilent: Bool, _ body: (inout InstanceLedger) -> hsw_status) -> hsw_status
  /// Runs `body` on the loop's thread only; `evenDying`: also while the plugin is being destroyed.
  func onLoop(evenDying: Bool, _ body: (EventLoop) -> hsw_status) -> hsw_status
  /// Queues a function to run on the loop.
  func post(_ function: LoopJob.Function, _ argument: UnsafeMutableRawPointer?) -> hsw_status
  /// Queues a request for a secret.
  func fetchSecret(_ request: SecretRequest) -> hsw_status
  /// Ends a pending deactivation.
  func deactivated() -> hsw_status
  /// Ends the instance at the plugin's own request.
  func requestRestart(_ why: String) -> hsw_status
}

extension HostFace {
  /// Returns an id that says nothing about the call.
  func newCall(_ info: TransportCallInfo) -> CallID { .fresh() }

  /// Runs `body` with the ledger, to add a message of the plugin.
  @inline(__always)
  func say(_ body: (inout InstanceLedger) -> hsw_status) -> hsw_status { say(evenSilent: false, body) }
}
