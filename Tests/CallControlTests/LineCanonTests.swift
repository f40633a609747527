import ExplorationKit
import Testing

@testable import CallControl

/// The canon hashes each stored property of a line; a new property must be added to it, or left out on purpose.
@Suite("Canon")
struct LineCanonTests {
  private static func properties(_ value: Any) -> Set<String> {
    Set(Mirror(reflecting: value).children.compactMap(\.label))
  }

  @Test("The canon covers every stored property of a line")
  func knowsAll() {
    let line = Line(id: .main)
    #expect(
      Self.properties(line) == [
        "id", "table", "plans", "queue", "aside", "pending", "departed", "screenings", "asks", "audioOwners", "frontEnd", "audioLeft",
        "audioReason", "audioSince", "doNotDisturb",
        "now", "revision", "commandCount", "planCount", "effects", "isDirty", "implied", "withheld",
      ])
    #expect(Self.properties(line.table) == ["legs", "policy", "roster", "counter", "boxedStanding"])
    let leg = Leg(
      id: .named(0), provider: "p", direction: .incoming, state: .ringing, group: GroupID(rawValue: 0), handle: nil, capabilities: .usual,
      now: .zero)
    #expect(
      Self.properties(leg) == [
        "id", "provider", "direction", "state", "group", "bridge", "handle", "name", "capabilities", "marks", "tone", "hold", "heldOrder",
        "activeOrder",
        "boxedDetails", "endCause", "began", "started", "connecting", "connected", "groupStart", "patience", "lastWord",
      ])
    let plan = Plan(number: 0, request: nil, title: RequestTitle("", nil), lane: .line, context: PlanContext(origin: .user), items: [])
    #expect(
      Self.properties(plan) == [
        "number", "request", "title", "lane", "context", "items", "cursor", "step", "awaiting", "problem", "undo", "isFailed",
        "pausedUntil",
        "waitsForContinue", "leftBehind", "ahead", "startsEmergency", "hasBegun", "declines",
      ])
    #expect(Self.properties(plan.context) == ["origin", "isJudging", "hasDecided", "hasMadeRoom", "unholdable", "waitingAnswers", "start"])
  }
}
