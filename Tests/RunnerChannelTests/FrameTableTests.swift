internal import Testing

@testable internal import RunnerChannel

/// The tables of docs/isolation.md: the numbers of the types, and the lengths of their fixed parts.
struct FrameTableTests {
  /// The length of `info` and of `error` within a body.
  private static let (info, error) = (56, 24)

  @Test func ordersHaveTheNumbersAndLengthsOfTheTable() {
    let table: [(OrderType, UInt16, Int)] = [
      (.create, 1, 32), (.activate, 2, 0), (.deactivate, 3, 4), (.reset, 4, 0), (.destroy, 5, 0),
      (.start, 6, 8 + Self.info), (.answer, 7, 4), (.end, 8, 8), (.shown, 9, 0), (.cancel, 10, 0),
      (.setHeld, 11, 8), (.setMuted, 12, 8), (.play, 13, 12), (.setGroup, 14, 16), (.blind, 15, 8 + Self.info),
      (.attended, 16, 16), (.verdict, 17, 8 + Self.error), (.setRegistered, 18, 8), (.apply, 19, 12),
      (.save, 20, 0), (.load, 21, 0), (.dump, 22, 4), (.formats, 23, 0), (.attach, 24, 24), (.detach, 25, 0), (.audioActive, 26, 4),
      (.dialable, 27, 0), (.peerCall, 28, Self.info), (.peerOrder, 29, 8), (.peerObserve, 30, 0),
      (.ping, 31, 4), (.beat, 32, 0), (.levels, 33, 8),
      (.handoverPrepare, 34, 4), (.handoverGive, 35, 4), (.handoverTake, 36, 4), (.handoverSettle, 37, 4),
      (.decline, 38, 16), (.deflect, 39, 8 + Self.info), (.setTime, 40, 0), (.sync, 41, 0), (.wire, 42, 4),
    ]
    expect(table)
  }

  @Test func wordsHaveTheNumbersAndLengthsOfTheTable() {
    let table: [(WordType, UInt16, Int)] = [
      (.answer, 64, 12), (.offers, 65, 12), (.actionDone, 66, 8 + Self.error), (.incoming, 67, Self.info), (.update, 68, Self.info),
      (.state, 69, 4), (.dtmf, 70, 4), (.ended, 71, 8 + Self.error), (.line, 72, 8 + Self.error), (.limits, 73, 24),
      (.reset, 74, Self.error), (.deactivated, 75, 0), (.requestRestart, 76, 4), (.progress, 77, 16), (.transferRequest, 78, Self.info),
      (.log, 79, 12), (.wire, 80, 12), (.secret, 81, 4), (.turnEnd, 82, 0), (.beat, 83, 24), (.synced, 84, 8), (.breaches, 85, 28),
    ]
    expect(table)
  }

  private func expect<Kind: FrameType>(_ table: [(type: Kind, number: UInt16, length: Int)]) {
    #expect(table.map(\.type) == Array(Kind.allCases))
    for row in table {
      #expect(row.type.rawValue == row.number)
      #expect(FrameWriter.bytes(of: row.type.body.init()).count == row.length, "\(row.type)")
    }
  }
}
