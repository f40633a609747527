import CallControl
import ExplorationKit
import Foundation
import Testing

/// Previews: the request judged on a copy, with the steps that the line then takes.
@Suite("RequestPreview") struct PreviewTests {
  static func words(_ preview: RequestPreview) -> [String] {
    preview.steps.map { step in
      let name = step.call == Desk.a ? "a" : step.call == Desk.b ? "b" : "c"
      return "\(step.provider) \(step.operation.kind.rawValue) \(name)" + (step.operation.details { _ in "" }.map { " \($0)" } ?? "")
    }
  }

  @Test("A preview names the steps that the line takes in earnest, and leaves the line as it is")
  func steps() {
    var desk = Desk()
    desk.play(Desk.heldAndActive("p", "q"))
    let before = desk.run.line
    let swap = before.preview(.swap, origin: .user, at: .zero)
    #expect(Self.words(swap) == ["q setHeld b true", "p setHeld a false"] && swap.outcome == .performed)
    #expect(desk.run.line == before)
    desk.play([.ask(.swap, .user)])
    #expect(desk.sent.map(\.call) == [Desk.b])
    let end = before.preview(.transaction([.end(Desk.b)]), origin: .user, at: .zero)
    #expect(Self.words(end).first == "q end b" && end.outcome == .performed)
  }

  @Test("V6: a refused request has the rule's error and no step")
  func refused() {
    var desk = Desk()
    desk.play(Desk.active(Desk.a))
    let preview = desk.run.line.preview(.transaction([.end(Desk.c)]), origin: .user, at: .zero)
    #expect(preview.outcome == .refused(CallError(.unknownCallUUID, [Desk.c])) && preview.steps.isEmpty)
    var facts = RequestFacts()
    facts.crossesLines = true
    #expect(
      desk.run.line.preview(.merge([Desk.a, Desk.b]), origin: .user, facts: facts, at: .zero).outcome
        == .refused(CallError(.invalidAction)))
  }

  @Test("X6: a request waits for the steps of an earlier one, which are not its own")
  func behindAnother() {
    var desk = Desk()
    desk.play(Desk.active(Desk.a) + [.ask(.transaction([.setHeld(Desk.a, true)]), .user)])
    let preview = desk.run.line.preview(.transaction([.setHeld(Desk.a, false)]), origin: .user, at: .zero)
    #expect(Self.words(preview) == ["p setHeld a false"] && preview.outcome == .performed)
  }

  @Test("M2: a request that waits for something other than a provider says so")
  func waits() {
    var desk = Desk()
    desk.play(Desk.active(Desk.a))
    let preview = desk.run.line.preview(.transaction([.playDTMF(Desk.a, "1;2")]), origin: .user, at: .zero)
    #expect(Self.words(preview) == ["p playDTMF a 1"] && preview.outcome == .waiting)
  }

  @Test("Every rule that a code names is in docs/arbitration.md")
  func rules() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/arbitration.md").standardizedFileURL
    let text = try String(contentsOf: page, encoding: .utf8)
    for code in CallError.Code.allCases {
      for rule in code.rules { #expect(text.contains("**\(rule)**"), "\(code.rawValue): \(rule)") }
    }
  }
}
