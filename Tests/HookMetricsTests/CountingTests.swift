import CallControl
import Foundation
import Testing

@testable import HookMetrics

/// The parts that make counting cheap, against plain ones, and the summaries of media.
@Suite("Counting") struct CountingTests {
  @Test("The table of open commands answers as a dictionary does, also where searches overlap")
  func openCommands() {
    struct Name: Hashable {
      let call: UUID
      let number: UInt64
    }
    var (table, model) = (OpenCommands(), [Name: Instant]())
    var generator = SplitMix(state: 7)
    // Few calls and numbers, so that commands come again, and calls whose ids count up.
    let calls = (0..<40).map { place in UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(place))) }
    for step in 0..<20_000 {
      let name = Name(call: calls.randomElement(using: &generator) ?? calls[0], number: .random(in: 0..<6, using: &generator))
      if model[name] == nil, Bool.random(using: &generator) {
        let time = Instant(nanoseconds: Int64(step))
        model[name] = time
        table.begin(name.call, CommandID(rawValue: name.number), at: time, until: Instant(nanoseconds: .max))
      } else {
        #expect(table.end(name.call, CommandID(rawValue: name.number)) == model.removeValue(forKey: name))
      }
      #expect(table.count == model.count)
    }
  }

  @Test("Commands whose answer never comes leave a full table once their deadline has passed")
  func forgetsOverdueCommands() {
    var table = OpenCommands()
    let soon = Instant(nanoseconds: 1_000)
    for _ in 0..<2 * OpenCommands.limit { table.begin(UUID(), CommandID(rawValue: 1), at: .zero, until: soon) }
    #expect(table.count <= OpenCommands.limit)
    let (call, later) = (UUID(), Instant(nanoseconds: 2_000))
    table.begin(call, CommandID(rawValue: 1), at: later, until: later)
    #expect(table.count == 1 && table.end(call, CommandID(rawValue: 1)) == later)
  }

  @Test("A summary of media is read as far as its parameters are decimal numbers")
  func mediaSummaries() {
    let summary = MediaSummary("PS=1500,OS=240000,PR=1490,OR=238400,PL=10,JI=3.2")
    #expect(summary.sent == 1_500 && summary.received == 1_490 && summary.lost == 10 && summary.jitter == 0.003_2)
    #expect(MediaSummary("PR=5,JI=7").jitter == 0.007)
    for text in ["", "PS", "PS=", "PS=x", "PS=-1", "PS=1.5", "JI=1.2.3", "JI=.", "PS=9999999999999999", ",,=,=", "XPS=7", "LONGPS=7"] {
      #expect(MediaSummary(text) == MediaSummary(""), "\(text)")
    }
  }

  @Test("The media of calls count by transport and direction, and never with another protocol or direction")
  func media() {
    var metrics = HostMetrics()
    func take(_ name: String, _ text: String, isOutgoing: Bool = false) {
      metrics.take(JournalRecord(time: .zero, .wire("p", UUID(), protocol: name, text: text, isOutgoing: isOutgoing)))
    }
    take("media", "PS=1500,PR=1490,PL=10,JI=3.2")
    take("media", "PS=500,PR=510,PL=0,JI=40")
    take("media", "PS=7,PR=7", isOutgoing: true)
    take("sip", "PS=7,PR=7")
    let text = MetricsText.prometheus.text(of: metrics.counts.families { _ in "sip" })
    HostMetricsTests.expect(
      text,
      [
        #"hookswitch_media_packets_total{transport="sip",direction="sent"} 2000"#,
        #"hookswitch_media_packets_total{transport="sip",direction="received"} 2000"#,
        #"hookswitch_media_lost_packets_total{transport="sip",direction="received"} 10"#,
        #"hookswitch_media_jitter_seconds_bucket{transport="sip",direction="received",le="0.005"} 1"#,
        #"hookswitch_media_jitter_seconds_count{transport="sip",direction="received"} 2"#,
      ])
  }

  @Test("Requests of any number of kinds give a bounded number of series")
  func boundsKinds() {
    var counts = HostCounts()
    for number in 0..<1_000 { counts.count("kind \(number)", .done) }
    let samples = counts.families { _ in "sip" }.first { $0.name == .requests }?.samples ?? []
    #expect(samples.count <= HostCounts.wordLimit)
    let sum = samples.reduce(0.0) { sum, sample in if case .number(let number) = sample.value { sum + number } else { sum } }
    #expect(sum == 1_000)
  }

  @Test("There is a family for each row of the design, but for clusters")
  func rows() {
    let rows: [(name: String, kind: MetricKind, labels: [String])] = [
      ("build_info", .info, ["version", "abi"]), ("live_calls", .gauge, ["state", "direction", "transport"]), ("busy_lines", .gauge, []),
      ("calls_total", .counter, ["direction", "transport", "outcome"]), ("call_ends_total", .counter, ["reason", "cause"]),
      ("call_setup_seconds", .histogram, ["direction", "transport"]), ("call_duration_seconds", .histogram, ["direction", "transport"]),
      ("requests_total", .counter, ["kind", "result"]), ("refusals_total", .counter, ["kind", "code"]),
      ("command_seconds", .histogram, ["kind", "transport"]), ("command_timeouts_total", .counter, ["kind", "transport"]),
      ("provider_ready", .gauge, ["provider", "transport"]), ("provider_losses_total", .counter, ["provider", "transport"]),
      ("misbehaviours_total", .counter, ["kind"]), ("audio_legs", .gauge, []), ("audio_ticks_total", .counter, []),
      ("audio_late_ticks_total", .counter, []), ("media_packets_total", .counter, ["transport", "direction"]),
      ("media_lost_packets_total", .counter, ["transport", "direction"]), ("media_jitter_seconds", .histogram, ["transport", "direction"]),
      ("control_requests_total", .counter, ["method", "result"]), ("control_sessions", .gauge, []),
      ("observers_lagged_total", .counter, []),
      ("store_write_seconds", .histogram, []), ("journal_failures_total", .counter, []), ("recorder_bytes", .gauge, []),
    ]
    for (name, kind, labels) in rows {
      let metric = MetricName(rawValue: name)
      #expect(metric?.kind == kind && metric?.labels == labels, "\(name)")
    }
  }
}

/// A generator of random numbers with a fixed beginning.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
