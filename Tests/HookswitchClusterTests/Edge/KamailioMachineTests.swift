import ClusterControl
import HookswitchCluster
import Testing

/// The edge's work at one Kamailio.
struct KamailioMachineTests {
  private let a1 = "192.0.2.11:5060"
  private let a2 = "192.0.2.12:5060"

  private func tables(_ slots: [String: String], lines: [String: String] = [:], dead: [String] = []) -> EdgeTables {
    var tables = EdgeTables()
    tables.digits = 3
    tables.entries = [
      .slot: slots.merging(["digits": "3"]) { own, _ in own }, .line: lines, .node: [a1: a1, a2: a2],
      .dead: Dictionary(dead.map { ($0, "1") }) { own, _ in own },
    ]
    tables.pinged = ["sip:\(a1)", "sip:\(a2)"]
    return tables
  }

  private func filled(_ tables: EdgeTables, times: KamailioTimes = KamailioTimes()) -> FakeKamailio {
    var kamailio = FakeKamailio(times: times)
    kamailio.handle(.wanted(tables))
    #expect(kamailio.machine.isFilled)
    return kamailio
  }

  private func call(_ number: Int, state: Int) -> KamailioCall {
    KamailioCall(entry: number, id: number, state: state, callID: "\(number)@caller", sequence: "1")
  }

  @Test func `fills an empty Kamailio with the keys that have a value`() {
    var kamailio = FakeKamailio()
    // An earlier edge ended before it was done.
    kamailio.tables = [.slot: ["fff": a2], .node: ["192.0.2.99": "x"]]
    let wanted = tables(["2bd": a1], lines: ["alice": a2], dead: [a2])
    kamailio.handle(.wanted(wanted))
    #expect(kamailio.tables == wanted.entries)
    #expect(kamailio.isMarked)
    #expect(kamailio.counts["write"] == 2 + 1 + 3 + 1)
    #expect(kamailio.notes == [.filled(keys: 6)])
  }

  @Test func `writes every key of a filled Kamailio, and removes what an earlier edge left`() {
    var kamailio = FakeKamailio()
    kamailio.isMarked = true
    kamailio.tables = [.slot: ["2bd": a2, "fff": a2], .line: ["old": a2], .node: ["192.0.2.99": "x"], .dead: [a1: "1"]]
    let wanted = tables(["2bd": a1], lines: ["alice": a2], dead: [a2])
    kamailio.handle(.wanted(wanted))
    #expect(kamailio.tables == wanted.entries)
    #expect(kamailio.isMarked)
    #expect(kamailio.counts["write"] == 4_097 + 1 + 2 + 1 + 2)
    #expect(kamailio.notes == [.filled(keys: 6)])
  }

  @Test func `writes only what a change of the map changes`() {
    var kamailio = filled(tables(["2bd": a1, "81b": a1]))
    kamailio.counts = [:]
    kamailio.handle(.wanted(tables(["2bd": a2], lines: ["bob": a1])))
    #expect(kamailio.counts == ["write": 3])
    #expect(kamailio.tables[.slot] == ["digits": "3", "2bd": a2])
    #expect(kamailio.tables[.line] == ["bob": a1])
    #expect(kamailio.notes.last == .updated(keys: 3))
  }

  @Test func `fills the tables again when Kamailio has restarted`() {
    let wanted = tables(["2bd": a1])
    var kamailio = filled(wanted)
    kamailio.restart()
    kamailio.pass(600)
    #expect(kamailio.tables[.slot] == wanted.entries[.slot])
    #expect(kamailio.isMarked)
    #expect(kamailio.notes.suffix(2) == [.emptied, .filled(keys: 4)])
  }

  @Test func `waits for a Kamailio that is not there, with longer and longer pauses`() {
    var kamailio = FakeKamailio()
    kamailio.isThere = false
    kamailio.handle(.wanted(tables(["2bd": a1])))
    kamailio.pass(60_000)
    #expect(kamailio.notes == [.unreachable(reason: "nobody listens")])
    #expect(kamailio.counts == [:])
    kamailio.isThere = true
    kamailio.pass(2_100)
    #expect(kamailio.machine.isFilled)
    #expect(kamailio.tables[.slot]?["2bd"] == a1)
  }

  /// Each lost answer has its request sent again; a later value is never replaced by an earlier one.
  @Test(arguments: [2, 3, 5, 97]) func `reaches the wanted tables although answers are lost`(_ each: Int) {
    var kamailio = FakeKamailio()
    kamailio.losesEach = each
    kamailio.handle(.wanted(tables(["2bd": a1])))
    kamailio.pass(10_000)
    kamailio.handle(.wanted(tables(["2bd": a2, "001": a1])))
    kamailio.handle(.wanted(tables(["2bd": a1, "002": a2], lines: ["bob": a2])))
    kamailio.losesEach = 0
    kamailio.pass(30_000)
    #expect(kamailio.machine.isFilled)
    #expect(kamailio.tables[.slot] == ["digits": "3", "2bd": a1, "002": a2])
    #expect(kamailio.tables[.line] == ["bob": a2])
  }

