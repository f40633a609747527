import CallControl
import Foundation
import HookMetrics
import Testing

/// The counts of a host's effects.
@Suite("HostMetrics") struct HostMetricsTests {
  /// A line whose records are counted.
  struct Trial {
    var metrics = HostMetrics()
    var line: Line
    var now = Instant.zero
    var requests: UInt64 = 0
    var sent: [(ProviderID, CommandRef)] = []

    init(_ providers: [ProviderID] = ["p"]) {
      var roster = Roster()
      roster.entries = providers.map { Roster.Entry(id: $0, configuration: ProviderConfiguration(), standing: .ready) }
      line = Line(id: "main", policy: LinePolicy(), roster: roster)
    }

    mutating func tell(_ event: LineEvent, after milliseconds: Int64 = 0) {
      now = Instant(nanoseconds: now.nanoseconds + milliseconds * 1_000_000)
      let effects = line.receive(event, at: now)
      metrics.take(JournalRecord(time: now, .received(line.id, event, effects)))
      for case .send(let provider, let command) in effects {
        sent.append((provider, CommandRef(line: line.id, id: command.id, call: command.call, kind: command.kind)))
      }
    }

    mutating func ask(_ body: RequestBody) {
      requests += 1
      tell(.request(CallRequest(id: RequestID(rawValue: requests), origin: .user, body: body), RequestFacts()))
    }

    mutating func fulfil(after milliseconds: Int64 = 0) {
      let (provider, ref) = sent.removeFirst()
      tell(.fulfilled(provider, ref), after: milliseconds)
    }

    func text() -> String { MetricsText.prometheus.text(of: metrics.counts.families { $0 == "p" ? "sip" : "other" }) }
  }

  static func expect(_ text: String, _ lines: [String], at location: SourceLocation = #_sourceLocation) {
    for line in lines { #expect(text.contains(line + "\n"), "\(line) in\n\(text)", sourceLocation: location) }
  }

  @Test("A call counts once, with the time until its connection, its length and the times of its commands")
  func call() {
    var trial = Trial()
    let call = UUID()
    trial.ask(.transaction([.start(call, provider: "p", StartDetails(handle: Handle(parsing: "+12025550100")))]))
    trial.fulfil(after: 40)
    trial.tell(.report("p", call, .connected, at: nil), after: 3_000)
    trial.ask(.transaction([.end(call)]))
    trial.fulfil(after: 700)
    trial.ask(.transaction([.setHeld(UUID(), true)]))
    Self.expect(
      trial.text(),
      [
        #"hookswitch_calls_total{direction="outgoing",transport="sip",outcome="answered"} 1"#,
        #"hookswitch_call_ends_total{reason="localEnded",cause="user"} 1"#,
        #"hookswitch_call_setup_seconds_bucket{direction="outgoing",transport="sip",le="5"} 1"#,
        #"hookswitch_call_duration_seconds_bucket{direction="outgoing",transport="sip",le="1"} 1"#,
        #"hookswitch_requests_total{kind="start",result="done"} 1"#, #"hookswitch_requests_total{kind="end",result="done"} 1"#,
        #"hookswitch_requests_total{kind="setHeld",result="refused"} 1"#,
        #"hookswitch_refusals_total{kind="setHeld",code="unknownCallUUID"} 1"#,
        #"hookswitch_command_seconds_bucket{kind="start",transport="sip",le="0.05"} 1"#,
        #"hookswitch_command_seconds_bucket{kind="end",transport="sip",le="0.5"} 0"#,
        #"hookswitch_command_seconds_bucket{kind="end",transport="sip",le="1"} 1"#,
      ])
  }

  @Test("Refused callers, late answers, time-outs, losses and misbehaviour count")
  func faults() {
    var trial = Trial()
    let call = UUID()
    var facts = IncomingFacts()
    facts.isBlocked = true
    trial.tell(.incoming("p", IncomingCall(call: UUID(), update: CallUpdate()), facts))
    trial.ask(.transaction([.start(call, provider: "p", StartDetails(handle: Handle(parsing: "+12025550100")))]))
    trial.tell(.tick, after: 120_000)
    trial.fulfil()
    trial.metrics.take(JournalRecord(time: .zero, .provider("p", .lost(nil))))
    trial.metrics.take(JournalRecord(time: .zero, .unknown("p", .incoming(call))))
    Self.expect(
      trial.text(),
      [
        #"hookswitch_refusals_total{kind="incoming",code="filteredByBlockList"} 1"#,
        #"hookswitch_command_timeouts_total{kind="start",transport="sip"} 1"#,
        #"hookswitch_provider_losses_total{provider="p",transport="sip"} 1"#, #"hookswitch_misbehaviours_total{kind="unknown"} 1"#,
        #"hookswitch_misbehaviours_total{kind="stale"} 1"#,
      ])
  }

  @Test("Any number of providers gives a bounded number of series")
  func bounded() {
    var metrics = HostMetrics()
    for number in 0..<5_000 {
      metrics.take(JournalRecord(time: .zero, .provider(ProviderID(rawValue: "p\(number)"), .lost(nil))))
    }
    let family = metrics.counts.families { _ in "program" }.first { $0.name == .providerLosses }
    #expect(family?.samples.count ?? 0 <= HostCounts.labelLimit + 2)
    let sum = (family?.samples ?? []).reduce(0.0) { sum, sample in
      if case .number(let number) = sample.value { sum + number } else { sum }
    }
    #expect(sum == 5_000)
  }

  @Test("The watchdog's own request counts as none")
  func watchdog() {
    var trial = Trial()
    trial.ask(.continueDTMF(UUID()))
    #expect(!trial.text().contains("continueDTMF"))
  }
}
