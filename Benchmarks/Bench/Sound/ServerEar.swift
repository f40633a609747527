import CallAudio
import Dispatch

/// Plays into the server's sink `mouth` and records from the monitors of both sinks.
///
/// The time between a click in `mouth` and in `ear` is the delay of device, engine and call together.
final class ServerEar {
  private let server: SoundServer
  private let arena = RingArena()
  private var devices: [PulseDevice] = []
  private let speech: AudioRing
  private let mouth: AudioRing
  private let ear: AudioRing

  /// Connects `port` to the server.
  init(_ server: SoundServer, _ port: DevicePort) throws {
    self.server = server
    let unused = try (0..<2).map { [arena] _ in try arena.ring(.fullband) }
    speech = try arena.ring(.fullband)
    mouth = try arena.ring(.fullband)
    ear = try arena.ring(.fullband)
    try open(output: "ear", input: "mouth.monitor", port.capture, port.playback)
    try open(output: "mouth", input: "mouth.monitor", mouth, speech)
    try open(output: "mouth", input: "ear.monitor", ear, unused[0])
  }

  deinit { for device in devices { device.close() } }

  /// Returns `count` delays, in milliseconds.
  func delays(count: Int) throws -> [Double] {
    // Let the streams settle, and the device find its buffer size.
    for _ in 0..<150 { _ = speak(Click.silence) }
    return try (0..<count).map { round in
      var heard = speak(Click.frame)
      for _ in 0..<25 {
        if let mouth = heard.mouth, let ear = heard.ear { return Double(ear - mouth) / 1e6 }
        let next = speak(Click.silence)
        heard = (heard.mouth ?? next.mouth, heard.ear ?? next.ear)
      }
      throw TrafficError("click \(round) was not heard within half a second: mouth \(heard.mouth != nil), ear \(heard.ear != nil)")
    }
  }

  // Plays one frame of 20 ms, and returns the times at which a click was in each sink, if one was.
  private func speak(_ frame: [Int16]) -> (mouth: Int64?, ear: Int64?) {
    speech.put(frame, at: 0)
    let end = Stopwatch.nanoseconds + 20_000_000
    var heard: (mouth: Int64?, ear: Int64?) = (nil, nil)
    while Stopwatch.nanoseconds < end {
      heard = (heard.mouth ?? listen(mouth), heard.ear ?? listen(ear))
      Stopwatch.sleep(nanoseconds: 200_000)
    }
    return heard
  }

  private func listen(_ ring: AudioRing) -> Int64? {
    var frame = [Int16](repeating: 0, count: 960)
    guard ring.count > 0, ring.take(into: &frame) != nil, let place = Click.place(in: frame) else { return nil }
    return Stopwatch.nanoseconds - Int64(960 - place) * 20_833
  }

  private func open(output: String, input: String, _ capture: AudioRing, _ playback: AudioRing) throws {
    var settings = PulseSettings()
    settings.server = server.address
    settings.cookie = server.cookie
    settings.output = output
    settings.input = input
    let device = PulseDevice(settings)
    let isOpen = DispatchSemaphore(value: 0)
    try device.open(capture: capture, playback: playback) { event in
      if case .changed(let state) = event, state.path != nil { isOpen.signal() }
    }
    guard isOpen.wait(timeout: .now() + 10) == .success else { throw TrafficError("the private sound server did not start") }
    devices.append(device)
  }
}
