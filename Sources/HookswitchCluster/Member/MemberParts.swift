internal import ClusterControl
internal import Glibc
internal import Locking

/// The surroundings of a member, which come after the member itself.
final class LockedSurroundings: Sendable {
  private let held = Locked(MemberSurroundings())

  /// The surroundings; their functions are called without the lock.
  var value: MemberSurroundings { held.withLock { $0 } }

  func set(_ new: MemberSurroundings) { held.withLock { $0 = new } }
}

/// The listener of a shell, which exists before the member that hears it.
final class Hearing: Sendable {
  private let function = LockedFunction<@Sendable (ClusterShellEvent) -> Void>()

  func set(_ hear: @escaping @Sendable (ClusterShellEvent) -> Void) { function.set(hear) }
  func hear(_ event: ClusterShellEvent) { function.value?(event) }
}

/// The load of a node between two looks: its share of the processors, and the delay of its own timer.
struct LoadMeter: Sendable {
  private var last: ClusterTime
  private var used = Self.processorMilliseconds
  private let processors = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))

  init(at now: ClusterTime) { last = now }

  /// Returns the load since the last look.
  ///
  /// - Parameter beat: the time that the timer was set to, in milliseconds.
  mutating func load(lines: Int, calls: Int, at now: ClusterTime, beat: Int64) -> NodeLoad {
    let passed = now - last
    let used = Self.processorMilliseconds
    var load = NodeLoad()
    (load.lines, load.calls) = (lines, calls)
    if passed > 0 {
      let share = Double(used - self.used) / Double(passed) / Double(processors)
      load.processor = (min(max(share, 0), 1) * 100).rounded() / 100
      load.lagMs = Int(max(0, passed - beat))
    }
    (last, self.used) = (now, used)
    return load
  }

  private static var processorMilliseconds: Int64 {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Int64($1.tv_sec) * 1_000 + Int64($1.tv_usec) / 1_000 }
  }
}
