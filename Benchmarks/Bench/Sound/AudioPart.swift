import CallAudio

/// The mouth-to-ear delay through the engine and an echo at the far end.
struct AudioPart: BenchmarkPart {
  static let name = "audio"
  static let summary =
    "mouth-to-ear delay through the engine's thread and Loopback's echo: device rings in memory, then a private sound server"

  func measure() async throws -> [Measurement] {
    let fullband = try memory(.fullband)
    let narrowband = try memory(.narrowband)
    var measurements = [
      Measurement("audio.mouth_to_ear_ms", fullband.percentile(0.99), "ms", .atMost(45)),
      Measurement("audio.mouth_to_ear_p50_ms", fullband.percentile(0.5), "ms"),
      Measurement("audio.mouth_to_ear_8khz_ms", narrowband.percentile(0.99), "ms"),
    ]
    if let server = try server() {
      measurements.append(Measurement("audio.mouth_to_ear_server_p50_ms", server.percentile(0.5), "ms"))
      measurements.append(Measurement("audio.mouth_to_ear_server_ms", server.percentile(0.99), "ms"))
    } else {
      print("pulseaudio is not installed: the delay through a sound server is not measured")
    }
    return measurements
  }

  private func memory(_ rate: AudioRate) throws -> [Double] {
    let engine = AudioEngine()
    let call = try EchoCall(engine, rate: rate)
    let port = try engine.makeDevicePort()
    try engine.apply(MixScene(groups: [MixGroup(rate: rate, members: [MixMember(call.leg)], device: port)], clocks: [call.clock]))
    try engine.start()
    defer { engine.stop() }
    let delays = try MemoryEar(port: port).delays(count: 60)
    try call.close()
    return delays.sorted()
  }

  private func server() throws -> [Double]? {
    guard let server = SoundServer() else { return nil }
    let engine = AudioEngine()
    let call = try EchoCall(engine, rate: .fullband)
    let port = try engine.makeDevicePort()
    try engine.apply(MixScene(groups: [MixGroup(rate: .fullband, members: [MixMember(call.leg)], device: port)], clocks: [call.clock]))
    try engine.start()
    defer { engine.stop() }
    let delays = try ServerEar(server, port).delays(count: 20)
    try call.close()
    return delays.sorted()
  }
}
