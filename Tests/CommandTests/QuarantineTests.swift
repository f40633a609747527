import Foundation
import Testing

@Suite("hookswitch transports --quarantined and unquarantine")
struct QuarantineTests {
  /// The output of `transports --quarantined --json`, as far as these tests read it.
  struct Entry: Decodable {
    var file: String
    var ids: [String]
    var reason: String
    var step: String
    var signal: Int32?
    var output: String
    var time: String
  }

  private func quarantine(_ home: [String: String]) async throws -> [Entry] {
    let outcome = try await BuiltCommand.run(["transports", "--quarantined", "--json"], environment: home)
    #expect(outcome.exitCode == 0 && outcome.complaint.isEmpty)
    return try JSONDecoder().decode([Entry].self, from: Data(outcome.output.utf8))
  }

  @Test("A plugin whose constructor aborts is refused once, listed with its cause of death, and tried again after its release")
  func wholeWay() async throws {
    let folder = try PluginFolder()
    defer { folder.scratch.remove() }
    try await folder.compile("bad.so", id: "org.example.bad", constructor: "fputs(\"out of luck\\n\", stderr); abort()")
    let home = ["HOME": folder.path, "HOOKSWITCH_TRANSPORT_PATH": folder.path]
    #expect(try await BuiltCommand.run(["inspect", folder.path + "/bad.so"], environment: home).output.contains("first contact not yet"))
    let list = try await BuiltCommand.run(["transports"], environment: home)
    #expect(list.exitCode == 0)
    #expect(list.output.contains("refused   org.example.bad 1.0") && list.output.contains("was killed by signal 6"))

    let entries = try await quarantine(home)
    #expect(entries.map(\.ids) == [["org.example.bad"]])
    #expect(entries.map(\.signal) == [6])
    #expect(entries.map(\.step) == ["dlopen"])
    #expect(entries.map(\.output) == ["out of luck"])
    #expect(entries.first?.time.contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) == true)
    for words in [["transports", "--quarantined"], ["inspect", folder.path + "/bad.so"], ["doctor"]] {
      #expect(try await BuiltCommand.run(words, environment: home).output.contains("signal 6"), "\(words)")
    }

    let out = try await BuiltCommand.run(["unquarantine", "org.example.bad"], environment: home)
    #expect(out.exitCode == 0 && out.output.contains("org.example.bad"))
    #expect(try await quarantine(home).isEmpty)
    _ = try await BuiltCommand.run(["transports"], environment: home)
    #expect(try await quarantine(home).count == 1)
    #expect(try await BuiltCommand.run(["unquarantine", folder.path + "/bad.so"], environment: home).exitCode == 0)
    #expect(try await quarantine(home).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.trace))
  }

  @Test("run leaves it out with a line, and continues with the others")
  func runGoesOn() async throws {
    let transports = try TransportFolder()
    defer { transports.remove() }
    let folder = try PluginFolder()
    defer { folder.scratch.remove() }
    try await folder.compile("bad.so", id: "org.example.bad", constructor: "abort()")
    let outcome = try await BuiltCommand.run(
      ["run", "--transport-path", folder.path, "--transport-path", transports.path, "dial loopback 5550100", "wait active", "end"])
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
    #expect(outcome.complaint.contains("bad.so: dlopen: scan says was killed by signal 6"), "\(outcome.complaint)")
  }

  static let misuses: [(words: [String], exitCode: Int32)] = [
    ([], 2), (["--all", "org.example.bad"], 2), (["org.example.unknown"], 1), (["--all"], 0),
  ]

  @Test("unquarantine needs a name or --all, and reports an unknown name", arguments: misuses)
  func misuse(words: [String], exitCode: Int32) async throws {
    let outcome = try await BuiltCommand.run(["unquarantine"] + words)
    #expect(outcome.exitCode == exitCode)
    #expect(outcome.complaint.isEmpty == (exitCode == 0))
  }
}
