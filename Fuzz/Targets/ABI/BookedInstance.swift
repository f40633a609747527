internal import TransportABI

@testable internal import TransportLoader

/// A host's instance without a plugin, a loop or a thread: only its ledger.
///
/// `@unchecked Sendable` because only the fuzzer's one thread uses it.
final class BookedInstance: HostFace, @unchecked Sendable {
  var ledger = InstanceLedger()
  private(set) var restarts: [String] = []

  var canSpeak: Bool { ledger.phase.canSpeak }
  var isAlive: Bool { ledger.phase != .destroyed }
  var isOnLoop: Bool { false }
  /// It has no loop, so no job ever waits for it.
  var hasJobs: Bool { false }
  /// Changes while the instance lives, as for a provider whose messages somebody wants for a time.
  var wantsWire = true

  func wantsLog(_ level: UInt32) -> Bool { level <= 3 }
  func say(evenSilent: Bool, _ body: (inout InstanceLedger) -> hsw_status) -> hsw_status { canSpeak ? body(&ledger) : ledger.outOfOrder() }
  func onLoop(evenDying: Bool, _ body: (EventLoop) -> hsw_status) -> hsw_status { HSW_E_THREAD }
  func post(_ function: LoopJob.Function, _ argument: UnsafeMutableRawPointer?) -> hsw_status { HSW_E_STATE }
  func fetchSecret(_ request: SecretRequest) -> hsw_status { canSpeak ? HSW_E_THREAD : HSW_E_STATE }
  func answer(_ request: SecretRequest) {}
  func countJobs(_ change: Int) {}
  func deactivated() -> hsw_status { ledger.phase == .draining ? HSW_OK : ledger.outOfOrder() }

  func requestRestart(_ why: String) -> hsw_status {
    restarts.append(why)
    return canSpeak ? HSW_OK : ledger.outOfOrder()
  }

  func perform(_ order: TransportOrder) {}
  func flush() { ledger.words = [] }
  func abandon(_ loss: TransportLoss) {}
}
