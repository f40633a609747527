package import TransportABI

// The functions of handover/1.
extension PluginInstance {
  /// The ways in which the plugin hands over: bits of `HSW_HANDOVER_…`.
  package var handoverWays: UInt32 { get throws { try need(HSW_EXT_HANDOVER, hsw_handover()).ways } }

  /// True if the plugin has the optional function `prepare`.
  package var offersPrepare: Bool { get throws { try need(HSW_EXT_HANDOVER, hsw_handover()).prepare != nil } }

  /// Lets the plugin put into the parcel what may cross while everything goes on; HSW_OK for a plugin without that function.
  package func prepareHandover(_ parcel: ParcelBox, way: UInt32 = HSW_HANDOVER_CALLS) throws -> hsw_status {
    guard let prepare = try need(HSW_EXT_HANDOVER, hsw_handover()).prepare else { return HSW_OK }
    return cross("handover.prepare", saying: "way \(way)") { lender in
      parcel.lentForWriting(by: lender) { prepare(table.ctx, way, $0) }
    }
  }

  /// Lets the plugin write its state and stand still; no tick runs meanwhile.
  package func giveHandover(_ parcel: ParcelBox, way: UInt32 = HSW_HANDOVER_CALLS) throws -> hsw_status {
    guard let give = try need(HSW_EXT_HANDOVER, hsw_handover()).give else { throw TestFailure("hsw_handover.give is NULL") }
    return withoutTicks {
      cross("handover.give", saying: "way \(way)") { lender in
        parcel.lentForWriting(by: lender) { give(table.ctx, way, $0) }
      }
    }
  }

  /// Lets a new instance read the parcel.
  package func takeHandover(_ parcel: ParcelBox, way: UInt32 = HSW_HANDOVER_CALLS) throws -> Outcome {
    guard let take = try need(HSW_EXT_HANDOVER, hsw_handover()).take else { throw TestFailure("hsw_handover.take is NULL") }
    return cross("handover.take", saying: "\(parcel.bytes.count) bytes, \(parcel.count) descriptors") { lender in
      let why = lender.sized(hsw_why())
      let status = parcel.lentForReading(by: lender) { take(table.ctx, way, $0, why) }
      return Outcome(status, why)
    }
  }

  /// Tells the plugin the outcome of a handover.
  package func settleHandover(_ outcome: UInt32) throws {
    guard let settle = try need(HSW_EXT_HANDOVER, hsw_handover()).settle else { throw TestFailure("hsw_handover.settle is NULL") }
    cross("handover.settle", saying: "outcome \(outcome)") { _ in settle(table.ctx, outcome) }
  }

  /// Skips the test unless the plugin hands over its calls.
  package func needHandoverOfCalls() throws {
    let ways = try handoverWays
    guard ways & (HSW_HANDOVER_CALLS | HSW_HANDOVER_SOCKETS) != 0 else {
      throw TestFailure("hsw_handover.ways is \(ways), which names no way of handing over")
    }
    guard ways & HSW_HANDOVER_CALLS != 0 else {
      throw TestSkip("it hands over by HSW_HANDOVER_SOCKETS only, and the kit tests HSW_HANDOVER_CALLS")
    }
  }
}
