import Testing
import TransportABI

/// A line of a plugin that is handed over again and again; nothing of that may be seen in the words, the far ends or the sound.
final class Voyage {
  private(set) var rig: Rig
  private let configuration: String
  /// The number of frames of 20 ms from one handover to the next; 0 for none.
  private let period: Int
  private var frames = 0
  private(set) var moves = 0
  private var words: [String] = []
  /// The audio of some calls, and what it received.
  private(set) var lines: [Line] = []

  struct Line {
    let audio: LineAudio
    var heard: [Int16] = []
  }

  init(_ plugin: PluginUnderTest, _ configuration: String = "", every period: Int) throws {
    rig = try Rig(plugin, configuration)
    (self.configuration, self.period) = (configuration, period)
  }

  /// Attaches the audio of a call.
  func listen(to call: hsw_call) throws { lines.append(Line(audio: try LineAudio(rig, call))) }

  /// Lets so much time pass, frame by frame; `sound` returns the frame that each line says.
  func pass(_ milliseconds: Int, saying sound: (Int) -> [Int16] = { _ in [] }) throws {
    for frame in 0..<milliseconds / 20 {
      if period > 0, frames % period == period - 1 { try move() }
      frames += 1
      for (place, line) in lines.enumerated() {
        line.audio.put((sound(frame) + [Int16](repeating: 0, count: 160)).prefix(160))
        if place == lines.count - 1 { line.audio.tick() }
      }
      if lines.isEmpty { rig.host.advance(0.02) }
      for place in lines.indices { lines[place].heard += lines[place].audio.take() }
    }
  }

  private func move() throws {
    moves += 1
    words += rig.host.heard()
    let new = try rig.handedOver(configuration) { new in for line in lines { try line.audio.move(to: new) } }
    rig.destroy()
    #expect(rig.host.heard().isEmpty && rig.host.armed == 0)
    rig = new
    words += rig.host.heard().filter { !$0.hasSuffix("line ready") && !$0.contains("provider max") }
  }

  /// The words so far, those of one moment in the order of the alphabet, and the far ends of all calls.
  var sight: [String] {
    words += rig.host.heard()
    return words.sorted() + rig.host.callIDs.sorted().map { rig.observe(hsw_call(id: $0)) ?? "-" }
  }
}

extension DamagedCopies {
  /// Has new instances take damaged copies of a rig's parcel; the rig goes on.
  static func feed(_ rig: Rig, _ configuration: String = "") throws -> Verdicts {
    let parcel = TestParcel()
    #expect(rig.prepare(parcel) == HSW_OK && rig.give(parcel) == HSW_OK)
    defer { rig.settle(HSW_HANDOVER_REFUSED) }
    return try DamagedCopies(parcel.bytes).feed { bytes in
      let new = try rig.taker(configuration)
      defer { new.destroy() }
      let status = new.take(TestParcel(copying: parcel, bytes)).status
      if status == HSW_OK {
        // It works with what it has read, without words that it must not say.
        try new.step(new.table.pointee.activate)
        new.settle(HSW_HANDOVER_TAKEN)
        new.host.advance(40)
      }
      return status
    }
  }
}
