internal import TransportABI

/// What the host's C functions need of the instance that calls them.
protocol HostFace: LoopResident {
  /// Whether the plugin may call the host now.
  var canSpeak: Bool { get }
  /// Whether the calling thread is the instance's.
  var isOnLoop: Bool { get }
  /// Whether log messages of this level are wanted.
  func wantsLog(_ level: UInt32) -> Bool
  /// Whether anybody wants the messages of its network protocol.
  var wantsWire: Bool { get }
  /// Books a word; the books answer.
  func say(_ body: (inout InstanceLedger) -> hsw_status) -> hsw_status
  /// Does something that only the loop's thread may; `evenDying`: also while the plugin is being destroyed.
  func onLoop(evenDying: Bool, _ body: (EventLoop) -> hsw_status) -> hsw_status
  /// Runs a function on the loop.
  func post(_ function: LoopJob.Function, _ argument: UnsafeMutableRawPointer?) -> hsw_status
  /// Answers a secret later.
  func fetchSecret(_ request: SecretRequest) -> hsw_status
  /// A pending deactivation is done.
  func deactivated() -> hsw_status
  /// The plugin cannot go on.
  func requestRestart(_ why: String) -> hsw_status
}
