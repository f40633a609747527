internal import TransportABI

extension Extension {
  /// The extension `handover` of a type of transports; nil for a type that does not offer it.
  ///
  /// Its table names the ways, so each type has its own.
  static func handover(of type: any Transport.Type) -> Extension? {
    guard let face = type as? any HandoverTransport.Type else { return nil }
    return Extension(
      HSW_EXT_HANDOVER,
      hsw_handover(
        size: UInt32(MemoryLayout<hsw_handover>.size), flags: 0, ways: face.handoverWays.reduce(0) { $0 | $1.rawValue }, reserved: 0,
        prepare: { context, way, out in Host.at(context)?.prepareHandover(way, out) ?? HSW_E_INVAL },
        give: { context, way, out in Host.at(context)?.giveHandover(way, out) ?? HSW_E_INVAL },
        take: { context, way, parcel, why in Host.at(context)?.takeHandover(way, parcel, why) ?? HSW_E_INVAL },
        settle: { context, outcome in Host.at(context)?.settleHandover(outcome) })
    ) { $0 is any HandoverTransport.Type }
  }
}
