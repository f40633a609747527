import Foundation
import Testing

@testable import HookswitchCLI

/// No text of a plugin, a manifest, a note or a file's name reaches a terminal raw.
@Suite("Foreign text on a terminal")
struct TerminalSafetyTests {
  /// Text that controls a terminal: ESC, BEL, C1, a line break, a carriage return, DEL, and changes of the writing direction.
  static let hostile = "A\u{1B}[31mB\u{1B}]0;owned\u{07}C\u{9B}31mD\u{202E}E\u{2067}F\u{200F}G\u{061C}H\rI\u{7F}J"

  /// Returns the control characters in a text, except its line breaks.
  static func obeyed(_ text: String) -> [String] {
    text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }.map { String($0.value, radix: 16) }
  }

  /// A folder whose names, manifests and notes are all hostile.
  private func folder() async throws -> PluginFolder {
    let folder = try PluginFolder()
    try await folder.compile("good.so")
    let name = Self.hostile.replacing("\r", with: "") + "\nforged"
    try folder.damage("good.so", as: name + ".so") { $0 = Data("no library".utf8) }
    try folder.damage("good.so", as: name + "-linked.so") { _ in }
    let quoted = String(decoding: try JSONEncoder().encode(Self.hostile + "\nforged"), as: UTF8.self)
    for (file, member) in [("id", "id"), ("vendor", "vendor"), ("isolation", "isolation"), ("twice", "x-\u{1B}[31m\\n")] {
      try folder.scratch.write(
        "{\"hookswitch-manifest\": 1, \"name\": \"N\", \"version\": \"1.0\", \"library\": \"\(file).so\", \"abi\": {\"major\": 1}, \"\(member)\": \(quoted)}",
        to: file + ".transport.json")
    }
    try folder.scratch.write(
      "{\"hookswitch-manifest\": 1, \"id\": \"org.example.c1\", \"name\": \"C1\u{9B}31m\u{202E}\", \"version\": \"1.0\", \"library\": \"c1.so\", \"abi\": {\"major\": 1}}",
      to: "c1.transport.json")
    return folder
  }

  @Test("Every verb that reads plugins escapes them, as text and as JSON", arguments: [[], ["--json"]])
  func plugins(format: [String]) async throws {
    let folder = try await folder()
    defer { folder.scratch.remove() }
    let home = ["HOME": folder.path, "HOOKSWITCH_TRANSPORT_PATH": folder.path]
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { folder.path + "/" + $0 }
    var runs = [["transports"] + format, ["doctor"] + format, ["transports", "--quarantined"] + format]
    runs += files.filter { $0.hasSuffix(".so") || $0.hasSuffix(".json") }.map { ["inspect", $0] + format }
    if format.isEmpty {
      runs += files.filter { $0.hasSuffix(".so") }.flatMap { [["manifest", $0], ["conform", $0, "--list"], ["unquarantine", $0]] }
      runs += [["run", "--config", folder.path + "/\(Self.hostile)"], ["new", "transport", "--language", "c", Self.hostile]]
      runs += ["trace", "replay", "scenario", "conform", "completions", "help", Self.hostile].map { [$0, Self.hostile] }
    }
    for words in runs {
      let outcome = try await BuiltCommand.run(words, environment: home)
      #expect(Self.obeyed(outcome.output) == [] && Self.obeyed(outcome.complaint) == [], "\(words)")
      #expect(!outcome.output.contains("\nforged") && !outcome.complaint.contains("\nforged"), "\(words)\n\(outcome.output)")
      if !format.isEmpty, !outcome.output.isEmpty {
        #expect(throws: Never.self, "\(words)") { try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) }
      }
    }
  }

  @Test("The text of a library that answers, refuses or crashes is escaped")
  func code() async throws {
    let folder = try PluginFolder()
    defer { folder.scratch.remove() }
    try await folder.compile("dies.so", id: "org.example.dies", constructor: "fputs(\"X\\033[31mY\\302\\2331mZ\\n\", stderr); abort()")
    let home = ["HOME": folder.path, "HOOKSWITCH_TRANSPORT_PATH": folder.path]
    for words in [
      ["transports"], ["transports", "--quarantined"], ["inspect", folder.path + "/dies.so"], ["doctor"], ["transports", "--json"],
    ] {
      let outcome = try await BuiltCommand.run(words, environment: home)
      #expect(outcome.output.contains("org.example.dies"), "\(words)")
      #expect(Self.obeyed(outcome.output) == [], "\(words)")
    }
  }

  @Test("Only the command's own colour is let through")
  func colour() {
    #expect(Console.plain("a\u{1B}[31mb\n\tc") == "a\\u001b[31mb\n\tc")
    #expect(Console.plain("\u{9B}x\u{202E}") == "\\u009bx\\u202e")
  }

  @Test("Endless files are reported")
  func endless() async throws {
    for words in [["trace", "/dev/zero"], ["replay", "/dev/zero"], ["scenario", "/dev/zero"], ["run", "--config", "/dev/zero"]] {
      let outcome = try await BuiltCommand.run(words)
      #expect(outcome.exitCode == 2, "\(words): \(outcome.complaint)")
      #expect(!outcome.complaint.isEmpty && outcome.complaint.utf8.count < 1000)
    }
  }
}
