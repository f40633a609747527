import CallControl
import JournalKit
import Testing

@Suite("Differences between a journal and its replay")
struct ReplayDifferenceTests {
  /// Returns the first difference after `change` altered the effects of the record at `place`.
  static func difference(at place: Int, _ change: (inout [LineEffect]) -> Void) throws -> ReplayDifference? {
    var records = Stories.oneCall()
    guard case .received(let line, let event, var effects) = records[place].body else { return nil }
    change(&effects)
    records[place] = JournalRecord(time: records[place].time, .received(line, event, effects))
    var replay = JournalReplay()
    for record in records {
      do throws(JournalReplay.Difference) { try replay.run(record) } catch {
        #expect(error.record == place)
        return ReplayDifference(error, in: records, names: CallNames(records))
      }
    }
    return nil
  }

  @Test("A difference gives the event, the common effects, and the effects of one side only")
  func words() throws {
    let call = JournalWriter.call(1)
    let difference = try #require(
      try Self.difference(at: 4) { effects in
        effects = effects.map { $0 == .entered(call, .active) ? .entered(call, .held) : $0 }
      })
    #expect(difference.event == "line main at 4.503: loopback > connected c1")
    #expect(
      difference.entries.map { "\($0.side) \($0.text)" } == [
        "both loopback > connected c1", "recorded c1 held", "replayed c1 active", "both snapshot 4",
      ])
  }

  @Test("Missing or extra effects in the journal are on one side only")
  func missing() throws {
    let without = try #require(try Self.difference(at: 4) { $0.removeAll { if case .entered = $0 { true } else { false } } })
    #expect(without.entries.filter { $0.side != .both }.map(\.text) == ["c1 active"])
    let doubled = try #require(try Self.difference(at: 4) { $0.append($0[0]) })
    #expect(doubled.entries.filter { $0.side != .both }.map(\.side) == [.recorded])
  }

  @Test("Two effects with the same wording are spelled as in the file")
  func sameWords() throws {
    let difference = try #require(
      try Self.difference(at: 1) { effects in
        effects = effects.map { effect in
          guard case .send(let provider, var command) = effect else { return effect }
          command.deadline = .zero
          return .send(provider, command)
        }
      })
    let texts = difference.entries.filter { $0.side != .both }.map(\.text)
    try #require(texts.count == 2)
    #expect(texts[0] != texts[1])
    #expect(texts[0].contains("\"deadline\""))
  }
}
