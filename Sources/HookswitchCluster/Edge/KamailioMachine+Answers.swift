internal import ClusterControl

// The answers, and the requests that got none.
extension KamailioMachine {
  mutating func take(_ answer: KamailioAnswer, to request: KamailioRequest, at now: ClusterTime, _ effects: inout [Effect]) {
    if case .refused(let reason) = answer { return refuse(request, reason, at: now, &effects) }
    switch request {
    case .look:
      nextLook = now + times.look
      if phase == .filling { return beginWriting(over: answer != .absent) }
      guard answer == .absent else { return }
      effects.append(.note(.emptied))
      // A restarted Kamailio has no calls.
      sweeps = []
      fill()
    case .mark:
      guard phase == .marking else { return }
      phase = .filled
      (isNotedAway, attempts) = (false, 0)
      nextLook = now + times.look
      effects.append(.note(.filled(keys: EdgeTable.allCases.reduce(0) { $0 + (wanted?.entries[$1]?.count ?? 0) })))
      written = 0
    case .write: written += 1
    case .dump(let table):
      guard case .keys(let keys) = answer else { return }
      for key in keys where wanted?[table, key] == nil { queue.add(table, key) }
    case .calls(_, let share):
      guard case .calls(let calls) = answer else { return }
      update(request) { $0.take(calls, share: share) }
    case .pinged:
      guard case .pinged(let list) = answer else { return }
      states.take(list, at: now, every: times.ping)
      judgeSilence(at: now, &effects)
    case .addPinged, .removePinged: states.changed(at: now, every: times.ping)
    case .flush, .end, .refuse: break
    }
  }

  /// Enters a request that got no answer again.
  mutating func putBack(_ request: KamailioRequest) {
    switch request {
    case .write(let table, let key, _): queue.add(table, key)
    case .dump, .flush: firsts.append(request)
    case .mark: if phase == .marking { phase = .filling }
    case .calls(_, let share): update(request) { $0.take(nil, share: share) }
    // The next round finds the call again.
    case .end, .refuse, .look, .pinged, .addPinged, .removePinged: break
    }
  }

  /// Begins to end the calls at an address.
  mutating func sweep(_ address: EdgeAddress, at now: ClusterTime) {
    guard !sweeps.contains(where: { $0.address == address }) else { return }
    sweeps.append(CallSweep(address, began: now))
  }

  private mutating func update(_ request: KamailioRequest, _ body: (inout CallSweep) -> Void) {
    guard case .calls(let destination, _) = request,
      let index = sweeps.firstIndex(where: { $0.address.destination == destination })
    else { return }
    body(&sweeps[index])
  }

  /// Declares those nodes dead that are gone and have been silent for the limit.
  private mutating func judgeSilence(at now: ClusterTime, _ effects: inout [Effect]) {
    for address in wanted?.doubted ?? [] where states.isSilent(address.uri, for: times.silence, at: now) {
      guard wanted?[.dead, address.place] == nil else { continue }
      silent.insert(address.place)
      wanted?.entries[.dead, default: [:]][address.place] = "1"
      queue.add(.dead, address.place)
      effects.append(.note(.silent(place: address.place)))
      sweep(address, at: now)
    }
  }
}

extension KamailioRequest {
  /// The key that it writes.
  var key: KeyQueue.Key? {
    guard case .write(let table, let name, _) = self else { return nil }
    return KeyQueue.Key(table: table, name: name)
  }

  var isWrite: Bool { key != nil }

  /// True for the requests of a filling that come before its keys.
  var isFirst: Bool {
    switch self {
    case .dump, .flush: true
    default: false
    }
  }

  var isPing: Bool {
    switch self {
    case .pinged, .addPinged, .removePinged: true
    default: false
    }
  }
}
