import CallAudio
import CallControl
import Dispatch
import FoundationEssentials
import Glibc
import Hookswitch
import Locking
import TransportLoader

/// The price of a process for each transport: the same work inside and through a runner.
struct IsolationPart: BenchmarkPart {
  static let name = "iso"
  static let summary = "Loopback inside and in a process: round trips, whole calls, starts, kills, the audio and the upgrade of 500 calls"

  func measure() async throws -> [Measurement] {
    var measurements: [Measurement] = []
    for place in Place.allCases { measurements += try roundTrips(place) }
    measurements += try await lifecycles()
    measurements += try starts()
    measurements += try await kills()
    for place in Place.allCases { measurements += try audio(place) }
    measurements += try await upgrades()
    #if HOOKSWITCH_SIP
      if SIPpLoad.isThere { measurements += try sip() }
    #endif
    return measurements
  }

  /// Times an action of one call from the request to its completion, one at a time.
  private func roundTrips(_ place: Place) throws -> [Measurement] {
    let loopback = try BenchInstance(place.loopback())
    let call = try loopback.call()
    for number in 0..<1_000 { try loopback.setMuted(call, number % 2 == 0) }
    var times: [Double] = []
    for number in 0..<10_000 {
      let start = Stopwatch.nanoseconds
      try loopback.setMuted(call, number % 2 == 0)
      times.append(Double(Stopwatch.nanoseconds - start) / 1_000)
    }
    try loopback.close()
    times.sort()
    let isProcess = place == .process
    return [
      Measurement("iso.rtt_p50_us.\(place)", times.percentile(0.5), "µs", isProcess ? .atMost(60) : nil),
      Measurement("iso.rtt_p99_us.\(place)", times.percentile(0.99), "µs", isProcess ? .atMost(1_000) : nil),
    ]
  }

  /// A host with Loopback at one of the places, and its traffic.
  private struct Rival {
    let place: Place
    let host = CallHost()
    let transport: LoadedTransport
    let traffic: CallTraffic
    var windows: [CallTraffic.Window] = []

    init(_ place: Place) throws {
      self.place = place
      transport = try place.loopback()
      try host.addProvider("loopback", transport: transport)
      traffic = CallTraffic(
        host, lines: 200, calling: Handle(type: .phoneNumber, value: "5550100"), runner: { [transport] in transport.runnerPID })
    }
  }

  /// Counts whole calls through a host on 200 lines at once, then times their actions at half that rate.
  ///
  /// The places take turns of a second, so that other programs on this machine slow both of them down.
  private func lifecycles() async throws -> [Measurement] {
    var rivals = try Place.allCases.map { try Rival($0) }
    for _ in 0..<7 {
      for index in rivals.indices { rivals[index].windows += rivals[index].traffic.saturate(warmUp: 1, windows: 1) }
    }
    var measurements: [Measurement] = []
    var fastest: [Place: Double] = [:]
    for rival in rivals {
      let rate = rival.windows.map(\.callsPerSecond).sorted().percentile(0.5)
      let processor = rival.windows.map(\.processorMicrosecondsPerCall).sorted().percentile(0.5)
      fastest[rival.place] = rate
      let times = rival.traffic.pace(callsPerSecond: rate / 2, warmUp: 1, seconds: 4).roundTrips.sorted().map { Double($0) / 1_000 }
      let isProcess = rival.place == .process
      measurements += [
        Measurement("iso.lifecycles_per_s.\(rival.place)", rate, "1/s", isProcess ? .atLeast(50_000) : nil),
        Measurement("iso.processor_us_per_call.\(rival.place)", processor, "µs"),
        Measurement("iso.action_p99_us.\(rival.place)", times.percentile(0.99), "µs", isProcess ? .atMost(1_000) : nil),
      ]
    }
    for rival in rivals {
      try rival.traffic.finish()
      await rival.host.shutdown()
    }
    if let inside = fastest[.inside], let process = fastest[.process] {
      measurements.append(Measurement("iso.lifecycles_share", 100 * process / inside, "%", .atLeast(80)))
    }
    return measurements
  }

  /// Times 100 starts of a process, until the line is ready, and measures the memory that one has for itself.
  private func starts() throws -> [Measurement] {
    var times: [Double] = []
    var memory = 0.0
    for _ in 0..<100 {
      let transport = try Place.process.loopback()
      let start = Stopwatch.nanoseconds
      let loopback = try BenchInstance(transport)
      times.append(Double(Stopwatch.nanoseconds - start) / 1e6)
      if let pid = transport.runnerPID { memory = try privateMebibytes(of: pid) }
      try loopback.close()
    }
    times.sort()
    return [
      Measurement("iso.ready_p50_ms", times.percentile(0.5), "ms", .atMost(25)),
      Measurement("iso.ready_p99_ms", times.percentile(0.99), "ms"),
      Measurement("iso.private_mib", memory, "MiB", .atMost(2.5)),
    ]
  }

