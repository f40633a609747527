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
    Typed(words: ["hookswitch", "contacts", "im"], offers: ["import"]),
    Typed(words: ["hookswitch", "contacts", "import", "some"], offers: ["some-file"]),
    Typed(words: ["hookswitch", "dnd", ""], offers: ["off", "on", "schedule"]),
    Typed(words: ["hookswitch", "directory", ""], offers: ["cancel", "check", "disable", "enable", "list", "lookup", "reload"]),
    Typed(words: ["hookswitch", "completions", ""], offers: ["bash", "fish", "zsh"]),
    Typed(words: ["hookswitch", "help", "demo"], offers: ["demo"]),
    Typed(words: ["hookswitch", "new", "transport", "--lang"], offers: ["--language"]),
    Typed(words: ["hookswitch", "new", "--language", ""], offers: ["c", "cpp", "rust", "shell", "swift"]),
    Typed(words: ["hookswitch", "inspect", "some"], offers: ["some-file"]),
    Typed(words: ["hookswitch", "conform", "--dir"], offers: ["--directory"]),
    Typed(words: ["hookswitch", "conform", "--directory", "some"], offers: ["some-file"]),
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

  @Test("Calls, providers and lines complete from the running daemon in each shell, and from none without a complaint")
  func live() async throws {
    let daemon = try await RunningDaemon()
    let call = try await daemon.perform("dial", "5550100")
    try await daemon.until(calls: ["active"])
    let id = String(call.prefix(8))
    let words = try await BuiltCommand.run(["completions", "--words", "calls", "--socket", daemon.socket])
    #expect(words.output == "\(id)\tactive 5550100 home\nactive\tthe newest active call\nnewest\tthe newest call\n")
    #expect(try await BuiltCommand.run(["completions", "--words", "lines", "--socket", daemon.socket]).output == "main\t1 call\n")

    let bash = try await BuiltCommand.run(["completions", "bash"]).output
    let zsh = try await BuiltCommand.run(["completions", "zsh"]).output
    let fish = try await BuiltCommand.run(["completions", "fish"]).output
    let path = "PATH='\(BuiltCommand.folder.path)':$PATH"
    func offers(_ before: [String], _ typed: String = "") async throws -> [String] {
      let line = (["hookswitch"] + before + [typed]).map { "'\($0)'" }.joined(separator: " ")
      let inBash = """
        \(path)
        \(bash)
        compopt() { :; }
        COMP_WORDS=(\(line)); COMP_CWORD=\(before.count + 1); _hookswitch
        printf '%s\\n' "${COMPREPLY[@]}" | sort
        """
      let fromBash = try await said(by: ["bash"], reading: inBash).text
      let inFish = """
        set -x PATH '\(BuiltCommand.folder.path)' $PATH
        \(fish)
        complete -C "hookswitch \(before.joined(separator: " ")) \(typed)"
        """
      let fromFish = try await said(by: ["fish"], reading: inFish).text
      let bashWords = fromBash.split(separator: "\n").map(String.init)
      let fishWords = fromFish.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }.sorted()
      #expect(bashWords == fishWords)
      return bashWords
    }
    let socket = ["--socket", daemon.socket]
    #expect(try await offers(["hold"] + socket) == [id, "active", "newest"].sorted())
    #expect(try await offers(["hold"] + socket, String(id.prefix(3))) == [id])
    #expect(try await offers(["dial"] + socket + ["--provider"]) == ["home"])
    #expect(try await offers(["swap"] + socket + ["--line"]) == ["main"])
    #expect(try await offers(["access"], "gr") == ["grant"])
    // Zsh's completion needs a terminal; its function is called with a `_describe` that prints.
    let inZsh = """
      \(path)
      _describe() { print -l -- "${(@P)2}" }
      words=(hookswitch hold --socket '\(daemon.socket)' ''); CURRENT=5
      \(zsh.replacing("_hookswitch \"$@\"", with: "_hookswitch_live calls"))
      """
    let fromZsh = try await said(by: ["zsh", "-f"], reading: inZsh).text
    #expect(fromZsh == "\(id):active 5550100 home\nactive:the newest active call\nnewest:the newest call\n", "\(fromZsh)")
    _ = try await daemon.end()
    #expect(try await offers(["hold"] + socket).isEmpty)
    let none = try await BuiltCommand.run(["completions", "--words", "calls"] + socket)
    #expect(none.exitCode == 3 && none.output.isEmpty && none.complaint.isEmpty)
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
