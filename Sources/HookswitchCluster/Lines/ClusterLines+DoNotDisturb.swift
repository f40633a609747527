internal import ClusterControl
internal import HookswitchCore
internal import Locking
internal import StrictJSON

// Do-not-disturb of the lines with a key, in the bucket and at the host.
extension ClusterLines {
  /// Notes the do-not-disturb of a line with a key, on the thread that drains the line; returns true if it has changed.
  static func note(_ change: LineChange, in flags: Locked<[String: Bool]>) -> Bool {
    let isOn = change.snapshot.doNotDisturb
    return flags.withLock { flags in
      guard let before = flags[change.line.rawValue], before != isOn else { return false }
      flags[change.line.rawValue] = isOn
      return true
    }
  }

  /// Writes a line's new do-not-disturb, from the thread that drains the line.
  func follow(_ change: LineChange) {
    let (line, isOn) = (change.line.rawValue, change.snapshot.doNotDisturb)
    store.lane.run { [weak self] in
      guard let self, !isClosed, let order = known[line]?.open?.copy.hostHas(isOn) else { return }
      carryOut(order, line)
    }
  }

  func carryOut(_ order: DoNotDisturbCopy.Order, _ line: String) {
    switch order {
    case .apply(let isOn):
      flags.withLock { $0[line] = isOn }
      hands.setDoNotDisturb(isOn, line)
    case .write(let isOn, let revision): write(isOn, line, revision)
    }
  }

  private func write(_ isOn: Bool, _ line: String, _ revision: UInt64) {
    guard let value = known[line]?.open?.value.setting("doNotDisturb", .bool(isOn)) else { return }
    store.write(keyWrite(line, value.jsonText(), .revision(revision)), within: Self.patience) { [weak self] outcome in
      guard let self, !isClosed, known[line]?.open != nil else { return }
      var order: DoNotDisturbCopy.Order?
      switch outcome {
      case .stored(let revision): order = known[line]?.open?.copy.written(revision: revision)
      case .lost(let current):
        // The key comes on its own way too; the later one of both changes nothing.
        let value = current?.value.flatMap { try? Self.read($0) }
        order = known[line]?.open?.copy.lost(value?["doNotDisturb"]?.flag, revision: current?.revision ?? 0)
        if case .write? = order, let value { known[line]?.open?.value = value }
      case .failed:
        known[line]?.open?.copy.failed()
        store.lane.after(Self.pause) { [weak self] in
          guard let self, !isClosed, let order = known[line]?.open?.copy.again() else { return }
          carryOut(order, line)
        }
      }
      if let order { carryOut(order, line) }
    }
  }
}
