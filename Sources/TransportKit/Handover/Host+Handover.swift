internal import TransportABI

extension Host {
  /// Serves `handover.prepare`.
  func prepareHandover(_ number: UInt32, _ out: UnsafePointer<hsw_parcel>) -> hsw_status {
    guard let face = faces.handover else { return HSW_E_NOTSUP }
    guard let way = offered(number, by: face) else { return HSW_E_RANGE }
    guard phase == .active, !standstill.isSilent else { return HSW_E_STATE }
    return status { () throws(TransportError) in
      standstill.place = .outside
      let parcel = ParcelWriter(out)
      try face.prepare(way, parcel)
      try sendFirstPart(way, face, parcel)
      standstill.place = .prepared(way)
    }
  }

  /// Serves `handover.give`.
  func giveHandover(_ number: UInt32, _ out: UnsafePointer<hsw_parcel>) -> hsw_status {
    guard let face = faces.handover else { return HSW_E_NOTSUP }
    guard let way = offered(number, by: face) else { return HSW_E_RANGE }
    guard phase == .active, !standstill.isSilent else { return HSW_E_STATE }
    if case .prepared(let other) = standstill.place, other != way { return HSW_E_STATE }
    // The receiver of a secret is a function, which cannot cross.
    if way == .calls, secretsUnderWay > 0 { return HSW_E_BUSY }
    return status { () throws(TransportError) in
      let parcel = ParcelWriter(out)
      try face.give(way, parcel)
      if case .prepared = standstill.place {} else { try sendFirstPart(way, face, ParcelWriter(out)) }
      try sendSecondPart(way, parcel, out)
      standstill.place = .given(way)
      pauseWatches()
    }
  }

  /// Serves `handover.take`.
  func takeHandover(_ number: UInt32, _ source: UnsafePointer<hsw_parcel>, _ why: UnsafeMutablePointer<hsw_why>) -> hsw_status {
    guard let face = faces.handover else { return HSW_E_NOTSUP }
    guard let way = offered(number, by: face) else { return HSW_E_RANGE }
    guard phase == .initialized, case .outside = standstill.place else { return HSW_E_STATE }
    turn = Turn()
    defer { turn = Turn() }
    pauseWatches()
    standstill.place = .taken(way)
    do throws(TransportError) {
      let table = hsw_parcel(source)
      let content = try HandoverParts(HandoverParts.read(table), way, for: kind.descriptor.id, mostFormat: type(of: face).handoverFormat)
      (minted, calls, actions) = (content.books.minted, content.books.calls, content.books.actions)
      let parcel = ParcelReader(
        content.bytes, format: content.format, from: table, calls: calls.keys.sorted().map { Call(id: $0) },
        actions: actions.mapValues(\.call))
      try face.take(way, parcel)
      try parcel.finish()
      return HSW_OK
    } catch {
      // It has kept nothing, and destroy follows: timers of a transport that has read half a parcel must not fire.
      phase = .destroying
      calls = [:]
      actions = [:]
      stopAll()
      (standstill.reports, standstill.work) = ([], [])
      return explain(error, why)
    }
  }

  /// Serves `handover.settle`.
  func settleHandover(_ number: UInt32) {
    guard let face = faces.handover, let outcome = HandoverOutcome(rawValue: number), isServing else { return }
    turn = Turn()
    defer { turn = Turn() }
    switch (standstill.place, outcome) {
    case (.prepared, .refused), (.given, .refused):
      standstill.place = .outside
      face.settle(outcome, as: .old)
      goOn()
    case (.given(.calls), .taken):
      standstill.place = .over
      (standstill.reports, standstill.work) = ([], [])
      face.settle(outcome, as: .old)
    case (.given(.sockets), .taken):
      (standstill.place, standstill.companion) = (.outside, .old)
      face.settle(outcome, as: .old)
      goOn()
    case (.taken(let way), .taken):
      standstill.place = .outside
      if way == .sockets { standstill.companion = .new }
      sendReports()
      face.settle(outcome, as: .new)
      goOn()
    case (.outside, .refused), (.outside, .alone):
      guard let side = standstill.companion, outcome == .alone || side == .old else { return }
      standstill.companion = nil
      face.settle(outcome, as: side)
    case (.outside, _), (.prepared, _), (.given, _), (.taken, _), (.over, _):
      return
    }
  }

  private func offered(_ number: UInt32, by face: any HandoverTransport) -> HandoverWay? {
    HandoverWay(rawValue: number).flatMap { type(of: face).handoverWays.contains($0) ? $0 : nil }
  }

  /// Writes the head of the parcel and the transport's bytes of `prepare`.
  private func sendFirstPart(_ way: HandoverWay, _ face: any HandoverTransport, _ content: ParcelWriter) throws(TransportError) {
    if let error = content.error { throw error }
    try content.send(HandoverParts.head(kind.descriptor.id, type(of: face).handoverFormat, way, content.bytes)[...])
  }

  /// Writes the kit's books and the transport's bytes of `give`.
  private func sendSecondPart(_ way: HandoverWay, _ content: ParcelWriter, _ out: UnsafePointer<hsw_parcel>) throws(TransportError) {
    if let error = content.error { throw error }
    let books = ParcelWriter(out)
    (way == .calls ? HandoverBooks(minted: minted, calls: calls, actions: actions) : HandoverBooks(minted: minted)).write(to: books)
    books.write(content.bytes)
    try books.send(books.bytes[...])
  }
}
