#if HOOKSWITCH_SIP
  extension IsolationPart {
    /// Finds the highest rate of SIP calls that a host answers without a retransmission, with the transport at each place.
    func sip() throws -> [Measurement] {
      var measurements: [Measurement] = []
      var rates: [Place: Int] = [:]
      for place in Place.allCases {
        let steps = [500, 1_000, 1_250, 1_500, 1_750, 2_000, 2_250, 2_500]
        let figures = try SIPRates(serve: { try SIPServer.ours(at: place) }, steps: steps, burst: 5, sustained: 15).measure()
        rates[place] = figures.callsPerSecond
        measurements.append(Measurement("iso.sip_calls_per_s.\(place)", Double(figures.callsPerSecond), "1/s"))
      }
      if let inside = rates[.inside], let process = rates[.process], inside > 0 {
        measurements.append(Measurement("iso.sip_share", 100 * Double(process) / Double(inside), "%", .atLeast(95)))
      }
      return measurements
    }
  }
#endif
