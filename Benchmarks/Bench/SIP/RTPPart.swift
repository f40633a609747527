#if HOOKSWITCH_SIP
  import CMallocCount
  import CRTPMedia
  import CRTPRival

  /// The media of 1,000 simultaneous calls over RTP, and its cost.
  struct RTPPart: BenchmarkPart {
    static let name = "rtp"
    static let summary = "the sound of 1,000 two-way calls with G.711 over loopback, for 20 s; the far ends are in a separate process"

    private let calls = 1_000
    private let seconds = 20

    func measure() async throws -> [Measurement] {
      PeerProcess.raiseFileLimit()

      guard let engine = crtp_engine_start(nil) else { throw TrafficError("cannot start a thread for audio") }
      defer { crtp_engine_stop(engine) }
      let rival = try RTPRival(calls: calls, seconds: seconds)
      let traffic = try RTPTraffic(engine, to: rival.ports)
      rival.begin(sendingTo: traffic.ports)

      traffic.carry(seconds: 1)
      malloc_count_enable(1)
      let (allocations, processor, clock) = (malloc_count_read().allocations, Stopwatch.processorNanoseconds, Stopwatch.nanoseconds)
      traffic.carry(seconds: seconds - 3)
      let allocated = malloc_count_read().allocations - allocations
      malloc_count_enable(0)
      let share = Double(Stopwatch.processorNanoseconds - processor) / Double(Stopwatch.nanoseconds - clock)
      traffic.carry(seconds: 2)

      let far = try rival.finish()
      let ours = traffic.finish()
      return [
        Measurement("sip.rtp_calls", Double(ours.wholeCalls), "", .atLeast(1_000)),
        Measurement("sip.rtp_late_packets", Double(ours.late), "", .atMost(0)),
        Measurement("sip.rtp_lost_packets", Double(ours.lost + Int(far.lost)), "", .atMost(0)),
        Measurement("sip.rtp_jitter_p50_ms", far.p50_ms, "ms"),
        Measurement("sip.rtp_jitter_p99_ms", far.p99_ms, "ms", .atMost(2)),
        Measurement("sip.rtp_jitter_most_ms", far.most_ms, "ms"),
        Measurement("sip.rtp_late_ticks", Double(crtp_engine_late_ticks(engine)), ""),
        Measurement("sip.rtp_core_percent", 100 * share, "%"),
        Measurement("sip.rtp_allocations", Double(allocated), "", .atMost(0)),
        Measurement("sip.rtp_is_real_time", Double(crtp_engine_is_real_time(engine)), ""),
        Measurement("peer.rtp_rival_late_packets", Double(far.late), ""),
      ]
    }
  }
#endif
