internal import CallControl

/// What providers will say later, in the order of time and, at one time, in the order in which it was planned.
struct Agenda: Sendable {
  private var words: [(time: Instant, word: PlannedWord)] = []

  var earliest: Instant? { words.first?.time }

  mutating func plan(_ word: PlannedWord, at time: Instant) {
    let place = words.firstIndex { $0.time > time } ?? words.endIndex
    words.insert((time, word), at: place)
  }

  /// Takes the first word if it is due.
  mutating func takeDue(_ now: Instant) -> PlannedWord? {
    guard let first = words.first, first.time <= now else { return nil }
    return words.removeFirst().word
  }
}
