import CallControl
import ExplorationKit
import Testing

@Suite("Switchboard")
struct SwitchboardTests {
  private static func after(_ seconds: Int) -> Instant { Instant.zero.advanced(by: .seconds(seconds)) }

  @Test(
    "S7 a UUID stays used for a day after its call",
    arguments: [(0, true), (3_600, true), (86_399, true), (86_400, true), (86_401, false), (172_800, false)])
  func memory(seconds: Int, isTaken: Bool) {
    var board = Switchboard()
    let isClaimed = board.claim(.named(0), on: .main, at: .zero)
    #expect(isClaimed)
    board.retire(.named(0), at: .zero)
    let isStillTaken = board.isTaken(.named(0), at: Self.after(seconds))
    #expect(isStillTaken == isTaken)
  }

  @Test("S7 the UUID of a live call is taken on every line, however long it lives")
  func live() {
    var board = Switchboard()
    let isClaimedFirst = board.claim(.named(0), on: "one", at: .zero)
    #expect(isClaimedFirst)
    let isClaimedAgain = board.claim(.named(0), on: "two", at: Self.after(1_000_000))
    #expect(!isClaimedAgain)
    #expect(board.line(of: .named(0)) == "one")
  }

  @Test("V6 a refused request leaves no claim")
  func release() {
    var board = Switchboard()
    let isClaimed = board.claim(.named(0), on: .main, at: .zero)
    #expect(isClaimed)
    board.release(.named(0))
    let isTaken = board.isTaken(.named(0), at: .zero)
    #expect(!isTaken)
  }

  /// The seconds of each loss of a provider, with the wait in milliseconds before its restart (nil: no automatic restart).
  @Test(
    "P6 three losses in five minutes mean quarantine; restarts back off",
    arguments: [
      ([0], [500]), ([0, 10], [500, 1_000]), ([0, 10, 20], [500, 1_000, nil]), ([0, 301], [500, 500]),
      ([0, 290, 302], [500, 1_000, 1_000]),
      ([0, 150, 300], [500, 1_000, nil]), ([0, 10, 20, 30], [500, 1_000, nil, nil]),
    ] as [([Int], [Int?])])
  func losses(times: [Int], waits: [Int?]) {
    var board = Switchboard()
    board.register("p", ProviderConfiguration(), isReady: true)
    for (time, wait) in zip(times, waits) {
      let told = board.lose("p", at: Self.after(time))
      #expect(told == wait.map { .milliseconds($0) })
      #expect(board.roster["p"]?.standing == (wait == nil ? .quarantined : .notReady))
      board.setReady("p", true)
    }
  }

  @Test("P6 a provider stays in quarantine until it is pardoned")
  func pardon() {
    var board = Switchboard()
    board.register("p", ProviderConfiguration(), isReady: true)
    for time in 0..<3 { _ = board.lose("p", at: Self.after(time)) }
    board.setReady("p", true)
    #expect(board.roster["p"]?.standing == .quarantined)
    board.pardon("p")
    #expect(board.roster["p"]?.standing == .notReady)
    let afterPardon = board.lose("p", at: Self.after(4))
    #expect(afterPardon == .milliseconds(500))
  }

  @Test("P2 a removed provider is unknown, and its losses are forgotten")
  func remove() {
    var board = Switchboard()
    board.register("p", ProviderConfiguration(), isReady: true)
    for time in 0..<2 { _ = board.lose("p", at: Self.after(time)) }
    board.remove("p")
    #expect(board.roster["p"] == nil)
    let whileGone = board.lose("p", at: Self.after(3))
    #expect(whileGone == nil)
    board.register("p", ProviderConfiguration(), isReady: true)
    let whenBack = board.lose("p", at: Self.after(4))
    #expect(whenBack == .milliseconds(500))
  }

  @Test("I1 the block list compares handles by their kind")
  func blockList() {
    var board = Switchboard()
    board.block(Handle(type: .phoneNumber, value: "+1 (202) 555-0100"))
    #expect(board.isBlocked(Handle(type: .phoneNumber, value: "+12025550100")))
    #expect(!board.isBlocked(Handle(type: .generic, value: "+12025550100")))
    board.unblock(Handle(type: .phoneNumber, value: "+1-202-555-0100"))
    #expect(board.blockList.isEmpty)
  }

  @Test("I1 the block list compares kinds without a normal form one by one, and again when a kind is replaced")
  func comparedAnew() {
    struct Loud: HandleType {
      static let identifier = "generic"
      func normalize(_ text: String) throws(HandleError) -> String { text.uppercased() }
    }
    var board = Switchboard()
    board.block(Handle(type: .sipURI, value: "sip:carol@chicago.com;security=on"))
    #expect(board.isBlocked(Handle(type: .sipURI, value: "sip:carol@CHICAGO.com;newparam=5")))
    #expect(!board.isBlocked(Handle(type: .sipURI, value: "sip:carol@chicago.com;security=off")))
    board.block(Handle(type: .generic, value: "bob"))
    #expect(!board.isBlocked(Handle(type: .generic, value: "Bob")))
    board.handles.register(Loud())
    #expect(board.isBlocked(Handle(type: .generic, value: "Bob")))
    #expect(board.blockList.count == 2)
  }

  @Test("I1 the block list keeps handles as given and in order, and unblocks every spelling of one")
  func spellings() {
    var board = Switchboard()
    let given: [Handle] = [
      Handle(type: .phoneNumber, value: "+1 (202) 555-0100"), Handle(type: .generic, value: "bob"),
      Handle(type: .sipURI, value: "sip:carol@CHICAGO.com;security=on"), Handle(type: .sipURI, value: "sip:carol@chicago.com;security=off"),
      Handle(type: .emailAddress, value: "no address"), Handle(type: "pager", value: "7"),
    ]
    for handle in given { board.block(handle) }
    #expect(board.blockList == given)
    let before = board
    // A URI without the parameter equals either form (RFC 3261, 19.1.4).
    board.unblock(Handle(type: .sipURI, value: "sip:carol@chicago.com"))
    board.unblock(Handle(type: .emailAddress, value: "no address"))
    board.unblock(Handle(type: "pager", value: "8"))
    #expect(board.blockList == [given[0], given[1], given[5]])
    #expect(before.blockList == given)
    board.letThrough = [given[0], given[0], Handle(type: .phoneNumber, value: "+12025550100")]
    #expect(board.letThrough.count == 3)
  }

  @Test("I1 a block list of many handles finds, adds and removes each of them, also those that share a hash bucket")
  func manyHandles() {
    var board = Switchboard()
    func handle(_ number: Int) -> Handle {
      number.isMultiple(of: 2)
        ? Handle(type: .phoneNumber, value: "+1202\(5_550_000 + number)")
        : Handle(type: .sipURI, value: "sip:\(number)@example.org;x=\(number)")
    }
    let all = (0..<20_000).map(handle)
    for handle in all { board.block(handle) }
    for handle in all { board.block(handle) }
    #expect(board.blockList == all)
    for (place, handle) in all.enumerated() where place.isMultiple(of: 3) { board.unblock(handle) }
    for (place, handle) in all.enumerated() where board.isBlocked(handle) == place.isMultiple(of: 3) {
      Issue.record("\(handle) is \(place.isMultiple(of: 3) ? "still" : "not") blocked")
    }
    #expect(board.blockList == all.enumerated().filter { !$0.offset.isMultiple(of: 3) }.map(\.element))
  }
}
