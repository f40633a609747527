import CallControl
import Testing

@Suite("Roster")
struct RosterTests {
  private static func entry(_ number: Int, _ standing: Roster.Standing = .ready) -> Roster.Entry {
    Roster.Entry(
      id: ProviderID(rawValue: "account-\(number)"), configuration: ProviderConfiguration(localizedName: "\(number)"), standing: standing)
  }

  @Test("P5 a roster of many providers behaves like a plain list, and changes do not affect earlier copies")
  func againstList() {
    var random = Dice(seed: 20_261_122)
    var board = Switchboard()
    var list: [Roster.Entry] = []
    var copies: [(roster: Roster, list: [Roster.Entry])] = []
    for step in 0..<3_000 {
      let number = random.below(300)
      let id = Self.entry(number).id
      switch random.below(10) {
      case 0..<6:
        board.register(id, Self.entry(number).configuration, isReady: step.isMultiple(of: 2))
        list.removeAll { $0.id == id }
        list.append(Self.entry(number, step.isMultiple(of: 2) ? .ready : .notReady))
      case 6:
        board.remove(id)
        list.removeAll { $0.id == id }
      case 7:
        board.configure(id, ProviderConfiguration(localizedName: "step \(step)"))
        if let place = list.firstIndex(where: { $0.id == id }) { list[place].configuration.localizedName = "step \(step)" }
      default:
        board.setReady(id, false)
        if let place = list.firstIndex(where: { $0.id == id }) { list[place].standing = .notReady }
      }
      if step.isMultiple(of: 500) { copies.append((board.roster, list)) }
      #expect(board.roster.count == list.count)
      #expect(board.roster[id] == list.first { $0.id == id })
    }
    copies.append((board.roster, list))
    for copy in copies { #expect(copy.roster.entries == copy.list) }
    let unready = board.roster.first { $0.standing == .notReady }
    #expect(unready == list.first { $0.standing == .notReady })
    #expect(Roster(list) == board.roster)
    #expect(Roster(list.reversed()) != board.roster)
  }

  @Test("The edition of the roster rises with each change, and only then")
  func edition() {
    var board = Switchboard()
    var editions: [UInt64] = []
    let changes: [(inout Switchboard) -> Void] = [
      { $0.register("p", ProviderConfiguration(), isReady: true) }, { $0.setReady("p", true) }, { $0.setReady("p", false) },
      { $0.setReady("q", false) }, { $0.configure("p", ProviderConfiguration()) },
      { $0.configure("p", ProviderConfiguration(localizedName: "P")) },
      { $0.pardon("p") }, { $0.remove("q") }, { $0.remove("p") }, { $0.remove("p") },
    ]
    for change in changes {
      change(&board)
      editions.append(board.rosterEdition)
    }
    #expect(editions == [1, 1, 2, 2, 2, 3, 3, 3, 4, 4])
  }

  /// The same numbers in every run.
  private struct Dice {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
  }
}
