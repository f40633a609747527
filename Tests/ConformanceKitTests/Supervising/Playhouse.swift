import Foundation
import Glibc

@testable import ConformanceHarness
@testable import ConformanceKit
@testable import ConformanceReport
@testable import ConformanceSupervisor

/// Runs tests whose child is `Fixtures/child.c`, which plays the part that the test's name says.
final class Playhouse: Sendable {
  let folder: String
  private let program: ChildProgram

  init() throws {
    folder = NSTemporaryDirectory() + "playhouse-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures").path
    let kit = "\(fixtures)/../../../../Sources/CConformance"
    let builds = [
      ["cc", "-O1", "-o", "\(folder)/child", "\(fixtures)/child.c", "\(kit)/fault.c", "-I\(kit)/include", "-lpthread", "-ldl"],
      ["cc", "-O1", "-fPIC", "-shared", "-o", "\(folder)/library.so", "\(fixtures)/library.c"],
    ]
    for build in builds {
      guard try Self.run(build) == 0 else { throw ConformanceError(.kit, "cc failed: \(build)") }
    }
    program = ChildProgram(path: "\(folder)/child")
    try Data("no library".utf8).write(to: URL(fileURLWithPath: "\(folder)/plugin.so"))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Runs a command, and returns its wait status.
  ///
  /// It uses posix_spawn instead of Process, whose bookkeeping looks like a leak to the sanitizer.
  static func run(_ words: [String]) throws -> CInt {
    var child: pid_t = 0
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var status: CInt = -1
    guard posix_spawnp(&child, words[0], nil, nil, &pointers, environ) == 0, waitpid(child, &status, 0) == child else { return -1 }
    return status
  }

  /// Runs the parts, each as a test `part.NAME`.
  func run(
    _ parts: [String], requirement: Requirement = .must, budget: Duration = .seconds(20), isDivisible: Bool = false,
    settings change: (inout ConformanceSettings) -> Void = { _ in },
    interruption: Interruption? = nil, tell: @escaping @Sendable (TestOutcome) -> Void = { _ in }
  ) throws -> ConformanceReport {
    let catalogue = parts.map {
      ConformanceTest("part.\($0)", requirement, "Plays \($0)", budget: budget, isDivisible: isDivisible) { _ in }
    }
    var settings = ConformanceSettings(seed: 1)
    settings.selection = TestSelection(patterns: ["part.*"])
    change(&settings)
    let supervisor = try Supervisor(path: "\(folder)/plugin.so", settings: settings, catalogue: catalogue, program: program)
    return try supervisor.run(until: interruption ?? Interruption(), tell: tell).report
  }

  /// Returns the outcome of one part.
  func outcome(of part: String, requirement: Requirement = .must, budget: Duration = .seconds(20)) throws -> TestOutcome {
    let outcomes = try run([part], requirement: requirement, budget: budget).outcomes
    guard let outcome = outcomes.first, outcomes.count == 1 else { throw ConformanceError(.kit, "\(outcomes.count) outcomes") }
    return outcome
  }

  /// The number of processes that now run the child's program.
  var processes: Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.count { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/exe")) == "\(folder)/child"
    }
  }
}