  /// Returns the written memory that a process shares with no other.
  private func privateMebibytes(of pid: Int32) throws -> Double {
    let text = try String(contentsOf: URL(filePath: "/proc/\(pid)/smaps_rollup"), encoding: .utf8)
    let kibibytes = text.split(separator: "\n").filter { $0.hasPrefix("Private_Dirty") }
      .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Double($0) } }
    return kibibytes.reduce(0, +) / 1_024
  }

  /// Times 40 kills of a process with a call, until the host says that it is lost, and until it can call again.
  private func kills() async throws -> [Measurement] {
    var (lost, again): ([Double], [Double]) = ([], [])
    for _ in 0..<40 {
      let host = CallHost()
      let transport = try Place.process.loopback()
      var events = CallController(host: host).callObserver.events().makeAsyncIterator()
      try host.addProvider("loopback", transport: transport)
      func pass(_ isLast: (HostEvent.Body) -> Bool) async { while let event = await events.next(), !isLast(event.body) {} }
      await pass { if case .provider(_, .ready) = $0 { true } else { false } }
      _ = try await CallController(host: host).start(Handle(type: .phoneNumber, value: "5550100"))
      await pass { if case .entered(_, .active) = $0 { true } else { false } }
      let start = Stopwatch.nanoseconds
      guard transport.killRunner() else { throw TrafficError("there is no process to kill") }
      await pass { if case .lost = $0 { true } else { false } }
      lost.append(Double(Stopwatch.nanoseconds - start) / 1e6)
      await pass { if case .provider(_, .ready) = $0 { true } else { false } }
      again.append(Double(Stopwatch.nanoseconds - start) / 1e6)
      await host.shutdown()
    }
    lost.sort()
    again.sort()
    // The host waits half a second before it starts a lost transport again (P6).
    return [
      Measurement("iso.lost_p50_ms", lost.percentile(0.5), "ms", .atMost(5)),
      Measurement("iso.lost_p99_ms", lost.percentile(0.99), "ms"),
      Measurement("iso.ready_again_p50_ms", again.percentile(0.5), "ms", .atMost(550)),
      Measurement("iso.ready_again_p99_ms", again.percentile(0.99), "ms"),
    ]
  }

  /// Carries the audio of 500 calls that echo, for four seconds, and counts the frames that did not come in time.
  private func audio(_ place: Place) throws -> [Measurement] {
    let engine = AudioEngine()
    let loopback = try BenchInstance(place.loopback())
    loopback.instance.setAudioActive(true)
    guard let format = TransportAudioFormat(rate: AudioRate.narrowband.rawValue) else { throw TrafficError("8 kHz is no rate") }
    let legs = try (0..<500).map { _ in
      let call = try loopback.call()
      let leg = try engine.makeLeg(.narrowband, in: loopback.instance.audioMemory)
      try loopback.attach(call, format, TransportRings(toNet: leg.toNet.table, fromNet: leg.fromNet.table))
      return leg
    }
    let groups = stride(from: 0, to: legs.count, by: 2).map { first in
      MixGroup(rate: .narrowband, members: legs[first...first + 1].map { MixMember($0) })
    }
    let clocks = loopback.instance.mediaClock.map { [MediaClock($0.function, context: $0.context, keeping: loopback.instance)] } ?? []
    try engine.apply(MixScene(groups: groups, clocks: clocks))
    try engine.start()
    // The first frames wait until both sides have begun.
    Stopwatch.sleep(nanoseconds: 500_000_000)
    func count() -> (missing: Double, taken: Double) {
      legs.compactMap { engine.counters(of: $0) }.reduce((0, 0)) { ($0.0 + Double($1.missing), $0.1 + Double($1.taken)) }
    }
    let (before, late) = (count(), engine.counters.late)
    Stopwatch.sleep(nanoseconds: 4_000_000_000)
    let (after, lateNow) = (count(), engine.counters.late)
    engine.stop()
    try loopback.close()
    let isProcess = place == .process
    return [
      Measurement("iso.audio_missed_frames.\(place)", after.missing - before.missing, "", isProcess ? .atMost(0) : nil),
      Measurement("iso.audio_frames.\(place)", after.taken - before.taken, ""),
      Measurement("iso.audio_late_ticks.\(place)", Double(lateNow - late), "", isProcess ? .atMost(0) : nil),
    ]
  }
}
