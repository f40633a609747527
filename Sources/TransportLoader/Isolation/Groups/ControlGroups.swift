/// The control groups in which this process may limit its runners: a pure value.
///
/// A folder of control groups belongs to this process where systemd has delegated it (`Delegate=yes`), or, without systemd, where this process may
/// write it. Source: the kernel's documents "Control Group v2" and "Control Groups version 1", and systemd's "Control Group APIs and Delegation".
package struct ControlGroups: Hashable, Sendable {
  /// The part of the kernel that imposes one limit.
  package enum Controller: String, Hashable, Sendable, CaseIterable {
    case pids, cpu

    /// The limit as configurations name it.
    var limit: String { self == .pids ? "threads" : "cpu-percent" }
  }

  /// A folder in which this process may make a group for each runner.
  package struct Place: Hashable, Sendable {
    /// The version of control groups: 1 or 2.
    package var version: Int
    package var folder: String
    /// The steps before the first group.
    package var preparation: [GroupStep]

    package init(version: Int, folder: String, preparation: [GroupStep] = []) {
      (self.version, self.folder, self.preparation) = (version, folder, preparation)
    }
  }

  /// The places, by what they limit.
  package var places: [Controller: Place] = [:]
  /// The reasons why there is no place, as the end of a sentence.
  package var troubles: [Controller: String] = [:]

  package init() {}

  /// The groups of this process.
  package static var current: ControlGroups { GroupTree().groups }

  /// The limits that have no effect here, a sentence each.
  package func gaps(_ limits: RunnerLimits) -> [String] {
    Controller.allCases.compactMap { controller in
      guard limits.value(of: controller) != nil, places[controller] == nil else { return nil }
      return Self.gap(controller, troubles[controller] ?? "there is no control group")
    }
  }

  /// The sentence for a limit without effect.
  static func gap(_ controller: Controller, _ reason: String) -> String { "the limit \(controller.limit) does not apply: \(reason)" }

  /// The effect of each limit here, a sentence each.
  package var words: [(applies: Bool, sentence: String)] {
    Controller.allCases.map { controller in
      guard let place = places[controller] else {
        return (false, Self.gap(controller, troubles[controller] ?? "there is no control group"))
      }
      return (true, "the limit \(controller.limit) applies, by control groups of version \(place.version) in \(place.folder)")
    }
  }

  /// The part of a runner's limits that one place imposes.
  package struct Part: Hashable, Sendable {
    package var controller: Controller
    /// The runner's group.
    package var folder: String
    /// The steps, in order; the last one moves the runner into the group.
    package var steps: [GroupStep]
  }

  /// Plans the groups of one runner.
  ///
  /// - Parameters:
  ///   - name: the name of its folders.
  ///   - process: the number of its process.
  package func plan(_ limits: RunnerLimits, named name: String, process: Int32) -> [Part] {
    Controller.allCases.compactMap { controller in
      guard let value = limits.value(of: controller), let place = places[controller] else { return nil }
      let folder = place.folder + "/" + name
      let steps = [.make(folder)] + Self.settings(controller, value, place.version, in: folder)
      return Part(
        controller: controller, folder: folder,
        steps: place.preparation + steps + [.write("\(process)", to: folder + "/cgroup.procs")])
    }
  }

  /// The period of the limit on processor time, in microseconds: one frame of audio, so that a runner never pauses longer.
  private static let period: UInt32 = 20_000

  private static func settings(_ controller: Controller, _ value: UInt32, _ version: Int, in folder: String) -> [GroupStep] {
    let quota = UInt64(value) * UInt64(period) / 100
    return switch (controller, version) {
    case (.pids, _): [.write("\(value)", to: folder + "/pids.max")]
    case (.cpu, 1):
      [.write("\(period)", to: folder + "/cpu.cfs_period_us"), .write("\(quota)", to: folder + "/cpu.cfs_quota_us")]
    case (.cpu, _): [.write("\(quota) \(period)", to: folder + "/cpu.max")]
    }
  }
}

/// One step towards a control group.
package enum GroupStep: Hashable, Sendable {
  /// Makes a folder, unless it exists.
  case make(String)
  /// Writes a text to a file of the kernel.
  case write(String, to: String)
}

extension RunnerLimits {
  /// The limit that a controller imposes; nil without one.
  func value(of controller: ControlGroups.Controller) -> UInt32? { controller == .pids ? threads : cpuPercent }

  /// True when it has limits that only a control group imposes.
  package var needGroups: Bool { threads != nil || cpuPercent != nil }

  /// The limits in words; the last ones may have no effect.
  ///
  /// - Parameter gaps: the sentences about those.
  func words(_ gaps: [String]) -> String {
    let parts = [
      "memory \(memoryMegabytes) MiB", "\(files) files", threads.map { "\($0) threads" }, cpuPercent.map { "\($0) % of a processor" },
    ]
    return ([parts.compactMap { $0 }.joined(separator: ", ")] + gaps).joined(separator: "; ")
  }
}
