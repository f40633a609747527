import Testing
import TransportABI

@testable import ConformanceHarness

@Suite("The tape of an instance's reports")
struct ReportTapeTests {
  private static let incoming = UInt64(1) << 63

  private func tape(_ reports: [(function: String, call: UInt64, milliseconds: UInt64)]) -> ReportTape {
    var tape = ReportTape()
    for report in reports {
      tape.record(
        Crossing(
          number: 0, direction: .toHost, function: report.function, call: report.call, status: HSW_OK,
          time: VirtualLoop.beginning + report.milliseconds * 1_000_000, isOnLoop: true))
    }
    return tape
  }

  @Test("is the same for calls that report at one moment in another order, and for other handles of incoming calls")
  func same() {
    let control = tape([("ringing", 1, 5), ("incoming", Self.incoming | 1, 5), ("ended", 1, 9)])
    let other = tape([("incoming", Self.incoming | 70, 5), ("ringing", 1, 5), ("ended", 1, 9)])
    #expect(other.difference(from: control, [.times, .line]) == nil)
  }

  @Test("differs by a report that is missing, new, late or of another call")
  func different() {
    let control = tape([("ringing", 1, 5), ("active", 1, 7)])
    #expect(tape([("ringing", 1, 5)]).difference(from: control, []) == "call 1: nothing, should be active")
    #expect(control.difference(from: tape([("ringing", 1, 5)]), []) == "call 1: active, should be nothing")
    let late = tape([("ringing", 1, 5), ("active", 1, 8)])
    #expect(late.difference(from: control, []) == nil)
    #expect(late.difference(from: control, .times) == "call 1: active at +8 ms, should be active at +7 ms")
    #expect(tape([("ringing", 2, 5)]).difference(from: tape([("ringing", 1, 5)]), []) == "call 1: nothing, should be ringing")
  }

  @Test("takes the second call of a handle that came before for the first one")
  func handles() {
    let control = tape([("incoming", Self.incoming | 1, 1), ("incoming", Self.incoming | 2, 2)])
    let reused = tape([("incoming", Self.incoming | 1, 1), ("incoming", Self.incoming | 1, 2)])
    #expect(reused.difference(from: control, []) == "incoming call 1: incoming, should be nothing")
  }

  @Test("compares reports on the line only where that is wanted")
  func line() {
    let control = tape([("ringing", 1, 5)])
    let other = tape([("ringing", 1, 5), ("host.report_line", 0, 5)])
    #expect(other.difference(from: control, .times) == nil)
    #expect(other.difference(from: control, .line) == "the line: host.report_line, should be nothing")
  }
}
