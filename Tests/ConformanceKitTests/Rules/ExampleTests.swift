import ConformanceKit
import Foundation
import Testing

@Suite("The examples of the rules")
struct ExampleTests {
  private static let c = TransportRules.all.flatMap { rule in rule.c.pieces.map { (name: rule.name + $0.suffix, code: $0.code) } }
  private static let swift = TransportRules.all.flatMap { rule in rule.swift.pieces.map { (name: rule.name + $0.suffix, code: $0.code) } }

  @Test("in C compile against the header without a warning; the wrong ones too, since they are wrong only when they run")
  func inC() throws {
    let run = try Self.compile(Self.c)
    #expect(run.exitCode == 0, "\(run.complaint)")
    #expect(Self.c.count > 200)
  }

  @Test("in C are really compiled: broken code is rejected")
  func cCanFail() throws {
    let run = try Self.compile([("broken", "hsw_status f(instance *in) { return in->no_such; }")])
    #expect(run.exitCode != 0)
    #expect(run.complaint.contains("no_such"))
  }

  @Test("in Swift compile against TransportKit")
  func inSwift() throws {
    let run = try Self.typecheck(Self.swift.map { "final class \($0.name): Line {\n\($0.code)\n}\n" }.joined())
    #expect(run.exitCode == 0, "\(run.complaint)")
    #expect(Self.swift.count > 50)
  }

  @Test("in Swift are really compiled: broken code is rejected")
  func swiftCanFail() throws {
    let run = try Self.typecheck("final class Broken: Line {\n  func f() { host.noSuch() }\n}\n")
    #expect(run.exitCode != 0)
    #expect(run.complaint.contains("noSuch"))
  }

  /// Compiles the pieces; the frame is compiled only once, ahead, which halves the time.
  private static func compile(_ pieces: [(name: String, code: String)]) throws -> CompilerRun {
    let cc = "cc -std=c99 -Wall -Werror -Wno-unused -Wno-format-truncation -I '\(Tree.header)'"
    let script = "\(cc) -x c-header frame.h -o frame.h.gch && \(cc) -fsyntax-only -include frame.h \"$@\""
    return try CompilerRun(
      ["sh", "-c", script, "sh"], files: Dictionary(uniqueKeysWithValues: pieces.map { ("\($0.name).c", $0.code + "\n") }),
      besides: ["frame.h": RuleFrame.c])
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
