internal import Glibc

/// The deadline of a scanning process.
///
/// On a loaded machine the process waits for a processor, and a library that needs milliseconds would be blamed for the machine. That time
/// does not count, up to four times the time-out. A library that blocks or spins on an idle machine gains nothing by it.
struct ScanDeadline {
  private static let mostExtensions = 4

  private let start: ContinuousClock.Instant
  private let limit: Duration
  private var due: ContinuousClock.Instant

  init(from start: ContinuousClock.Instant, milliseconds: Int) {
    self.start = start
    limit = .milliseconds(milliseconds)
    due = start + limit
  }

  /// Returns true when the time is up.
  ///
  /// - Parameter delay: returns the time that the process has waited for a processor; it is asked only when the deadline is reached.
  mutating func hasPassed(at now: ContinuousClock.Instant, delay: () -> Duration) -> Bool {
    guard now >= due else { return false }
    due = start + limit + min(delay(), limit * Self.mostExtensions)
    return now >= due
  }

  /// Returns the longest time that a thread of a process group has waited for a processor.
  ///
  /// It is zero on a kernel without scheduler statistics (Documentation/scheduler/sched-stats.rst, `/proc/PID/schedstat`).
  static func processorDelay(ofGroup group: pid_t) -> Duration {
    let nanoseconds = numbers(in: "/proc").filter { isMember($0, of: group) }.flatMap { process in
      numbers(in: "/proc/\(process)/task").map { delay("/proc/\(process)/task/\($0)/schedstat") }
    }
    return .nanoseconds(nanoseconds.max() ?? 0)
  }

  private static func isMember(_ process: Int32, of group: pid_t) -> Bool {
    // "NUMBER (NAME) STATE PARENT GROUP ...", and a name may have anything in it.
    guard let text = KernelFile.read("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else { return false }
    let fields = text[end...].split(separator: " ")
    return fields.count > 3 && Int32(fields[3]) == group
  }

  /// The second number of "RUNNING WAITING SLICES", in nanoseconds.
  private static func delay(_ file: String) -> Int64 {
    let fields = (KernelFile.read(file) ?? "").split(separator: " ")
    return fields.count > 1 ? Int64(fields[1]) ?? 0 : 0
  }

  /// The entries of a folder of the kernel that are numbers.
  private static func numbers(in folder: String) -> [Int32] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var numbers: [Int32] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) { String(cString: $0) }
      }
      if let number = Int32(name) { numbers.append(number) }
    }
    return numbers
  }
}
