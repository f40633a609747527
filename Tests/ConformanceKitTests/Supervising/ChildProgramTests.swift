import Foundation
import Testing

@testable import ConformanceSupervisor

/// The choice of the program that runs the tests.
@Suite("ChildProgram") struct ChildProgramTests {
  /// A folder with programs of these ages in seconds, each at its path.
  private static func folder(_ programs: [String: TimeInterval]) throws -> String {
    let folder = NSTemporaryDirectory() + "child-program-\(UUID().uuidString)"
    for (name, age) in programs {
      let path = "\(folder)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      let attributes: [FileAttributeKey: Any] = [
        .posixPermissions: 0o755, .modificationDate: Date(timeIntervalSince1970: 1_700_000_000 - age),
      ]
      guard FileManager.default.createFile(atPath: path, contents: Data(), attributes: nil) else { continue }
      try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
    }
    return folder
  }

  @Test(
    "The small program runs the tests where it is not older than the command that it goes with",
    arguments: [
      (["bin/hookswitch": 10, "bin/hookswitch-conform": 10], "bin/hookswitch-conform"),
      (["bin/hookswitch": 10, "bin/hookswitch-conform": 0], "bin/hookswitch-conform"),
      (["bin/hookswitch": 10, "bin/hookswitch-conform": 11], "bin/hookswitch"),
      (["bin/hookswitch": 10, "libexec/hookswitch/hookswitch-conform": 10], "bin/../libexec/hookswitch/hookswitch-conform"),
      (["bin/hookswitch": 10], "bin/hookswitch"),
    ] as [([String: TimeInterval], String)]) func small(_ programs: [String: TimeInterval], _ chosen: String) throws
  {
    let folder = try Self.folder(programs)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(ChildProgram(of: "\(folder)/bin/hookswitch").path == "\(folder)/\(chosen)")
  }
}
