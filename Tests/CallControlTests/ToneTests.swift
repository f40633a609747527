import CallControl
import ExplorationKit
import Testing

@Suite("Tones")
struct ToneTests {
  /// Returns the commands sent, in order, with their times in seconds.
  private static func played(_ digits: String) -> [String] {
    var desk = Desk()
    desk.play(Desk.active(Desk.a))
    desk.ask(.playDTMF(Desk.a, digits))
    var played: [String] = []
    for _ in 0..<40 {
      for command in desk.sent {
        guard case .playDTMF(let run, let kind) = command.operation else { continue }
        played.append("\(run) \(kind.rawValue) \(desk.run.now.nanoseconds / 1_000_000_000)")
      }
      if desk.run.monitor.oldest(.playDTMF, of: Desk.a) != nil {
        desk.play([.fulfil(Desk.a, .playDTMF)])
      } else if desk.run.line.nextDeadline != nil {
        desk.play([.deadline])
      } else {
        desk.play([.ask(.continueDTMF(Desk.a), .user)])
        if desk.refusal != nil { break }
      }
    }
    return played
  }

  @Test(
    "M2 each run of digits is one command; a comma is two seconds, a semicolon a wait for the person",
    arguments: [
      ("1", ["1 singleTone 0"]),
      ("0123456789*#ABCD", ["0123456789*#ABCD singleTone 0"]),
      ("1,2", ["1 singleTone 0", "2 softPause 2"]),
      ("1,,2", ["1 singleTone 0", "2 softPause 4"]),
      (",1", ["1 softPause 2"]),
      ("1,", ["1 singleTone 0"]),
      ("1;2", ["1 singleTone 0", "2 hardPause 0"]),
      ("1,2;3,4", ["1 singleTone 0", "2 softPause 2", "3 hardPause 2", "4 softPause 4"]),
    ])
  func runs(digits: String, expected: [String]) {
    #expect(Self.played(digits) == expected)
  }

  @Test("M2 one bad character, or no digit at all, refuses the whole string", arguments: ["", ",", ";,", "1a", "1 2", "+1", "1,x", "１"])
  func bad(digits: String) {
    var desk = Desk()
    desk.play(Desk.active(Desk.a))
    desk.ask(.playDTMF(Desk.a, digits))
    #expect(desk.refusal == .invalidAction)
    #expect(desk.sent.isEmpty)
  }
}
