/// The reason why an instance is gone.
public enum TransportLoss: Error, Hashable, Sendable, CustomStringConvertible {
  /// A step of its life failed, with this code and message.
  case refused(step: String, code: Int32, text: String)
  /// A plugin function did not return in time; its thread is lost.
  case late(call: String)
  /// It asked to be restarted, for this reason.
  case restart(String)
  /// Its process ended.
  case died(RunnerDeath)
  /// It has no process, for this reason.
  case noProcess(String)
  /// The system had no thread or file descriptor left.
  case noResources

  /// The loss in one line.
  public var description: String {
    switch self {
    case .refused(let step, let code, let text): text.isEmpty ? "\(step) answered \(code)" : "\(step) answered \(code): \(text)"
    case .late(let call): "\(call) did not return in time"
    case .restart(let text): text.isEmpty ? "it requested a restart" : "it requested a restart: \(text)"
    case .died(let death): death.description
    case .noProcess(let text): text
    case .noResources: "no thread or file descriptor is left for its event loop; raise the limit of open files (ulimit -n)"
    }
  }
}

extension TransportLoss {
  /// The failure, its place and the advice, as one sentence.
  public var errorDescription: String? { "The transport is gone: \(description)\(description.hasSuffix(".") ? "" : ".")" }
}

/// Counts an instance's breaches of the contract that the host made harmless.
public struct TransportMisbehaviour: Hashable, Codable, Sendable {
  /// Actions completed a second time.
  public var double = 0
  /// Messages about an action that was given up, or a call that has ended.
  public var stale = 0
  /// Messages about a call or an action that never existed.
  public var strange = 0
  /// Messages that the life cycle or the call's state does not allow.
  public var outOfOrder = 0
  /// Functions called on a thread that their tag does not allow.
  public var wrongThread = 0
  /// Structs, strings or numbers that break the contract.
  public var malformed = 0
  /// Timers or file descriptors left behind by destroy.
  public var leftBehind = 0

  /// No breach.
  package static let zero = TransportMisbehaviour()

  /// The sum of all counts.
  public var total: Int { double + stale + strange + outOfOrder + wrongThread + malformed + leftBehind }
}
