import ConformanceKit
import Foundation
import Testing

@Suite("The examples of the rules")
struct ExampleTests {
  private static let c = TransportRules.all.flatMap { rule in rule.c.pieces.map { (name: rule.name + $0.suffix, code: $0.code) } }
  private static let swift = TransportRules.all.flatMap { rule in rule.swift.pieces.map { (name: rule.name + $0.suffix, code: $0.code) } }

  @Test("in C compile against the header without a warning, the wrong ones too: they are wrong when they run")
  func inC() throws {
    let files = Self.c.map { ("\($0.name).c", "\(RuleFrame.c)\n#line 1\n\($0.code)\n") }
    let run = try CompilerRun(
      ["cc", "-std=c99", "-Wall", "-Werror", "-Wno-unused", "-Wno-format-truncation", "-fsyntax-only", "-I", Tree.header],
      files: Dictionary(uniqueKeysWithValues: files))
    #expect(run.exitCode == 0, "\(run.complaint)")
    #expect(files.count > 200)
  }

  @Test("in C are judged: code that does not compile is found")
  func cCanFail() throws {
    let run = try CompilerRun(
      ["cc", "-std=c99", "-Wall", "-Werror", "-fsyntax-only", "-I", Tree.header],
      files: ["broken.c": RuleFrame.c + "\nhsw_status f(instance *in) { return in->no_such; }\n"])
    #expect(run.exitCode != 0)
    #expect(run.complaint.contains("no_such"))
  }

  @Test("in Swift compile against TransportKit")
  func inSwift() throws {
    let run = try Self.typecheck(Self.swift.map { "final class \($0.name): Line {\n\($0.code)\n}\n" }.joined())
    #expect(run.exitCode == 0, "\(run.complaint)")
    #expect(Self.swift.count > 50)
  }

  @Test("in Swift are judged: code that does not compile is found")
  func swiftCanFail() throws {
    let run = try Self.typecheck("final class Broken: Line {\n  func f() { host.noSuch() }\n}\n")
    #expect(run.exitCode != 0)
    #expect(run.complaint.contains("noSuch"))
  }

  private static func typecheck(_ source: String) throws -> CompilerRun {
    let shim = Tree.built.appending(path: "CThreadSanitizer.build/module.modulemap").path
    return try CompilerRun(
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", Tree.built.appending(path: "Modules").path,
        "-I", Tree.header, "-Xcc", "-fmodule-map-file=\(shim)",
      ], files: ["examples.swift": "import Glibc\nimport TransportKit\n\(RuleFrame.swift)\n\(source)"])
  }
}

extension TransportRule {
  /// The id as a name in C and in Swift.
  fileprivate var name: String { String(id.map { $0 == "-" ? "_" : $0 }) }
}

extension RuleExample {
  /// The pieces of code in it.
  fileprivate var pieces: [(suffix: String, code: String)] {
    guard case .code(let wrong, let right) = self else { return [] }
    return [("_wrong", wrong), ("_right", right)]
  }
}
