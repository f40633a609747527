import CallAudio

/// Plays and records at a device port in real time, like an ideal sound card.
///
/// It transfers a frame every 20 ms, once the frame's last sample was spoken.
struct MemoryEar {
  let port: DevicePort
  private static let frame: Int64 = 20_000_000

  /// Returns `count` delays from speaking a click to hearing it, in milliseconds, each at another phase of the tick.
  func delays(count: Int) throws -> [Double] {
    var delays: [Double] = []
    var due = Stopwatch.nanoseconds + Self.frame
    for round in 0..<count {
      // Lengthen one frame of each round a little, to cover all phases.
      due += 1_370_000
      due = quiet(frames: 4, from: due)
      delays.append(try click(at: due, round))
      due = quiet(frames: 1, from: due + Self.frame)
    }
    return delays
  }

  private func click(at due: Int64, _ round: Int) throws -> Double {
    var due = due
    var heard = [Int16](repeating: 0, count: 960)
    wait(until: due)
    port.capture.put(Click.frame, at: 0)
    let spoken = Stopwatch.nanoseconds - Self.frame
    for _ in 0..<25 {
      due += Self.frame
      while Stopwatch.nanoseconds < due {
        while port.playback.count > 0, port.playback.take(into: &heard) != nil {
          if let place = Click.place(in: heard) { return Double(Stopwatch.nanoseconds - spoken + Int64(place) * 20_833) / 1e6 }
        }
        Stopwatch.sleep(nanoseconds: 100_000)
      }
      port.capture.put(Click.silence, at: 0)
    }
    throw TrafficError("click \(round) was not heard within half a second")
  }

  private func quiet(frames: Int, from start: Int64) -> Int64 {
    var due = start
    var heard = [Int16](repeating: 0, count: 960)
    for _ in 0..<frames {
      wait(until: due)
      // After a late frame two frames come together, and one of them would then stay queued: leave it out, as a device does.
      if port.capture.queued == 0 { port.capture.put(Click.silence, at: 0) }
      while port.playback.count > 0, port.playback.take(into: &heard) != nil {}
      due += Self.frame
    }
    return due
  }

  private func wait(until due: Int64) { Stopwatch.sleep(nanoseconds: max(0, due - Stopwatch.nanoseconds)) }
}
