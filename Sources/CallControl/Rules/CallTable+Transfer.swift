extension CallTable {
  /// R1, R2: returns the next step of a transfer.
  func moveToTransfer(_ call: CallID, _ target: TransferTarget) throws(CallError) -> Move {
    var parties = [legs[try visible(call)]]
    if case .call(let other) = target { parties.append(legs[try visible(other)]) }

    for leg in parties {
      guard leg.state.isConnected, size(of: leg.group) == 1, !leg.marks.contains(.transferring) else {
        throw CallError(.invalidAction, [leg.id])
      }
    }
    if parties.count == 2, parties[0].id == parties[1].id { throw CallError(.invalidAction, [call]) }
    if let leg = parties.first(where: { $0.marks.contains(.emergency) }) { throw CallError(.emergencyInProgress, [leg.id]) }
    if let leg = parties.first(where: { !$0.capabilities.contains(.transfer) || $0.provider != parties[0].provider }) {
      throw CallError(.transferUnsupported, [leg.id])
    }
    if case .handle(let handle) = target, !roster.takes(handle.type, parties[0].provider) {
      throw CallError(
        .unsupportedHandle, [call], provider: parties[0].provider, handleKinds: roster.kinds(of: parties[0].provider))
    }
    if let leg = parties.first(where: { $0.state == .active && !$0.capabilities.contains(.holding) }) {
      throw CallError(.cannotHold, [leg.id])
    }

    if let active = parties.first(where: { $0.state == .active }) { return .hold(Few(one: active.id), .transfer) }
    return .send(Few(one: call), .transfer(target))
  }
}
