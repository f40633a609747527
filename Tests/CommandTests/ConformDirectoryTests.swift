import Foundation
import Testing

@testable import HookswitchCLI

@Suite("hookswitch conform --directory")
struct ConformDirectoryTests {
  /// Builds the reference directory, or a mutant of it, into a folder.
  private static func build(_ name: String, into scratch: ScratchFolder) async throws -> String {
    let file = scratch.url.appendingPathComponent("dir_\(name).so").path
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Mutants").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["make", "-s", "-C", sources, "OUT=\(scratch.url.path)", file]
    #expect(try await process.runToEnd() == 0)
    return file
  }

  @Test("A good directory passes, its rate is printed, and each report is written")
  func good() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    func path(_ name: String) -> String { scratch.url.appendingPathComponent(name).path }
    let file = try await Self.build("ref", into: scratch)
    let outcome = try await BuiltCommand.run(
      [
        "conform", "--directory", file, "--config", #"{"count": 7}"#, "--test", "directory.o*", "--test", "directory.size", "--json",
        path("json"), "--junit", path("xml"), "--tap", path("tap"), "--markdown", path("md"),
      ])
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.complaint)")
    #expect(outcome.output.contains("note: 15 entries in ") && outcome.output.hasSuffix("\n3 passed, 0 failed, 0 skipped\n"))
    let report = try JSONSerialization.jsonObject(with: Data(scratch.text("json").utf8)) as? [String: Any]
    let plugin = report?["plugin"] as? [String: Any]
    #expect((plugin?["directory"] as? [String: String])?["id"] == "org.hookswitch.ref-directory")
    #expect(
      (report?["tests"] as? [[String: Any]])?.compactMap { $0["id"] as? String } == ["directory.order", "directory.once", "directory.size"])
    #expect(try scratch.text("xml").contains("org.hookswitch.ref-directory directory"))
    #expect(try scratch.text("tap").hasPrefix("TAP version 14\n1..3\n"))
    #expect(try scratch.text("md").contains("**conforms**"))
  }

  @Test("A fault is printed with its rule and the command that shows it again, with exit code 1")
  func fault() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = try await Self.build("06", into: scratch)
    let outcome = try await BuiltCommand.run(["conform", "--directory", file])
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.hasPrefix("FAIL directory.order org.hookswitch.ref-directory\n"), "\(outcome.output)")
    #expect(outcome.output.contains("twice") && outcome.output.contains("rule: HSW-R-147: "))
    #expect(outcome.output.contains("again: hookswitch conform --directory \(file) --test directory.order\n"))
  }

  static let wrong = [
    (["--directory", "/no/such.so"], "/no/such.so: No such file or directory"), (["--directory", "/etc/passwd"], "is no directory"),
    (["--directory", "x.so", "--level", "core"], "--level cannot be used with --directory"),
    (["--directory", "x.so", "y.so"], "y.so is one argument too many"), (["--directory", "/bin/true", "--json"], "--json needs a FILE"),
    (["--directory", "/bin/true", "--config", "{"], "--config {…}"), (["--directory", "/bin/true", "--config", "{}"], "has no settings"),
    (["fuzz", "x.so", "--directory", "y.so"], "too many"),
  ]

  @Test("Wrong arguments are refused in one sentence with exit code 2", arguments: wrong)
  func refused(_ arguments: [String], _ words: String) async throws {
    let outcome = try await BuiltCommand.run(["conform"] + arguments)
    #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
    #expect(outcome.complaint.contains(words) && outcome.complaint.filter { $0 == "\n" }.count == 1, "\(outcome.complaint)")
  }

  @Test("--list shows the tests of directories, as text and as JSON, and --explain their rules")
  func list() async throws {
    let text = try await BuiltCommand.run(["conform", "--directory", "x.so", "--list"])
    #expect(text.exitCode == 0 && text.output.contains("directory.all-removals") && !text.output.contains("load."))
    #expect(text.output.hasSuffix("\n17 tests, 0 rows for hosts, 0 not yet present\n"), "\(text.output)")
    let json = try await BuiltCommand.run(["conform", "--directory", "x.so", "--list", "--json", "--test", "*.size"])
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(rows.compactMap { $0["id"] as? String } == ["directory.size"])
    let explained = try await BuiltCommand.run(["conform", "--explain", "directory.refused"])
    #expect(explained.exitCode == 0 && explained.output.contains("HSW-R-158"), "\(explained.output)")
  }

  @Test("A run without a test has exit code 3")
  func nothing() async throws {
    let outcome = try await BuiltCommand.run(["conform", "--directory", "/bin/true", "--test", "no.such"])
    #expect(outcome.exitCode == 3 && outcome.output.hasSuffix("\n0 passed, 0 failed, 0 skipped\n"))
  }
}
