import Foundation
import Testing

@testable import HookswitchCLI

@Suite("hookswitch conform")
struct ConformTests {
  static let loopback = BuiltCommand.folder.appendingPathComponent("libLoopback.so").path

  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var names: String
    var environment: [String: String] = [:]
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let wrong = [
    Case(arguments: [], names: "PLUGIN is missing"),
    Case(arguments: ["/no/such.so"], names: "/no/such.so: No such file or directory"),
    Case(arguments: ["/etc/passwd"], names: "ends in .so"),
    Case(arguments: [loopback, "--level", "ful"], names: "did you mean full?"),
    Case(arguments: [loopback, "--require", "holding"], names: "--require holding: the group does not exist"),
    Case(arguments: [loopback, "-j", "0"], names: "-j 0: should be a number from 1 to 256"),
    Case(arguments: [loopback, "-jx"], names: "-j x: should be"),
    Case(arguments: [loopback, "--seed", "-1"], names: "--seed -1"),
    Case(arguments: [loopback, "--config", "/no/config"], names: "/no/config: No such file"),
    Case(arguments: [loopback, "--wrap", "no-such-program -q"], names: "--wrap no-such-program"),
    Case(arguments: [loopback, "--in-process", "--wrap", "env"], names: "leave out one of them"),
    Case(arguments: [loopback, "--json"], names: "--json needs a FILE"),
    Case(arguments: [loopback], names: "HSW_TIMEOUT_SCALE is much", environment: ["HSW_TIMEOUT_SCALE": "much"]),
    Case(arguments: ["--explain", "load.elf-san"], names: "load.elf-sane"),
    Case(arguments: [loopback, loopback], names: "is one argument too many"),
    Case(arguments: ["fuzz"], names: "PLUGIN is missing"),
    Case(arguments: ["fuzz", loopback, "--level", "core"], names: "--level cannot be used with fuzz"),
    Case(arguments: ["fuzz", loopback, "--duration", "5x"], names: "--duration 5x: should be a time such as 60s"),
    Case(arguments: ["fuzz", loopback, "--in-process"], names: "--in-process works only with --replay"),
    Case(arguments: ["fuzz", loopback, "--replay", "/no/script"], names: "/no/script: No such file"),
    Case(arguments: ["fuzz", loopback, "--replay", "/no/script", "--duration", "1s"], names: "--duration is for a search"),
    Case(arguments: [loopback, "--duration", "1s"], names: "--duration works only with fuzz"),
  ]

