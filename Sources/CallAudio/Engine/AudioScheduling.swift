/// How the system treats the audio thread.
public enum AudioScheduling: Equatable, CustomStringConvertible, Sendable {
  /// Before all plain threads, by the right of this process (CAP_SYS_NICE, or a limit that allows it).
  case realTime(priority: Int)
  /// Before all plain threads, by rtkit's leave: the kernel ends the process if one tick runs for more than 200 ms.
  case realTimeByRealtimeKit(priority: Int)
  /// Like any other thread: on a busy machine ticks will be late. `why` says what the system answered.
  case plain(why: String)

  /// One sentence for people.
  public var description: String {
    switch self {
    case .realTime(let priority): "The audio thread runs in real time (SCHED_RR, priority \(priority))."
    case .realTimeByRealtimeKit(let priority): "The audio thread runs in real time by leave of rtkit (SCHED_RR, priority \(priority))."
    case .plain(let why): "The audio thread is a plain one, and will be late when the machine is busy: \(why)."
    }
  }
}
