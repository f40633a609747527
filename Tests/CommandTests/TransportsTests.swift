import Foundation
import Testing

@Suite("hookswitch transports and inspect")
struct TransportsTests {
  /// The output of `transports --json`, as far as these tests read it.
  struct Catalog: Decodable {
    struct Candidate: Decodable {
      struct Refusal: Decodable {
        var kind: String
        var advice: String
      }
      var id: String?
      var file: String
      var status: String
      var refusal: Refusal?
    }
    var candidates: [Candidate]
  }

  /// One file of a folder and its expected verdict.
  struct Case: Sendable, CustomTestStringConvertible {
    var file: String
    var status: String
    var kind: String?
    var testDescription: String { file }
  }

  static let cases = [
    Case(file: "good.so", status: "usable"),
    Case(file: "later.so", status: "shadowed"),
    Case(file: "truncated.so", status: "refused", kind: "malformed"),
    Case(file: "text.so", status: "refused", kind: "malformed"),
    Case(file: "empty.so", status: "refused", kind: "malformed"),
    Case(file: "foreign.so", status: "refused", kind: "foreign"),
    Case(file: "plain.so", status: "no-manifest"),
    Case(file: "writable.so", status: "refused", kind: "untrusted"),
    Case(file: "lied-about.so", status: "refused", kind: "contradiction"),
    Case(file: "too-new.so", status: "refused", kind: "version"),
    Case(file: "broken.transport.json", status: "refused", kind: "manifest"),
    Case(file: "lonely.transport.json", status: "refused", kind: "missing"),
  ]

