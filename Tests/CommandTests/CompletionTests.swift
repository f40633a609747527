import Foundation
import Testing

@Suite("Completion and manual pages")
struct CompletionTests {
  /// Returns the output of a program that reads `text` from a file.
  private func said(by words: [String], reading text: String) async throws -> (exitCode: Int32, text: String) {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words + [try scratch.write(text, to: "script").path]
    let output = try scratch.newFile("output")
    process.standardOutput = output
    process.standardError = output
    process.currentDirectoryURL = try scratch.url.appendingPathComponent("here", isDirectory: true).made()
    try Data().write(to: scratch.url.appendingPathComponent("here/some-file"))
    return (try await process.runToEnd(), try scratch.text("output"))
  }

  @Test("Each shell reads its script without complaint", arguments: ["bash", "zsh", "fish"])
  func isRead(_ shell: String) async throws {
    let script = try await BuiltCommand.run(["completions", shell]).output
    #expect(script.contains("conform") && script.contains("hookswitch"))
    let (exitCode, text) = try await said(by: [shell, "-n"], reading: script)
    #expect(exitCode == 0 && text.isEmpty, "\(text)")
  }

  struct Typed: Sendable, CustomTestStringConvertible {
    var words: [String]
    var offers: [String]
    var testDescription: String { words.joined(separator: " ") }
  }

  static let typed = [
    Typed(words: ["hookswitch", "tra"], offers: ["trace", "transfer", "transports"]),
    Typed(words: ["hookswitch", "--v"], offers: ["--version"]),
    Typed(words: ["hookswitch", "completions", ""], offers: ["bash", "fish", "zsh"]),
    Typed(words: ["hookswitch", "help", "demo"], offers: ["demo"]),
    Typed(words: ["hookswitch", "new", "transport", "--lang"], offers: ["--language"]),
    Typed(words: ["hookswitch", "new", "--language", ""], offers: ["c", "cpp", "rust", "swift"]),
    Typed(words: ["hookswitch", "inspect", "some"], offers: ["some-file"]),
    Typed(words: ["hookswitch", "trace", "--format", "s"], offers: ["svg"]),
    Typed(words: ["hookswitch", "run", "re"], offers: ["record", "refuse", "resume"]),
  ]

  @Test("Bash offers the words that may follow", arguments: typed)
  func bashOffers(_ typed: Typed) async throws {
    let script = try await BuiltCommand.run(["completions", "bash"]).output
    let words = typed.words.map { "'\($0)'" }.joined(separator: " ")
    // compopt works only in interactive use; its effect does not matter here.
    let ask = """
      \(script)
      compopt() { :; }
      COMP_WORDS=(\(words)); COMP_CWORD=\(typed.words.count - 1); _hookswitch
      printf '%s\\n' "${COMPREPLY[@]}" | sort
      """
    let (exitCode, text) = try await said(by: ["bash"], reading: ask)
    #expect(exitCode == 0)
    #expect(text.split(separator: "\n").map(String.init) == typed.offers)
  }

  @Test("Fish offers the verbs")
  func fishOffers() async throws {
    let script = try await BuiltCommand.run(["completions", "fish"]).output
    let (_, text) = try await said(by: ["fish"], reading: script + "\ncomplete -C 'hookswitch tra'\n")
    #expect(text.split(separator: "\n").compactMap { $0.split(separator: "\t").first }.sorted() == ["trace", "transfer", "transports"])
  }

  @Test("A shell without a script is refused, and the nearest one is named")
  func otherShell() async throws {
    let outcome = try await BuiltCommand.run(["completions", "fisch"])
    #expect(outcome.exitCode == 2)
    #expect(outcome.complaint.contains("did you mean fish?"))
  }

  @Test("Each verb has a manual page, without a flaw in its roff")
  func manualPages() async throws {
    for page in try await [["help", "--man"]] + HelpTests.verbs().map({ ["help", "--man", $0] }) {
      let roff = try await BuiltCommand.run(page).output
      #expect(roff.contains(".SH NAME\n"))
      let (exitCode, text) = try await said(by: ["groff", "-man", "-Tutf8", "-ww", "-z"], reading: roff)
      #expect(exitCode == 0 && text.isEmpty, "\(page): \(text)")
    }
  }
}

extension URL {
  /// Creates this folder and returns it.
  fileprivate func made() throws -> URL {
    try FileManager.default.createDirectory(at: self, withIntermediateDirectories: true)
    return self
  }
}
