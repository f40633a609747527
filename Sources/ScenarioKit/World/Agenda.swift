internal import CallControl

/// The providers' future reports, ordered by time and then by when they were planned.
struct Agenda: Sendable {
  private var words: [(time: Instant, word: PlannedWord)] = []

  var earliest: Instant? { words.first?.time }

  mutating func plan(_ word: PlannedWord, at time: Instant) {
    let place = words.firstIndex { $0.time > time } ?? words.endIndex
    words.insert((time, word), at: place)
  }

  /// Removes and returns the first report if it is due.
  mutating func takeDue(_ now: Instant) -> PlannedWord? {
    guard let first = words.first, first.time <= now else { return nil }
    return words.removeFirst().word
  }
}