  /// Makes a folder with every file of the table.
  static func folder() async throws -> PluginFolder {
    let folder = try PluginFolder()
    try await folder.compile("good.so")
    try folder.damage("good.so", as: "later.so") { _ in }
    try folder.damage("good.so", as: "truncated.so") { $0 = $0.prefix($0.count / 2) }
    try folder.damage("good.so", as: "text.so") { $0 = Data("not a library\n".utf8) }
    try folder.damage("good.so", as: "empty.so") { $0 = Data() }
    // e_machine is at byte 18; 0xFFFE is no machine's number.
    try folder.damage("good.so", as: "foreign.so") { $0.replaceSubrange(18..<20, with: [0xFE, 0xFF]) }
    try await folder.compile("plain.so", note: false)
    try await folder.compile("writable.so", id: "org.example.writable")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.path + "/writable.so")
    try await folder.compile("lied-about.so", id: "org.example.lied-about")
    try folder.writeManifest("lied-about.transport.json", library: "lied-about.so", id: "org.example.lied-about", version: "2.0")
    try await folder.compile("too-new.so", id: "org.example.too-new", note: false)
    try folder.writeManifest("too-new.transport.json", library: "too-new.so", id: "org.example.too-new", major: 2)
    try folder.scratch.write("{\"hookswitch-manifest\": 1, \"id\":", to: "broken.transport.json")
    try folder.writeManifest("lonely.transport.json", library: "nowhere.so", id: "org.example.lonely")
    return folder
  }

  @Test("Every file of a folder is listed with its verdict, and no code of theirs has run in the command")
  func everyFileIsJudged() async throws {
    let folder = try await Self.folder()
    defer { folder.scratch.remove() }
    let outcome = try await BuiltCommand.run(["transports", "--json", "--transport-path", folder.path])
    #expect(outcome.exitCode == 0)
    #expect(outcome.complaint.isEmpty)
    let catalog = try JSONDecoder().decode(Catalog.self, from: Data(outcome.output.utf8))
    for wanted in Self.cases {
      let found = catalog.candidates.filter { $0.file.hasSuffix("/" + wanted.file) }
      #expect(found.map(\.status) == [wanted.status], "\(wanted.file)")
      #expect(found.first?.refusal?.kind == wanted.kind, "\(wanted.file)")
      if wanted.kind != nil { #expect(found.first?.refusal?.advice.isEmpty == false, "\(wanted.file)") }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.trace))
  }

  @Test("The list for people names the same files, in words, and sums them up")
  func listForPeople() async throws {
    let folder = try await Self.folder()
    defer { folder.scratch.remove() }
    let text = try await BuiltCommand.run(["transports", "--transport-path", folder.path]).output
    for wanted in Self.cases { #expect(text.contains("/" + wanted.file), "\(wanted.file)") }
    #expect(text.contains("usable    org.example.small 1.0"))
    #expect(text.contains("advice: "))
    #expect(text.contains("refused"))
  }

  static let verdicts: [(file: String, exitCode: Int32)] = [
    ("good.so", 0), ("truncated.so", 1), ("text.so", 1), ("foreign.so", 1), ("writable.so", 1), ("lied-about.so", 1),
    ("lied-about.transport.json", 1), ("broken.transport.json", 1), ("plain.so", 1), ("nowhere.so", 2), (".", 2),
  ]

  @Test("inspect judges as the host would: 0 for a good file, 1 for a bad one, 2 for a missing one", arguments: [[], ["--json"]])
  func inspectVerdicts(format: [String]) async throws {
    let folder = try await Self.folder()
    defer { folder.scratch.remove() }
    for (file, exitCode) in Self.verdicts {
      let outcome = try await BuiltCommand.run(["inspect", folder.path + "/" + file] + format)
      #expect(outcome.exitCode == exitCode, "\(file)")
      #expect(outcome.output.isEmpty == (exitCode == 2), "\(file)")
      #expect(outcome.complaint.isEmpty == (exitCode != 2), "\(file)")
      if !format.isEmpty, exitCode != 2 {
        #expect(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) is [String: Any], "\(file)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.trace))
  }

  @Test("inspect names the note, the digest and the entry of a good file")
  func inspectGoodFile() async throws {
    let folder = try PluginFolder()
    defer { folder.scratch.remove() }
    try await folder.compile("good.so")
    let text = try await BuiltCommand.run(["inspect", folder.path + "/good.so"]).output
    #expect(text.contains("verdict       usable: org.example.small 1.0"))
    #expect(text.contains("note          org.example.small 1.0, contract 1.1"))
    #expect(text.contains("exports       hookswitch_transport_query"))
    #expect(text.contains(/sha256        [0-9a-f]{64}\n/))
  }

  @Test("inspect --settings lists the settings in the manifest; without a schema it says so")
  func settings() async throws {
    let manifest = URL(filePath: #filePath).appending(path: "../../../Plugins/SIP/sip.transport.json").standardized.path
    let text = try await BuiltCommand.run(["inspect", manifest, "--settings"]).output
    #expect(text.contains("\nport  from 0 to 65535, default 5060\n  The port of UDP and TCP; 0: any.\n"))
    #expect(text.contains("\nsecret  the name of a secret, default \"\"\n"))
    #expect(text.contains("\ncodecs  a list of \"opus\" \"g722\" \"pcma\" \"pcmu\", default [\"opus\",\"g722\",\"pcma\",\"pcmu\"]\n"))
    let folder = try PluginFolder()
    defer { folder.scratch.remove() }
    try await folder.compile("good.so")
    let outcome = try await BuiltCommand.run(["inspect", folder.path + "/good.so", "--settings"])
    #expect(outcome.exitCode == 2 && outcome.complaint.contains("has no manifest with a config-schema"))
  }

  @Test("A missing folder as an argument is a usage error, not an empty list")
  func missingFolder() async throws {
    let outcome = try await BuiltCommand.run(["transports", "--transport-path", "/nowhere/at/all"])
    #expect(outcome.exitCode == 2)
    #expect(outcome.complaint == "hookswitch: transports: --transport-path /nowhere/at/all: there is no such folder\n")
  }

  @Test("HOOKSWITCH_TRANSPORT_PATH adds its folders after those of the option")
  func environmentPath() async throws {
    let first = try PluginFolder()
    let second = try PluginFolder()
    defer { first.scratch.remove(); second.scratch.remove() }
    try await first.compile("one.so")
    try second.damage("../\(first.scratch.url.lastPathComponent)/one.so", as: "two.so") { _ in }
    let outcome = try await BuiltCommand.run(
      ["transports", "--json", "--transport-path", first.path], environment: ["HOOKSWITCH_TRANSPORT_PATH": second.path])
    let catalog = try JSONDecoder().decode(Catalog.self, from: Data(outcome.output.utf8))
    let ours = catalog.candidates.filter { $0.id == "org.example.small" }
    #expect(ours.map { $0.status } == ["usable", "shadowed"])
    #expect(ours.first?.file.hasSuffix("/one.so") == true)
  }
}
