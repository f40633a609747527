import Foundation
import Testing

@testable import ConformanceDirectory
@testable import ConformanceKit
@testable import ConformanceReport
@testable import ConformanceSupervisor

/// The tests of call directories, docs/conformance.md; `make mutants` runs them on every mutant.
@Suite("The rows about call directories", .serialized)
struct DirectoryConformanceTests {
  private static func report(
    _ file: String, _ change: (inout DirectoryConformanceSettings) -> Void = { _ in }
  ) async throws -> ConformanceReport {
    do {
      return try await Conformance.checkDirectory(file, changing: change)
    } catch let failure as ConformanceFailure {
      return failure.report
    }
  }

  @Test("pass a directory that keeps the rules, on the thread of begin_request and on its own", arguments: ["ref", "ref_thread"])
  func reference(name: String) async throws {
    let directory = try ReferenceDirectory(name)
    let report = try await Self.report(directory.file)
    #expect(report.outcomes.map(\.id) == Catalogue.directoryTests.map(\.id))
    for outcome in report.outcomes { #expect(outcome.status == .pass, "\(outcome.id): \(outcome.detail)") }
    #expect(report.isGood && report.plugin.directory == .init(id: "org.hookswitch.ref-directory", version: "1.0.0"))
    let size = try #require(report.outcomes.first { $0.id == "directory.size" })
    #expect(size.warnings.count == 1 && size.warnings[0].hasPrefix("81 entries in "), "\(size.warnings)")
    #expect(JSONDocument(report).text.contains("\"directory\": {"))
    #expect(MarkdownDocument(report).text.contains("The tests of call directories: **conforms**"))
  }

  @Test(
    "find a fault by their own test and no earlier one, with a sentence",
    arguments: [
      ("d01", "describe", .fail, "descriptor.id"), ("d05", "order", .fail, "entry"), ("d08", "entries", .fail, "control character"),
      ("d12", "full", .fail, "before complete or cancel"), ("d15", "once", .fail, "used a function of the host after complete"),
      ("d17", "crash", .crash, "SIGSEGV in begin_request, after entry 81"), ("d18", "crash", .crash, "exit code 3"),
      ("d20", "again", .crash, "SIGSEGV"), ("d22", "incremental", .fail, "Another caller"),
      ("d25", "all-removals", .fail, "remove_all_blocking"), ("d27", "token", .fail, "control character"),
      ("d31", "settings", .fail, "without a reason"), ("d33", "secrets", .fail, "in its output"),
      ("d35", "refused", .fail, "complete after entry 1 had failed"), ("d38", "cancel", .crash, "SIGSEGV in cancel"),
      ("d39", "cancel", .timeout, "HSW_PENDING"), ("d40", "expired", .timeout, "within two seconds"),
    ] as [(String, String, TestStatus, String)])
  func faults(mutant: String, test: String, status: TestStatus, words: String) async throws {
    let directory = try ReferenceDirectory(mutant)
    let ids = Catalogue.directoryTests.map(\.id)
    let place = try #require(ids.firstIndex(of: "directory.\(test)"))
    let report = try await Self.report(directory.file) { $0.patterns = Array(ids[...place]) }
    #expect(report.failures.map(\.id) == ["directory.\(test)"], "\(report.failures.map { "\($0.id): \($0.detail)" })")
    let outcome = try #require(report.outcomes.last)
    #expect(outcome.status == status && outcome.detail.contains(words), "\(outcome.status) \(outcome.detail)")
    #expect(report.exitCode == 1 && !outcome.rules.isEmpty)
  }

  @Test("give the fault of the first request to one test, and skip those that need a good one")
  func skipped() async throws {
    let directory = try ReferenceDirectory("d05")
    let report = try await Self.report(directory.file)
    #expect(report.failures.map(\.id) == ["directory.order"])
    for outcome in report.outcomes where outcome.id != "directory.order" {
      #expect(outcome.status == .skip && outcome.detail.contains("see directory.order"), "\(outcome.id): \(outcome.detail)")
    }
    let other = try await Self.report(directory.file) { $0.patterns = ["directory.size"] }
    #expect(other.exitCode == 3)
  }

  @Test("give up on a directory that never completes, and on one that sends entries without end")
  func withoutEnd() async throws {
    let silent = try ReferenceDirectory("d13")
    let stalled = try await Self.report(silent.file) { $0.timeScale = 0.02 }
    #expect(stalled.failures.map(\.id) == ["directory.full"] && stalled.failures.first?.status == .timeout)
    #expect(stalled.failures.first?.detail.contains("neither an entry nor an end came for") == true)
    let endless = try ReferenceDirectory("d41")
    let flooded = try await Self.report(endless.file) { $0.maximumEntries = 1_000 }
    #expect(flooded.failures.map(\.id) == ["directory.size"] && flooded.failures.first?.detail.contains("more than 1000") == true)
  }

  @Test("take the settings of a plugin, and tell it from one that needs none")
  func config() async throws {
    let directory = try ReferenceDirectory()
    let report = try await Self.report(directory.file) { $0.config = #"{"count":5}"# }
    #expect(report.isGood, "\(report.failures.map(\.detail))")
    let size = try #require(report.outcomes.last)
    #expect(size.warnings.first?.hasPrefix("11 entries in ") == true)
    let refused = try await Self.report(directory.file) { $0.config = #"{"count":0}"# }
    #expect(refused.failures.map(\.id) == ["directory.full"] && refused.failures[0].detail.contains("the plugin cancelled: settings:"))
  }

  @Test("judge a program by its records, and skip the tests of functions")
  func programs() async throws {
    let folder = try ReferenceDirectory()
    let full = try folder.write(
      "full", "#!/bin/sh\nprintf 'hookswitch-directory 1 full\\nblock\\t5\\nidentify\\t7\\tAnn\\ncomplete\\n'\n")
    let report = try await Self.report(full)
    #expect(report.isGood, "\(report.failures.map(\.detail))")
    let skipped = report.outcomes.filter { $0.status == .skip }
    #expect(skipped.first { $0.id == "directory.incremental" }?.detail == "it never sends changes")
    #expect(skipped.first { $0.id == "directory.cancel" }?.detail == "a program has no functions")
    #expect(report.plugin.directory == .init(id: "", version: ""))
    let naive = try folder.write(
      "naive",
      "#!/bin/sh\nkind=full\ntest -z \"$HOOKSWITCH_DIRECTORY_INCREMENTAL\" || kind=incremental\n"
        + "printf \"hookswitch-directory 1 $kind\\nblock\\t5\\ncomplete\\n\"\n")
    let changes = try await Self.report(naive)
    #expect(changes.failures.map(\.id) == ["directory.all-removals"], "\(changes.failures.map(\.detail))")
    #expect(changes.outcomes.first { $0.id == "directory.incremental" }?.status == .pass)
    let wrong = try folder.write("wrong", "#!/bin/sh\nprintf 'hookswitch-directory 1 full\\nblock\\t5\\nblock\\t4\\ncomplete\\n'\n")
    #expect(try await Self.report(wrong).failures.map(\.id) == ["directory.order"])
  }

  @Test("read --config as a JSON object or as a file")
  func configValues() throws {
    let folder = try ReferenceDirectory()
    var settings = DirectoryConformanceSettings()
    try settings.takeConfig(#" {"b": 1, "a": [true]} "#)
    #expect(settings.config == #"{"a":[true],"b":1}"#)
    try settings.takeConfig(try folder.write("config", "[1, 2]"))
    #expect(settings.config == "[1,2]")
    for (text, words) in [
      ("{", "--config {…}: "), ("/no/such", "/no/such: No such file"),
      (#"{"a": ""# + String(repeating: "x", count: 70_000) + #""}"#, "65536"),
    ] {
      let error = #expect(throws: ConformanceError.self) { try settings.takeConfig(text) }
      #expect(error?.kind == .usage && error?.description.contains(words) == true, "\(String(describing: error))")
    }
  }

  @Test("refuse a file that is no directory, settings for a program, and a waiver for nothing")
  func usage() throws {
    let folder = try ReferenceDirectory()
    let text = try folder.write("text", "no program")
    chmod(text, 0o644)
    #expect(throws: ConformanceError.self) { try DirectoryJudge(checking: text, .init()) }
    var settings = DirectoryConformanceSettings()
    settings.config = "{}"
    let program = try folder.write("program", "#!/bin/sh\n")
    #expect(throws: ConformanceError.self) { try DirectoryJudge(checking: program, settings) }
    settings.config = ""
    settings.waivers = [Waiver(tests: "directory.ordre", reason: "x", expires: "2099-01-01")]
    let error = #expect(throws: ConformanceError.self) { try DirectoryJudge(checking: program, settings) }
    #expect(error?.description.contains("matches no test") == true)
    settings.waivers[0].tests = "dtmf.*"
    _ = try DirectoryJudge(checking: program, settings)
  }

  @Test("count a failure with a waiver as skipped")
  func waived() async throws {
    let directory = try ReferenceDirectory("d05")
    let report = try await Self.report(directory.file) {
      $0.waivers = [Waiver(tests: "directory.order", reason: "ticket 7", expires: "2099-01-01")]
    }
    #expect(report.failures.isEmpty && report.summary.hasPrefix("0 passed, 0 failed"))
  }
}
