internal import Glibc
internal import Locking
internal import RunnerChannel

/// The control groups of one runner.
struct RunnerGroup: Sendable {
  /// The folders that it has; they are removed after its end.
  private(set) var folders: [String] = []
  /// The limits that have no effect, a sentence each.
  private(set) var gaps: [String]

  private static let number = Locked<UInt64>(0)

  /// Makes the groups for the limits of a process, and moves it into them.
  ///
  /// - Parameter process: a child of this process that is not reaped, and does nothing yet.
  init(_ limits: RunnerLimits, process: Int32) {
    let groups = ControlGroups.current
    let number = Self.number.withLock { number in
      number += 1
      return number
    }
    if number == 1 { for place in groups.places.values { Self.sweep(place.folder) } }
    gaps = groups.gaps(limits)
    for part in groups.plan(limits, named: Self.prefix + "\(getpid())-\(number)", process: process) {
      if let trouble = Self.carryOut(part.steps) { gaps.append(ControlGroups.gap(part.controller, trouble)) }
      if !folders.contains(part.folder) { folders.append(part.folder) }
    }
  }

  private static let prefix = "hookswitch-"

  /// Carries out steps up to the first that fails; returns that one with its reason, nil when all succeed.
  private static func carryOut(_ steps: [GroupStep]) -> String? {
    for step in steps {
      switch step {
      case .make(let folder):
        if mkdir(folder, 0o755) != 0, errno != EEXIST { return "\(folder) cannot be made: \(String(cString: strerror(errno)))" }
      case .write(let text, let file):
        let code = KernelFile.write(text, to: file)
        if code != 0 { return "\(file) does not take \(text): \(String(cString: strerror(code)))" }
      }
    }
    return nil
  }

  /// Removes the empty groups of hosts that are gone.
  private static func sweep(_ folder: String) {
    guard let list = opendir(folder) else { return }
    defer { closedir(list) }
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(prefix), let host = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }) else {
        continue
      }
      if kill(host, 0) != 0, errno == ESRCH { rmdir(folder + "/" + name) }
    }
  }

  /// Kills what is left in the groups, and removes them; false while something has not ended yet.
  ///
  /// The runner itself must be reaped.
  func remove() -> Bool {
    var left = 0
    for folder in folders where rmdir(folder) != 0 && errno != ENOENT {
      Self.empty(folder)
      if rmdir(folder) != 0 { left += 1 }
    }
    return left == 0
  }

  /// Kills the processes that have left the runner's process group.
  private static func empty(_ folder: String) {
    if KernelFile.write("1", to: folder + "/cgroup.kill") == 0 { return }
    let file = folder + "/cgroup.procs"
    func members() -> [Int32] { (KernelFile.read(file) ?? "").split(separator: "\n").compactMap { Int32($0) } }
    for member in members() {
      // The number may be another process's by now; the group names its own again after the descriptor is open.
      guard let process = ProcessDescriptor(child: member), members().contains(member) else { continue }
      process.kill()
    }
  }
}
