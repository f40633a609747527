internal import RunnerChannel
internal import TransportABI

/// The ways in which a transport hands itself over to another version.
package enum HandoverWay: UInt32, Hashable, Sendable, CaseIterable {
  /// Calls move, with their handles, pending actions and sound.
  case calls = 1
  /// Sockets move; old calls end in the old version.
  case sockets = 2
}

/// The outcome of a handover, as both versions learn it.
package enum HandoverOutcome: UInt32, Hashable, Sendable {
  /// The new version has taken over.
  case taken = 1
  /// The old version goes on as before.
  case refused = 2
  /// The other version is gone.
  case alone = 3
}

// The handover of an instance, on its loop. Each function returns nil when the plugin hangs.
extension TransportInstance {
  /// True when the plugin offers that way.
  func handsOver(by way: HandoverWay) -> Bool { (tables?.handover.ways ?? 0) & way.rawValue != 0 }

  /// Has the old version write what can cross while it goes on.
  func prepareHandover(by way: HandoverWay, _ parcel: HandoverParcel) -> hsw_status? {
    guard let tables, handsOver(by: way), books({ $0.phase == .active && !$0.isSilent }) else { return HSW_E_STATE }
    guard let prepare = tables.handover.prepare else { return HSW_OK }
    return loop.call(.prepare) { parcel.lendForWriting { prepare(tables.instance.ctx, way.rawValue, $0) } }.map(judged)
  }

  /// Has the old version stop, and write its state; after success it must be settled.
  func giveHandover(by way: HandoverWay, _ parcel: HandoverParcel) -> hsw_status? {
    guard let tables, let give = tables.handover.give, handsOver(by: way), books({ $0.phase == .active && !$0.isSilent }) else {
      return HSW_E_STATE
    }
    let status = withoutTick(.give) { parcel.lendForWriting { give(tables.instance.ctx, way.rawValue, $0) } }.map(judged)
    if status == HSW_OK { hush() }
    return status
  }

  /// Has the new version read what the old one has written, before it is activated.
  func takeHandover(by way: HandoverWay, _ parcel: HandoverParcel, _ books: BooksBody) -> Step {
    guard let tables, let take = tables.handover.take, handsOver(by: way), self.books({ $0.phase == .initialized }) else {
      return .failed(.refused(step: PluginCall.take.name, code: HSW_E_STATE, text: ""))
    }
    var why = hsw_why()
    why.size = UInt32(MemoryLayout<hsw_why>.size)
    // It is silent before it reads: nothing that it says could be about calls that it has.
    hush()
    guard let status = loop.call(.take, { parcel.lendForReading { take(tables.instance.ctx, way.rawValue, $0, &why) } }).map(judged) else {
      return .hangs
    }
    guard status == HSW_OK else {
      return .failed(.refused(step: PluginCall.take.name, code: status, text: BorrowedText.read(buffer: why.text)))
    }
    guard self.books({ $0.adopt(books) }) else {
      return .failed(.refused(step: PluginCall.take.name, code: HSW_E_INVAL, text: "the books of its calls are not whole"))
    }
    return .done
  }

  /// Tells a version of the outcome.
  ///
  /// An old version whose calls are taken says nothing any more, and is only destroyed. One whose sockets are taken goes on with its calls.
  func settleHandover(_ outcome: HandoverOutcome, isNew: Bool, way: HandoverWay) -> Void? {
    guard let tables, let settle = tables.handover.settle else { return () }
    let isOver = outcome == .taken && !isNew && way == .calls
    if !isOver { books { $0.isSilent = false } }
    guard loop.call(.settle, { settle(tables.instance.ctx, outcome.rawValue) }) != nil else { return nil }
    guard isOver else {
      openGate()
      tellRings()
      return ()
    }
    books { ledger in
      ledger.phase = .deactivated
      ledger.forgetAll(TransportFault(.cancelled, "another version has it"))
    }
    return ()
  }

  /// Ends the instance's words and ticks until it is settled.
  private func hush() {
    books { $0.isSilent = true }
    gate.exclusively { gate.lead(to: nil, nil) }
    whenRingsChange?(nil)
  }

  /// The status of a function that has no pending answer.
  private func judged(_ status: hsw_status) -> hsw_status {
    guard status > HSW_OK else { return status }
    books { $0.misbehaviour.malformed += 1 }
    return HSW_E_RANGE
  }
}