  @Test func `takes changes during a filling without beginning again`() {
    var machine = KamailioMachine(seed: 1)
    let now = ClusterTime(milliseconds: 5)
    _ = machine.handle(.wanted(tables(["2bd": a1])), at: now)
    var sent = machine.handle(.connected, at: now)
    var values: [String: String?] = [:]
    var count = 0
    while let effect = sent.popLast() {
      guard case .send(let id, let request) = effect else { continue }
      count += 1
      if case .write(_, let key, let value) = request { values[key] = value }
      sent += machine.handle(.answer(id: id, request.isList ? .keys([]) : .done), at: now)
      if count == 2_000 { sent += machine.handle(.wanted(tables(["001": a2, "fff": a2])), at: now) }
      if machine.isFilled { break }
    }
    #expect(machine.isFilled)
    #expect(count < 4_200)
    #expect(values["001"] == a2 && values["fff"] == a2 && values["2bd"] == .some(nil))
  }

  @Test func `adds and removes one address of OPTIONS a second`() {
    var kamailio = filled(tables([:]))
    kamailio.pinged["sip:192.0.2.99:5060"] = true
    kamailio.pass(10_000)
    #expect(kamailio.pinged == ["sip:\(a1)": true, "sip:\(a2)": true])
  }

  @Test func `ends the calls of a dead node: BYE for those that were answered, 503 for those that ring`() {
    var kamailio = filled(tables(["2bd": a1]))
    let calls = (1...300).map { call($0, state: $0 % 4 + 1) }
    kamailio.add(calls + [call(900, state: 5)], of: a1)
    kamailio.add([call(1_000, state: 4)], of: a2)
    kamailio.handle(.dead([EdgeAddress("sip:\(a1)")].compactMap { $0 }))
    kamailio.handle(.wanted(tables([:], dead: [a1])))
    #expect(Set(kamailio.ended) == Set(calls.filter { $0.state > 2 }))
    #expect(Set(kamailio.refused) == Set(calls.filter { $0.state < 3 }))
    kamailio.pass(3_000)
    #expect(kamailio.notes.contains(.ended(place: a1, answered: 150, ringing: 150)))
    #expect(kamailio.tables[.dead] == [a1: "1"])
  }

  /// The new process has no calls before it owns slots, which takes 3 s (K10).
  @Test func `leaves the calls of a restarted node's new process alone`() {
    var kamailio = filled(tables(["2bd": a1]))
    kamailio.add([call(1, state: 4)], of: a1)
    kamailio.handle(.dead([EdgeAddress("sip:\(a1)")].compactMap { $0 }))
    #expect(kamailio.ended == [call(1, state: 4)])
    kamailio.pass(3_000)
    kamailio.add([call(2, state: 4)], of: a1)
    kamailio.pass(10_000)
    #expect(kamailio.ended.count == 1)
  }

  @Test func `ends the calls of a node that is gone once it has been silent for 30 s`() {
    var gone = tables(["2bd": a2])
    gone.doubted = [EdgeAddress("sip:\(a1)")].compactMap { $0 }
    var kamailio = filled(tables(["2bd": a1]))
    kamailio.add([call(1, state: 4)], of: a1)
    kamailio.pass(5_000)
    kamailio.handle(.wanted(gone))
    kamailio.pass(60_000)
    #expect(kamailio.ended.isEmpty)
    kamailio.pinged["sip:\(a1)"] = false
    kamailio.pass(29_000)
    #expect(kamailio.ended.isEmpty)
    kamailio.pass(4_000)
    #expect(kamailio.ended == [call(1, state: 4)])
    #expect(kamailio.notes.contains(.silent(place: a1)))
    #expect(kamailio.tables[.dead] == [a1: "1"])
    // It stays so with the next change of the map, and ends when the node is back.
    kamailio.handle(.wanted(gone))
    #expect(kamailio.tables[.dead] == [a1: "1"])
    kamailio.handle(.wanted(tables(["2bd": a1])))
    #expect(kamailio.tables[.dead] == [:])
  }

  @Test func `sends the methods of Kamailio, and reads its answers`() {
    let text = String(decoding: KamailioRequest.write(.slot, key: "2bd", value: a1).text(id: 7), as: UTF8.self)
    #expect(text == #"{"jsonrpc":"2.0","method":"htable.sets","params":["slot","2bd","192.0.2.11:5060"],"id":7}"#)
    let share = String(decoding: KamailioRequest.calls(destination: a1, share: 10).text(id: 8), as: UTF8.self)
    #expect(share == #"{"jsonrpc":"2.0","method":"dlg.profile_list","params":["node","192.0.2.11:5060/0a"],"id":8}"#)
  }
}

extension KamailioRequest {
  fileprivate var isList: Bool {
    if case .dump = self { return true }
    return false
  }
}
