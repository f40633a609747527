import Foundation
import Testing
import TransportABI

/// Calls of the mock PSTN that move to another version: its exchange, menus, tones, digits and recordings.
@Suite(.mockPSTN) struct MockPSTNHandoverTests {
  private static let settings = #"""
    {"numbers": {
      "+12125550300": {"steps": ["proceed", "ring", {"wait-s": 1}, "answer", {"wait-s": 0.5}, "hold", {"wait-s": 0.5}, "resume",
        {"speak": "0123456789"}, {"wait-s": 4}, {"send": "12"}, {"wait-s": 1}, {"hang-up": 16}]},
      "+12125550301": {"does": "conference", "room": "r"}
    }, "schedule": {"calls-per-s": 1, "holding-s": 1}}
    """#

  private func exchange(every period: Int) throws -> Voyage { try Voyage(.mockPSTN, Self.settings, every: period) }

  /// Plays calls in many states for some seconds; returns all that the host sees.
  private func calls(_ voyage: Voyage) throws -> [String] {
    for number in ["2125550300", "2125550301", "5550101", "5550102", "5550105", "5550110", "*205550100"] { voyage.rig.dial(number) }
    try voyage.pass(100)
    let peers = (0..<3).map { _ in voyage.rig.dial("5550199") }
    for peer in peers { voyage.rig.order(peer, HSW_ORDER_ANSWER) }
    voyage.rig.group(peers[1], with: peers[0])
    voyage.rig.mute(peers[0])
    voyage.rig.hold(peers[2])
    try voyage.pass(1_000)
    voyage.rig.order(peers[1], HSW_ORDER_VANISH)
    // Digits without audio are heard at once.
    voyage.rig.play(peers[0], "77")
    try voyage.pass(12_000)
    return voyage.sight
  }

  @Test(arguments: [7, 50]) func noHandoverIsSeen(period: Int) throws {
    let alone = try calls(exchange(every: 0))
    let moved = try exchange(every: period)
    #expect(try calls(moved) == alone)
    #expect(moved.moves >= 13 && alone.count { $0.contains("incoming") } > 5)
  }

  @Test(arguments: [1, 7]) func soundGoesOnToTheSample(period: Int) throws {
    func heard(_ voyage: Voyage) throws -> [[Int16]] {
      let peer = voyage.rig.dial("5550199")
      voyage.rig.order(peer, HSW_ORDER_ANSWER)
      voyage.rig.order(peer, HSW_ORDER_TONE, "443")
      let speaker = voyage.rig.dial("2125550300")
      for call in [peer, speaker, voyage.rig.dial("5550101"), voyage.rig.dial("5550120")] { try voyage.listen(to: call) }
      var angle = 0.0
      try voyage.pass(6_600) { _ in
        (0..<160).map { _ in
          angle += 2 * .pi * 700 / 8_000
          return Int16(9_000 * sin(angle))
        }
      }
      #expect(voyage.rig.observe(peer)?.contains("\"tone\":700") == true)
      return voyage.lines.map(\.heard)
    }
    let alone = try heard(exchange(every: 0))
    let moved = try heard(exchange(every: period))
    for (place, sound) in alone.enumerated() {
      let lost = zip(sound, moved[place]).count { $0 != $1 }
      #expect(lost == 0 && sound.count == moved[place].count, "line \(place): \(lost) of \(sound.count) samples differ")
    }
  }

  /// Digits in the sound are heard once each, and the action that sends digits completes once.
  @Test(arguments: [0, 7, 11, 13]) func digitsUnderWayAreHeardOnce(period: Int) throws {
    let voyage = try exchange(every: period)
    let (peer, other, menu) = (voyage.rig.dial("5550199"), voyage.rig.dial("5550199"), voyage.rig.dial("5550124"))
    for call in [peer, other] { voyage.rig.order(call, HSW_ORDER_ANSWER) }
    for call in [peer, other, menu] { try voyage.listen(to: call) }
    _ = voyage.sight
    #expect(voyage.rig.play(peer, "1234567890*#") == HSW_PENDING)
    let action = voyage.rig.actions
    voyage.rig.order(other, HSW_ORDER_DTMF, "5566778899")
    let said = LineAudio.digits("112233")
    try voyage.pass(3_200) { frame in Array(said.dropFirst(frame * 160).prefix(160)) }
    let sight = voyage.sight
    #expect(sight.count { $0.hasSuffix("done \(action)") } == 1)
    #expect(voyage.rig.observe(other)?.contains(#""digits":"112233""#) == true, "\(voyage.rig.observe(other) ?? "")")
    let told = sight.filter { $0.contains("b digits") }.sorted {
      Double($0.prefix { $0 != "s" }) ?? 0 < Double($1.prefix { $0 != "s" }) ?? 0
    }
    #expect(told.map { $0.split(separator: " ").last ?? "" }.joined() == "5566778899", "\(told)")
  }

  @Test func aRecordingGoesOnInTheSameFile() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "handover-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let settings = #"{"recordings": "\#(folder.path)", "numbers": {"+12125550300": {"does": "record", "file": "a.wav"}}}"#
    let voyage = try Voyage(.mockPSTN, settings, every: 7)
    let call = voyage.rig.dial("2125550300")
    try voyage.listen(to: call)
    var said: [Int16] = []
    try voyage.pass(2_000) { frame in
      let sound = (0..<160).map { Int16(frame * 100 + $0) }
      said += sound
      return sound
    }
    voyage.rig.end(call)
    let data = try Data(contentsOf: folder.appending(path: "a.wav"))
    let samples = data.dropFirst(44).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    #expect(samples == said && voyage.moves > 10)
    #expect(data[40..<44].reversed().reduce(0) { $0 << 8 | Int($1) } == samples.count * 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.wav"])
  }

  @Test func damagedParcelsAreRefusedAsAWhole() throws {
    let rig = try Rig(.mockPSTN, Self.settings)
    let calls = ["2125550300", "5550102", "5550124", "5550110"].map { rig.dial($0) }
    let lines = try calls.prefix(3).map { try LineAudio(rig, $0) }
    for line in lines { line.put([Int16](repeating: 900, count: 160)[...]) }
    lines[0].tick()
    rig.host.advance(1.1)
    let verdicts = try DamagedCopies.feed(rig, Self.settings)
    #expect(verdicts.prefixes == [HSW_E_INVAL])
    #expect(verdicts.flips.isSubset(of: [HSW_OK, HSW_E_INVAL, HSW_E_RANGE, HSW_E_NOTSUP, HSW_E_FAIL]) && verdicts.flips.count >= 4)
    rig.host.advance(1)
    #expect(rig.host.heard().contains { $0.hasSuffix("a resumed remotely") })
  }
}
