package import CallControl
internal import Locking

extension HostCore: ClockClient {
  package var nextDeadline: Instant? { alarms.withLock { $0.earliest } }

  package func settle() async {
    await activity.rest()
  }

  /// Adds an alarm, and sets the clock when it is the earliest.
  func setAlarm(_ alarm: Alarm, at time: Instant) {
    if alarms.withLock({ $0.insert(alarm, at: time) }) { clock.wake(self, noLaterThan: time) }
  }

  /// Sets an alarm for the audio at `time`.
  package func setSoundAlarm(at time: Instant) {
    setAlarm(.audio, at: time)
  }

  /// Handles all alarms that are due.
  package func timeCame() {
    let now = clock.now
    while let (alarm, time) = alarms.withLock({ $0.takeDue(at: now) }) {
      switch alarm {
      case .line(let box):
        let (isDue, again) = box.timeCame(time, now: now)
        if let again { setAlarm(.line(box), at: again) }
        if isDue { submit(.event(.tick), to: box) }
      case .forget(let box): forget(box)
      case .restart(let lost): if let box = lost.box { restart(box) }
      case .endQuarantine(let provider): endQuarantine(of: provider)
      case .audio: audio?.timeCame()
      }
    }
    if let next = nextDeadline { clock.wake(self, noLaterThan: next) }
  }

  /// Forgets a generated line that has become idle.
  private func forget(_ box: LineBox) {
    let isForgotten = board.withLock { board in
      guard board.lines[box.id] === box, box.closeIfIdle() else { return false }
      board.lines[box.id] = nil
      return true
    }
    guard isForgotten else { return }
    audioWishes.withLock { $0[box.id] = nil }
    audio?.forget(box.id)
    keep(.closed(box.id), at: clock.now)
  }
}
