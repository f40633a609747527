/// The scheduling of the audio thread.
public enum AudioScheduling: Equatable, CustomStringConvertible, Sendable {
  /// Real time granted by the kernel to this process (CAP_SYS_NICE or a limit).
  case realTime(priority: Int)
  /// Real time granted by rtkit; the kernel kills the process if one tick runs longer than 200 ms.
  case realTimeByRealtimeKit(priority: Int)
  /// Normal scheduling: ticks are late on a busy machine. `why` quotes the refusal.
  case plain(why: String)

  /// One sentence for people.
  public var description: String {
    switch self {
    case .realTime(let priority): "The audio thread runs in real time (SCHED_RR, priority \(priority))."
    case .realTimeByRealtimeKit(let priority): "The audio thread runs in real time through rtkit (SCHED_RR, priority \(priority))."
    case .plain(let why): "The audio thread has no real-time priority, and is late on a busy machine: \(why)."
    }
  }
}
