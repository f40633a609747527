internal import CallControl

extension AudioDirector {
  /// A line changed.
  mutating func see(_ snapshot: LineSnapshot, _ ended: [Call], at now: Instant) {
    let line = snapshot.line
    // Of two pictures that two threads bring, the newer counts.
    if let known = lines[line]?.snapshot.revision, known > snapshot.revision { return }
    stage(line) { $0.snapshot = snapshot }
    if snapshot.calls.isEmpty { stage(line) { $0.chosen = nil } }
    for call in ended { noteFailure(of: call, on: line, at: now) }
    if lines[line]?.front.isEmpty == false { stage(line) { $0.failure = nil } }
    updateDevice(of: line)
    for call in ended {
      close(call.uuid)
      endRecordings(of: call, on: line)
    }
    connect(line)
    matchRoute(of: line)
  }

  /// A line was forgotten: its calls are long over.
  mutating func forget(_ line: LineID) {
    for call in ports.keys where ports[call]?.line == line { close(call) }
    if lines[line]?.hasDevice == true { effects.append(.device(line, isNeeded: false)) }
    lines[line] = nil
    touch(line)
  }

  // MARK: Sounds

  private mutating func noteFailure(of call: Call, on line: LineID, at now: Instant) {
    guard seats.contains(line), let sound = LineSound(ofFailed: call) else { return }
    let until = now.advanced(by: Self.failureLength)
    stage(line) { $0.failure = (sound, until) }
    effects.append(.wake(until))
  }

  /// What failed has been heard long enough.
  mutating func endFailures(at now: Instant) {
    for line in lines.keys {
      guard let failure = lines[line]?.failure, failure.until <= now else { continue }
      stage(line) { $0.failure = nil }
      updateDevice(of: line)
    }
  }

  // MARK: Devices

  /// A device is open from when something is to be heard on its line until nothing is left there.
  ///
  /// Not only while there is: opening one takes a while, and a microphone that comes and goes between two calls says their first words to
  /// nobody.
  private mutating func updateDevice(of line: LineID) {
    guard seats.contains(line), let stage = lines[line] else { return }
    let hasSound = stage.sound != nil || stage.snapshot.calls.contains { $0.state.isConnected || $0.hasEarlyMedia }
    setDevice(of: line, isNeeded: hasSound || (stage.hasDevice && !(stage.snapshot.calls.isEmpty && stage.owners.isEmpty)))
  }

  /// Has a line's device opened or closed, if it has one and it is not so already.
  mutating func setDevice(of line: LineID, isNeeded: Bool) {
    guard seats.contains(line), lines[line]?.hasDevice != isNeeded else { return }
    stage(line) { $0.hasDevice = isNeeded }
    // What is staged without the device first; it must not be closed while a scene names it.
    if !isNeeded { restage() }
    effects.append(.device(line, isNeeded: isNeeded))
  }

  /// Asks the line's device for the way out that the user chose, else for the one that its owner wants.
  mutating func matchRoute(of line: LineID) {
    guard seats.contains(line), let stage = lines[line],
      stage.chosen != nil || !stage.owners.isEmpty || stage.snapshot.calls.isEmpty
    else { return }
    let wanted = stage.chosen ?? (stage.owners.isEmpty ? nil : stage.configuration.route(among: stage.routes))
    guard wanted != stage.preferred else { return }
    self.stage(line) { $0.preferred = wanted }
    effects.append(.prefer(line, wanted))
  }
}
