import CallControl
import HostService
import HostSurface
import StrictJSON
import Testing

@Suite("KeyTable")
struct KeyTableTests {
  static func parameters(_ handle: String) throws -> Parameters {
    try HostSurface.parameters(of: .callStart, from: .object(of: ["handle": .string(handle), "key": .string("k")]))
  }

  static func at(_ seconds: Int) -> Instant { Instant(nanoseconds: Int64(seconds) * 1_000_000_000) }

  @Test("The same key gives the same answer, waits for the first one, or is refused with other parameters")
  func findings() throws {
    var table = KeyTable()
    let start = try Self.parameters("tel:1")
    #expect(table.begin("k", of: 1_000, start, at: Self.at(0)) == .new)
    #expect(table.begin("k", of: 1_000, start, at: Self.at(1)) == .underWay)
    #expect(table.begin("k", of: 1_000, try Self.parameters("tel:2"), at: Self.at(1)) == .reused)
    #expect(table.begin("k", of: 1_001, start, at: Self.at(1)) == .new)
    let answer = KeyTable.Answer.success(.object(of: ["request": .integer(7)]))
    table.finish("k", of: 1_000, answer)
    #expect(table.begin("k", of: 1_000, start, at: Self.at(2)) == .answered(answer))
    #expect(table.begin("k", of: 1_001, start, at: Self.at(2)) == .underWay)
  }

  @Test("A key is forgotten after 10 minutes, and the oldest of more than 4,096")
  func forgets() throws {
    var table = KeyTable()
    let start = try Self.parameters("tel:1")
    #expect(table.begin("k", of: 1, start, at: Self.at(0)) == .new)
    #expect(table.begin("k", of: 1, start, at: Self.at(599)) == .underWay)
    #expect(table.begin("k", of: 1, start, at: Self.at(600)) == .new)
    for number in 0..<KeyTable.limit - 1 { #expect(table.begin("n\(number)", of: 1, start, at: Self.at(601)) == .new) }
    #expect(table.begin("k", of: 1, start, at: Self.at(602)) == .underWay)
    #expect(table.begin("one more", of: 1, start, at: Self.at(602)) == .new)
    #expect(table.begin("k", of: 1, start, at: Self.at(602)) == .new)
    // A late answer to a forgotten key changes nothing.
    table.finish("n0", of: 1, .success(.object([])))
    #expect(table.begin("n0", of: 1, start, at: Self.at(602)) == .new)
  }
}
