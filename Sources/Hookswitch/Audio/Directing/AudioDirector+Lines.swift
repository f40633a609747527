internal import CallControl

extension AudioDirector {
  mutating func see(_ snapshot: LineSnapshot, _ ended: [Call], at now: Instant) {
    let line = snapshot.line
    // Two threads may deliver snapshots out of order; the newer one counts.
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
    endPrograms(of: line)
    connect(line)
    matchRoute(of: line)
  }

  /// Forgets a line, whose calls ended long ago.
  mutating func forget(_ line: LineID) {
    for call in ports.keys where ports[call]?.line == line { close(call) }
    for program in lines[line]?.programs ?? [] {
      effects.append(.programEnds(program.id))
      detachProgram(program.id)
    }
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

  /// Ends failure tones whose time has passed.
  mutating func endFailures(at now: Instant) {
    for line in lines.keys {
      guard let failure = lines[line]?.failure, failure.until <= now else { continue }
      stage(line) { $0.failure = nil }
      updateDevice(of: line)
    }
  }

  /// Returns the sound of a line's device, without the ringtone while another program rings.
  func sound(of stage: LineStage) -> LineSound? {
    guard let sound = stage.sound else { return nil }
    if case .ringtone = sound, !playsRingtone { return nil }
    return sound
  }

  /// Applies a change of the sounds that the host plays.
  mutating func matchSound(of line: LineID) {
    updateDevice(of: line)
    touch(line)
  }

  // MARK: Devices

  /// Opens the line's device with its first sound, and closes it when the line is empty.
  ///
  /// The device stays open between calls, because opening takes a while and the first words of the next call would be lost.
  private mutating func updateDevice(of line: LineID) {
    guard seats.contains(line), let stage = lines[line] else { return }
    let hasSound = sound(of: stage) != nil || stage.snapshot.calls.contains { $0.state.isConnected || $0.hasEarlyMedia }
    setDevice(of: line, isNeeded: hasSound || (stage.hasDevice && !(stage.snapshot.calls.isEmpty && stage.owners.isEmpty)))
  }

  /// Opens or closes a line's device, if it has one that is not in that state yet.
  mutating func setDevice(of line: LineID, isNeeded: Bool) {
    guard seats.contains(line), lines[line]?.hasDevice != isNeeded else { return }
    stage(line) { $0.hasDevice = isNeeded }
    // No scene may contain a device that is being closed.
    if !isNeeded { restage() }
    effects.append(.device(line, isNeeded: isNeeded))
  }

  /// Requests from the line's device the route that the user chose, or otherwise the owner's.
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
