import CStreamPeer
import FoundationEssentials
import HookswitchCore

/// The streams to programs: the delay each way, and the cost of many.
struct StreamsPart: BenchmarkPart {
  static let name = "streams"
  static let summary =
    "audio of calls in another process: the delay of 100 WebSockets each way, 500 streams of both protocols for 60 s, and 500 with TLS"

  func measure() async throws -> [Measurement] {
    try await delays() + many(500, "streams.500", seconds: 60, isSecure: false) + many(500, "streams.tls_500", seconds: 20, isSecure: true)
  }

  /// Measures the delays of clicks, from the far end to the program and back, while 100 streams carry audio.
  ///
  /// The far end is attached in this process, which may add 21 ms each way to the 25 ms of a stream. All audio is live: a program that writes
  /// prompts keeps the backlog of its first moments, because no part of a prompt may be lost. The balance of live audio has 15 s for that of
  /// the hundred connections.
  private func delays() async throws -> [Measurement] {
    let peer = try StreamPeer(tellsClicks: true)
    let calls = try await StreamedCalls(100, audio: AttachmentOptions(isLive: true)) { _ in "ws://127.0.0.1:\(peer.ports.ws)/" }
    try calls.talk(seconds: 15)
    var (out, back): ([Double], [Double]) = ([], [])
    for round in 0..<400 {
      let (spoken, heard) = try calls.click(at: round * 7 % 100)
      let arrived = try peer.click()
      out.append(Double(arrived - spoken) / 1e6)
      back.append(Double(heard - arrived) / 1e6)
      try calls.talk(seconds: 0.14)
    }
    await calls.close()
    _ = try peer.finish()
    return [("to_program", out.sorted()), ("to_call", back.sorted())].flatMap { way, delays in
      [
        Measurement("streams.100_\(way)_p50_ms", delays.percentile(0.5), "ms"),
        Measurement("streams.100_\(way)_p99_ms", delays.percentile(0.99), "ms", .atMost(46)),
      ]
    }
  }

  /// Measures the lateness of frames at the program, and the processor time of this process without its far ends.
  private func many(_ count: Int, _ name: String, seconds: Double, isSecure: Bool) async throws -> [Measurement] {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let certificate = folder.path + "/both.pem"
    if isSecure { try Self.makeCertificate(certificate) }
    let peer = try StreamPeer(certificate: isSecure ? certificate : nil)
    let ports = peer.ports
    let calls = try await StreamedCalls(count, authorities: isSecure ? certificate : nil) { place in
      isSecure
        ? "wss://127.0.0.1:\(ports.wss)/"
        : place % 2 == 0 ? "ws://127.0.0.1:\(ports.ws)/" : "audiosocket://127.0.0.1:\(ports.audio_socket)"
    }
    try calls.talk(seconds: 3)
    func used() -> Int64 { Stopwatch.processorNanoseconds - calls.farEndNanoseconds }
    let (processor, clock, late) = (used(), Stopwatch.nanoseconds, calls.lateTicks)
    try calls.talk(seconds: seconds)
    let share = Double(used() - processor) / Double(Stopwatch.nanoseconds - clock)
    let lateTicks = calls.lateTicks - late
    let connected = calls.connected
    let figures = try peer.finish()
    await calls.close()
    return [
      Measurement("\(name)_connected", Double(connected), "", .atLeast(Double(count))),
      Measurement("\(name)_late_p50_ms", figures.p50_ms, "ms"),
      Measurement("\(name)_late_p99_ms", figures.p99_ms, "ms"),
      Measurement("\(name)_late_most_ms", figures.most_ms, "ms", .atMost(60)),
      Measurement("\(name)_cores", share, "cores", .atMost(1)),
      Measurement("\(name)_late_ticks", Double(lateTicks), ""),
    ]
  }

  /// Makes a certificate for 127.0.0.1, which signs itself, with its key in one file.
  private static func makeCertificate(_ path: String) throws {
    let openssl = try MeasuredProcess(
      [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", path, "-out", path + ".crt",
      ], on: 0)
    openssl.wait(atMost: 20)
    guard let certificate = try? String(contentsOfFile: path + ".crt", encoding: .utf8),
      let key = try? String(contentsOfFile: path, encoding: .utf8)
    else { throw TrafficError("openssl made no certificate") }
    try (certificate + key).write(toFile: path, atomically: false, encoding: .utf8)
  }
}
