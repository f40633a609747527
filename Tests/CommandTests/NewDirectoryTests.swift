import CallDirectory
import Foundation
import Testing

@Suite("A new call directory", .timeLimit(.minutes(15)))
struct NewDirectoryTests {
  static let languages = ["c", "rust", "swift", "shell"]

  /// Runs a program in a folder; returns its exit code, and what it printed.
  private func run(_ words: [String], in folder: URL) async throws -> (exitCode: Int32, text: String) {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let output = try scratch.newFile("output")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    // A build within a test must not inherit the options of the tests' build.
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MAKE") && !$0.key.hasPrefix("MFLAGS") }
    process.standardOutput = output
    process.standardError = output
    let exitCode = try await process.runToEnd()
    return (exitCode, try scratch.text("output"))
  }

  private func new(_ arguments: String, in scratch: ScratchFolder) async throws -> (exitCode: Int32, text: String) {
    let command = BuiltCommand.folder.appendingPathComponent("hookswitch").path
    return try await run([command, "new"] + arguments.split(separator: " ").map(String.init), in: scratch.url)
  }

  /// The records of a stream as the host reads them, and its last line.
  private final class Records: RecordSink {
    private(set) var isIncremental = false
    private(set) var all: [String] = []

    func begin(isIncremental: Bool, at place: RecordPlace) throws(DirectoryError) { self.isIncremental = isIncremental }

    func take(_ kind: RecordKind, _ number: UInt64, _ label: UnsafeRawBufferPointer, at place: RecordPlace) throws(DirectoryError) {
      all.append("\(kind.word) \(number)" + (label.isEmpty ? "" : " " + String(decoding: label, as: UTF8.self)))
    }

    func takeAll(_ kind: RecordKind, at place: RecordPlace) throws(DirectoryError) { all.append("\(kind.word) *") }

    static func read(_ text: String) throws(DirectoryError) -> (records: Records, end: RecordEnd?) {
      var sink = Records()
      var reader = RecordReader()
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
      defer { bytes.deallocate() }
      bytes.copyBytes(from: text.utf8)
      try reader.read(UnsafeRawBufferPointer(bytes), into: &sink)
      try reader.finish(into: &sink)
      return (sink, reader.end)
    }
  }

  @Test("Its project builds, and its test makes requests for everything and for changes, and one that is cancelled", arguments: languages)
  func worksAsWritten(_ language: String) async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    #expect(try await new("directory --language \(language) --id com.example.mine mine", in: scratch).exitCode == 0)
    let project = scratch.url.appendingPathComponent("mine")
    let command = BuiltCommand.folder.appendingPathComponent("hookswitch").path
    let test = try await run(["make", "-s", "test", "HOOKSWITCH=\(command)"], in: project)
    try #require(test.exitCode == 0, "\(test.text)")

    let everything = try Records.read(scratch.text("mine/build/everything"))
    let all = ["identify 12025550101 Delivery service", "block 12025550142", "identify 12025550171 Clinic", "block 12025550188"]
    #expect(!everything.records.isIncremental && everything.records.all == all && everything.end == .complete(token: "2"))
    let changes = try Records.read(scratch.text("mine/build/changes"))
    #expect(
      changes.records.isIncremental && changes.end == .complete(token: "2")
        && changes.records.all == [
          "unblock 12025550160", "unidentify 12025550160", "unblock 12025550171", "unidentify 12025550171", "identify 12025550171 Clinic",
        ])
    // A host that has an unknown edition gets everything: in place of its entries, or as a full load.
    let renewed = try Records.read(scratch.text("mine/build/renewed"))
    let expected = renewed.records.isIncremental ? ["unblock *", "unidentify *"] + all : all
    #expect(renewed.records.all == expected && renewed.end == .complete(token: "2"))
    let cancelled = try Records.read(scratch.text("mine/build/cancelled"))
    guard case .cancel(let code, let message)? = cancelled.end else {
      Issue.record("not cancelled: \(cancelled)")
      return
    }
    #expect(code == 1 && message.contains("cannot open /nowhere/numbers.txt") && cancelled.records.all.isEmpty)

    // It is no transport, and the refusal names the place for it.
    guard language != "shell" else { return }
    let inspection = try await BuiltCommand.run(["inspect", project.path + "/build/mine.so"])
    #expect(inspection.exitCode == 1 && inspection.output.contains("hookswitch_directory_query"), "\(inspection)")
    #expect(inspection.output.contains("\"directories\""))
  }

  @Test("The project's name stands everywhere it should, and no placeholder is left", arguments: languages)
  func isFilledIn(_ language: String) async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let made = try await new("directory --language \(language) my-list2", in: scratch)
    #expect(made.exitCode == 0 && made.text.contains("created my-list2, a directory with the id org.example.my-list2"), "\(made.text)")
    let files = try #require(FileManager.default.enumerator(atPath: scratch.url.path))
    for case let file as String in files where !file.hasSuffix("transport.h") {
      guard let text = try? scratch.text(file) else { continue }
      #expect(text.firstMatch(of: /@[A-Z]+@/) == nil, "\(file)")
    }
    // The configuration in its README is one that the daemon reads.
    let readme = try scratch.text("my-list2/README.md")
    let json = try #require(readme.firstMatch(of: /```json\n(.+)\n```/)).1
    #expect(json.contains(#""directory": "org.example.my-list2""#) && json.contains(language == "shell" ? "executable" : "plugin"))
    let file = try scratch.write(#"{"directories": [\#(json)]}"#, to: "config.json").path
    let check = try await BuiltCommand.run(["config", "check", file])
    #expect(check.exitCode == 0, "\(check)")
    let script = scratch.url.path + "/my-list2/my-list2.sh"
    #expect(FileManager.default.isExecutableFile(atPath: script) == (language == "shell"))
    #expect(FileManager.default.fileExists(atPath: scratch.url.path + "/my-list2/.github/workflows/test.yml"))
  }

  @Test("The copies of the headers equal the headers", arguments: ["directory.h", "transport.h"])
  func headersAreTheHeaders(_ name: String) async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    #expect(try await new("directory --language c mine", in: scratch).exitCode == 0)
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..")
    let header = root.appendingPathComponent("Sources/TransportABI/include/hookswitch/\(name)").standardized
    #expect(try scratch.text("mine/include/hookswitch/\(name)") == String(decoding: Data(contentsOf: header), as: UTF8.self))
  }

  @Test(
    "Impossible requests are refused with one sentence, and nothing is written",
    arguments: [
      ("directory mine", "--language is missing: one of c rust swift shell"), ("directory --language cpp mine", "no language cpp"),
      ("directory --language shel mine", "did you mean shell?"), ("transport --language shell mine", "no language shell"),
      ("directroy --language c mine", "did you mean directory?"), ("pigeon --language c mine", "the kinds are transport and directory"),
      ("directory --language c Mine", "cannot be the name of a directory"),
      ("directory --language c --hookswitch . mine", "--hookswitch is for directories in Swift"),
    ])
  func refuses(arguments: String, words: String) async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let outcome = try await new(arguments, in: scratch)
    #expect(outcome.exitCode == 2 && outcome.text.contains(words), "\(outcome.text)")
    #expect(outcome.text.filter { $0 == "\n" }.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
  }
}
