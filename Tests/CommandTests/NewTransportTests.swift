import Foundation
import Testing

@Suite("A new transport")
struct NewTransportTests {
  static let languages = ["c", "cpp", "rust", "swift"]

  /// Runs the command in a folder; the arguments are words without spaces.
  private func new(_ arguments: String, in scratch: ScratchFolder) async throws -> (exitCode: Int32, complaint: String) {
    let process = Process()
    process.executableURL = BuiltCommand.folder.appendingPathComponent("hookswitch")
    process.arguments = ["new"] + arguments.split(separator: " ").map(String.init)
    process.currentDirectoryURL = scratch.url
    process.standardError = try scratch.newFile("complaint")
    let exitCode = try await process.runToEnd()
    defer { try? FileManager.default.removeItem(at: scratch.url.appendingPathComponent("complaint")) }
    return (exitCode, try scratch.text("complaint"))
  }

  private func make(_ arguments: [String], in folder: URL) async throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["make", "-s", "-C", folder.path] + arguments
    // A build within a test must not inherit the options of the tests' build.
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MAKE") && !$0.key.hasPrefix("MFLAGS") }
    return try await process.runToEnd()
  }

  @Test("Its project builds with the language's own tools, loads, carries calls both ways, and conforms", arguments: languages)
  func worksAsWritten(_ language: String) async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    #expect(try await new("transport --language \(language) --id com.example.mine mine", in: scratch).exitCode == 0)
    let project = scratch.url.appendingPathComponent("mine")
    try #require(try await make(["all"], in: project) == 0)
    let built = project.appendingPathComponent("build")
    #expect(try FileManager.default.contentsOfDirectory(atPath: built.path).sorted() == ["mine.so", "mine.transport.json"])
    let header = FileManager.default.fileExists(atPath: project.appendingPathComponent("include/hookswitch/transport.h").path)
    #expect(header == (language == "c" || language == "cpp"))
    #expect(FileManager.default.fileExists(atPath: project.appendingPathComponent(".github/workflows/conform.yml").path))

    let list = try await BuiltCommand.run(["transports", "--json", "--transport-path", built.path]).output
    #expect(list.contains("com.example.mine"))
    let lines = [
      "dial mine 5551234", "wait active", "hold", "wait held", "resume", "wait active", "dtmf 12#", "mute", "unmute", "end",
      "wait ended",
      "dial mine 5550110", "wait incoming", "answer", "wait active", "end", "wait ended", "quit",
    ]
    let run = try await BuiltCommand.run(["run", "--transport-path", built.path] + lines)
    #expect(run.exitCode == 0, "\(run.output)\(run.complaint)")
    #expect(run.output.contains("remoteEnded: the number is busy"))
    #expect(run.output.contains("from tel:5550110"))

    let command = BuiltCommand.folder.appendingPathComponent("hookswitch").path
    #expect(try await make(["test", "HOOKSWITCH=\(command)"], in: project) == 0, "conform --level call")
    let apart = try await BuiltCommand.run(["conform", built.appendingPathComponent("mine.so").path, "--test", "iso.parity"])
    #expect(apart.output.hasSuffix("1 passed, 0 failed, 0 skipped\n"), "\(apart.output)")
  }

  @Test("The copy of the header equals the header")
  func headerIsTheHeader() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    #expect(try await new("transport --language c mine", in: scratch).exitCode == 0)
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..")
    let header = root.appendingPathComponent("Sources/TransportABI/include/hookswitch/transport.h").standardized
    #expect(try scratch.text("mine/include/hookswitch/transport.h") == String(decoding: Data(contentsOf: header), as: UTF8.self))
  }

  @Test("The project's name stands everywhere it should, and no placeholder is left", arguments: languages)
  func isFilledIn(_ language: String) async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    #expect(try await new("transport --language \(language) my-pbx2", in: scratch).exitCode == 0)
    let manifest = try scratch.text("my-pbx2/my-pbx2.transport.json")
    #expect(manifest.contains(#""id": "org.example.my-pbx2""#) && manifest.contains(#""library": "my-pbx2.so""#))
    let files = try #require(FileManager.default.enumerator(atPath: scratch.url.path))
    for case let file as String in files where !file.hasSuffix("transport.h") {
      guard let text = try? scratch.text(file) else { continue }
      #expect(text.firstMatch(of: /@[A-Z]+@/) == nil, "\(file)")
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var arguments: String
    /// A part of the sentence.
    var names: String
    var testDescription: String { arguments }
  }

  static let refusals = [
    Refusal(arguments: "transport mine", names: "--language is missing"),
    Refusal(arguments: "transport --language d mine", names: "no language d"),
    Refusal(arguments: "transport --language swfit mine", names: "did you mean swift?"),
    Refusal(arguments: "transprot --language c mine", names: "did you mean transport?"),
    Refusal(arguments: "transport --language c", names: "NAME is missing"),
    Refusal(arguments: "transport --language c ../mine", names: "../mine cannot be the name"),
    Refusal(arguments: "transport --language c Mine", names: "Mine cannot be the name"),
    Refusal(arguments: "transport --language c 2mine", names: "2mine cannot be the name"),
    Refusal(arguments: "transport --language c mine-", names: "mine- cannot be the name"),
    Refusal(arguments: "transport --language c m\u{e4}nn", names: "cannot be the name"),
    Refusal(arguments: "transport --language c \(String(repeating: "a", count: 41))", names: "at most 40"),
    Refusal(arguments: "transport --language c hookswitch", names: "the name hookswitch is reserved"),
    Refusal(arguments: "transport --language c --id mine mine", names: "--id mine cannot be"),
    Refusal(arguments: "transport --language c --id org..mine mine", names: "--id org..mine cannot be"),
    Refusal(arguments: "transport --language c --id org.\(String(repeating: "a", count: 61)) mine", names: "3 to 64"),
    Refusal(arguments: "transport --language c --hookswitch . mine", names: "--hookswitch is for transports in Swift"),
    Refusal(arguments: "transport --language swift --hookswitch . mine", names: "no Package.swift"),
    Refusal(arguments: "transport --language c taken", names: "taken exists already"),
  ]

  @Test("Impossible requests are refused with one sentence, and nothing is written", arguments: refusals)
  func refuses(_ refusal: Refusal) async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    try scratch.write("mine all along", to: "taken")
    let outcome = try await new(refusal.arguments, in: scratch)
    #expect(outcome.exitCode == 2)
    #expect(outcome.complaint.contains(refusal.names))
    #expect(outcome.complaint.filter { $0 == "\n" }.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["taken"])
    #expect(try scratch.text("taken") == "mine all along")
  }
}
