import ClusterControl
import ClusterPayloads
import Testing

@Suite("Payloads of a cluster")
struct PayloadTests {
  static let node =
    #"{"v":1,"incarnation":"0123abcd-0000-4fff-8000-00000000000a","beat":812,"state":"active","dead":false,"speaks":[1,1],"#
    + #""version":"0.9.0","weight":100,"sip":["sip:192.0.2.11:5060"],"load":{"lines":9120,"calls":240,"processor":0.31,"lagMs":1}}"#
  static let slot =
    #"{"v":1,"node":"a1","incarnation":"0123abcd-0000-4fff-8000-00000000000a","fence":17,"#
    + #""lent":{"agent-9":["a2","0123abcd-0000-4fff-8000-00000000000b"]}}"#

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("The design's record of a node is read and written without a change")
  func node() throws {
    let record = try NodeRecord(payload: Array(Self.node.utf8), node: "a1")
    #expect(record.beat == 812 && record.profile.sip == ["sip:192.0.2.11:5060"] && record.load.processor == 0.31)
    #expect(Self.text(record.payload) == Self.node)
  }

  @Test("The design's record of a slot is read and written without a change")
  func slot() throws {
    let record = try SlotRecord(payload: Array(Self.slot.utf8), slot: Slot(of: "alice", digits: 3))
    #expect(record.owner?.node == "a1" && record.fence == 17 && record.lent.borrower(of: "agent-9")?.node == "a2")
    #expect(Self.text(record.payload) == Self.slot)
  }

  @Test("A released slot has no owner")
  func released() throws {
    let record = SlotRecord(owner: nil, fence: 3)
    #expect(try SlotRecord(payload: record.payload, slot: Slot(of: "alice", digits: 3)) == record)
  }

  @Test("Members of a later version are kept")
  func tomorrow() throws {
    let later = Self.node.dropLast() + #","zone":{"name":"north","rack":9007199254740993}}"#
    var record = try NodeRecord(payload: Array(later.utf8), node: "a1")
    record.state = .gone
    #expect(Self.text(record.payload).hasSuffix(#","zone":{"name":"north","rack":9007199254740993}}"#))
    let slot = Self.slot.replacing("\"v\":1", with: "\"v\":2").dropLast() + #","shard":7}"#
    #expect(Self.text(try SlotRecord(payload: Array(slot.utf8), slot: Slot(of: "a", digits: 3)).payload).hasSuffix(#","shard":7}"#))
  }

  @Test("The layout has 3 or 4 digits")
  func layout() throws {
    let text = #"{"digits":3,"era":"0123abcd-0000-4fff-8000-00000000000a"}"#
    #expect(Self.text(try ClusterLayout(payload: Array(text.utf8)).payload) == text)
    #expect(throws: PayloadError.self) { try ClusterLayout(payload: Array(text.replacing("3", with: "5").utf8)) }
  }

  @Test(
    "A bad record is refused with its member",
    arguments: [
      ("\"beat\":812", "\"beat\":-1", "beat"), ("[1,1]", "[2,1]", "speaks"), ("\"weight\":100", "\"weight\":0", "weight"),
      ("0123abcd", "0123abcg", "incarnation"), ("\"state\":\"active\"", "\"state\":7", "state"), ("\"v\":1,", "", "v"),
      ("\"lines\":9120", "\"lines\":true", "load.lines"),
    ])
  func bad(old: String, new: String, member: String) {
    let text = Self.node.replacing(old, with: new)
    let error = #expect(throws: PayloadError.self) { try NodeRecord(payload: Array(text.utf8), node: "a1") }
    #expect(error?.member == member && error?.key == "a1")
  }
}
