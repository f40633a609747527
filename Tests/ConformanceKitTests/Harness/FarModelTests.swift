import Testing
import TransportABI

@testable import ConformanceHarness

/// The expectations of far ends, from the actions that were done.
struct FarModelTests {
  /// The view of a far end, as `observe` gives it.
  private static func view(
    _ state: String = "active", held: Bool = false, muted: Bool = false, digits: String = "", group: Int = 0
  ) throws -> PeerView {
    let text = #"{"state":"\#(state)","held":\#(held),"muted":\#(muted),"digits":"\#(digits)","group":\#(group),"transferred":""}"#
    return try PeerView(json: Array(text.utf8))
  }

  @Test
  func `a sight differs in each part that both sides know`() throws {
    let wanted = FarSight()
    #expect(wanted.difference(from: FarSight(try Self.view())) == nil)
    #expect(wanted.difference(from: FarSight(try Self.view("ended"))) == "the state is ended, should be the state is active")
    #expect(wanted.difference(from: FarSight(try Self.view(held: true)))?.contains("held") == true)
    #expect(wanted.difference(from: FarSight(try Self.view(muted: true)))?.contains("muted") == true)
    #expect(wanted.difference(from: FarSight(try Self.view(digits: "1")))?.contains("\"1\"") == true)
    #expect(wanted.difference(from: FarSight(try Self.view(group: 3)))?.contains("group") == true)
    #expect(wanted.difference(from: FarSight(try PeerView(json: Array(#"{"state":"active"}"#.utf8)))) == nil)
  }

  @Test
  func `of a call that ended hold, mute and group do not count, and digits do`() throws {
    var wanted = FarSight()
    wanted.state = "ended"
    #expect(wanted.difference(from: FarSight(try Self.view("ended", held: true, muted: true, group: 1))) == nil)
    #expect(wanted.difference(from: FarSight(try Self.view("ended", digits: "5"))) != nil)
  }

  @Test
  func `an action changes its own call and no other`() throws {
    var model = FarModel()
    for call: UInt64 in 1...2 { model.follow(call) }
    model.take(.held(true), on: 1)
    model.take(.digits("12"), on: 2)
    #expect(model.difference(from: [1: try Self.view(held: true), 2: try Self.view(digits: "12")]) == nil)
    #expect(model.difference(from: [1: try Self.view(held: true), 2: try Self.view(held: true, digits: "12")]) != nil)
    #expect(model.difference(from: [1: try Self.view()]) != nil)
    model.doubt(.held(false), on: 1)
    #expect(model.difference(from: [1: try Self.view()]) == nil)
    model.take(.gone, on: 1)
    #expect(model.calls == [2])
  }

  @Test
  func `groups join, dissolve and are not the same`() throws {
    var model = FarModel()
    for call: UInt64 in 1...4 { model.follow(call) }
    model.take(.grouped(with: 2), on: 1)
    model.take(.grouped(with: 4), on: 3)
    func seen(_ groups: Int...) throws -> [UInt64: PeerView] {
      Dictionary(uniqueKeysWithValues: try groups.enumerated().map { (UInt64($0 + 1), try Self.view(group: $1)) })
    }
    #expect(model.difference(from: try seen(1, 1, 2, 2)) == nil)
    #expect(model.difference(from: try seen(1, 1, 1, 1)) != nil)
    #expect(model.difference(from: try seen(1, 1, 2, 0)) != nil)
    model.take(.grouped(with: nil), on: 1)
    #expect(model.difference(from: try seen(0, 0, 2, 2)) == nil)
    #expect(model.difference(from: try seen(0, 1, 2, 2)) != nil)
    // The far end of a call that is lost may keep its group, or not.
    model.lose(3)
    #expect(model.difference(from: try seen(0, 0, 2, 2)) == nil)
    #expect(model.difference(from: try seen(0, 0, 2, 0)) == nil)
  }

  @Test
  func `digits beyond a far end's memory are unknown`() throws {
    var model = FarModel()
    model.follow(1)
    model.take(.digits(String(repeating: "1", count: 61)), on: 1)
    #expect(model.difference(from: [1: try Self.view(digits: "7")]) == nil)
  }
}