  @Test("Wrong arguments are refused in one sentence with exit code 2, and nothing runs", arguments: wrong)
  func refused(_ wrong: Case) async throws {
    let outcome = try await BuiltCommand.run(["conform"] + wrong.arguments, environment: wrong.environment)
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains(wrong.names), "\(outcome.complaint)")
    #expect(outcome.complaint.filter { $0 == "\n" }.count == 1)
  }

  @Test("Loopback is sane, the last line sums up, and each report is written")
  func run() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    func path(_ name: String) -> String { scratch.url.appendingPathComponent(name).path }
    let outcome = try await BuiltCommand.run(
      [
        "conform", Self.loopback, "--test", "load.elf-sane", "--test", "life.create-destroy", "-j2", "--tap", path("tap"), "--junit",
        path("xml"),
      ]
        + ["--json", path("json"), "--markdown", path("md"), "--trace", path("trace"), "--seed", "5"])
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.complaint)")
    #expect(outcome.output == "2 passed, 0 failed, 0 skipped\n")
    #expect(try scratch.text("tap").hasPrefix("TAP version 14\n1..2\n"))
    #expect(try scratch.text("xml").hasSuffix("</testsuites>\n"))
    #expect(try scratch.text("md").contains("**conforms**"))
    let report = try JSONSerialization.jsonObject(with: Data(scratch.text("json").utf8)) as? [String: Any]
    #expect(report?["seed"] as? String == "5")
    #expect((report?["tests"] as? [[String: Any]])?.count == 2)
    let trace = try JSONSerialization.jsonObject(with: Data(scratch.text("trace").utf8)) as? [String: Any]
    let names = (trace?["traceEvents"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
    #expect(names?.contains("entry.create") == true, "\(names ?? [])")
  }

  @Test("A pattern that matches nothing is exit code 3, and so is a required group of which nothing ran")
  func nothing() async throws {
    let none = try await BuiltCommand.run(["conform", Self.loopback, "--test", "no.such"])
    #expect(none.exitCode == 3)
    #expect(none.output.hasSuffix("\n0 passed, 0 failed, 0 skipped\n"))
    let required = try await BuiltCommand.run(["conform", Self.loopback, "--test", "load.elf-sane", "--require", "abi,load"])
    #expect(required.exitCode == 3)
    #expect(required.output == "required, but no test of it ran: abi\n1 passed, 0 failed, 0 skipped\n")
  }

  @Test("A run that gets SIGTERM many times, as from timeout(1), leaves an incomplete report and exit code 5")
  func stopped() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let report = scratch.url.appendingPathComponent("json").path
    let command = BuiltCommand.folder.appendingPathComponent("hookswitch").path
    // The command writes the report of an unfinished run once its signal handler is in place.
    let script = try scratch.write(
      """
      #!/bin/sh
      '\(command)' "$@" &
      while [ ! -s '\(report)' ]; do sleep 0.02; done
      for again in 1 2 3 4 5 6 7 8 9 10; do kill -s TERM $!; done
      wait $!
      """, to: "stop.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
    let outcome = try await BuiltCommand.run(["conform", Self.loopback, "--json", report], program: script)
    #expect(outcome.exitCode == 5, "\(outcome.output)\(outcome.complaint)")
    let written = try JSONSerialization.jsonObject(with: Data(scratch.text("json").utf8)) as? [String: Any]
    #expect(written?["interrupted"] as? Bool == true)
    #expect(outcome.output.contains("incomplete: "))
  }

  @Test("A project file beside the plugin applies, and an expired waiver in it ends the run before it begins")
  func project() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let plugin = scratch.url.appendingPathComponent("empty.so").path
    _ = try scratch.write("no library", to: "empty.so")
    func waive(until day: String) throws {
      _ = try scratch.write(
        #"{"waivers": [{"test": "load.elf-sane", "reason": "it is text", "expires": "\#(day)"}]}"#, to: "hookswitch-conform.json")
    }
    let plain = try await BuiltCommand.run(["conform", plugin, "--test", "load.elf-sane"])
    #expect(plain.exitCode == 1)
    #expect(plain.output.hasPrefix("FAIL load.elf-sane"))
    try waive(until: "9999-12-31")
    let waived = try await BuiltCommand.run(["conform", plugin, "--test", "load.elf-sane"])
    #expect(waived.exitCode == 0)
    #expect(waived.output.contains("waived until 9999-12-31: it is text"))
    #expect(waived.output.hasSuffix("\n0 passed, 0 failed, 1 skipped\n"))
    try waive(until: "2020-01-01")
    let expired = try await BuiltCommand.run(["conform", plugin, "--test", "load.elf-sane"])
    #expect(expired.exitCode == 2)
    #expect(expired.complaint.contains("$.waivers[0].expires: was 2020-01-01"))
  }

  @Test("--list shows every selected test, as text and as JSON, and marks rows for hosts")
  func list() async throws {
    let text = try await BuiltCommand.run(["conform", "--list", "--level", "core"])
    #expect(text.exitCode == 0)
    #expect(text.output.contains("load.elf-sane") && !text.output.contains("media."))
    let json = try await BuiltCommand.run(["conform", "--list", "--json"])
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    let ids = rows.compactMap { $0["id"] as? String }
    #expect(Set(ids).count == ids.count && ids.contains("load.elf-sane"))
    #expect(rows.allSatisfy { ($0["present"] as? Bool == true) == ($0["reason"] == nil) })
    let host = try await BuiltCommand.run(["conform", "--list", "--test", "iso.*"])
    #expect(host.output.contains("(a row for hosts, which") && host.output.hasSuffix("\n2 tests, 10 rows for hosts, 0 not yet present\n"))
  }

  @Test("The kit and the command have the same version")
  func version() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let path = scratch.url.appendingPathComponent("json").path
    _ = try await BuiltCommand.run(["conform", Self.loopback, "--test", "abi.exact", "--json", path])
    let report = try JSONSerialization.jsonObject(with: Data(scratch.text("json").utf8)) as? [String: Any]
    #expect(report?["kit"] as? String == hookswitchVersion)
  }
}
