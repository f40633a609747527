/// The room for the words of an instance in a runner that have not reached the host.
///
/// A pure value.
struct WordRoom: Hashable, Sendable {
  /// The fill of the room.
  enum Pressure: Int, Comparable, Sendable {
    /// Everything is accepted.
    case low
    /// Messages for people are dropped and counted, so that the words about calls find room.
    case quarter
    /// No more calls may come.
    case half
    /// The process has to end.
    case full

    static func < (left: Pressure, right: Pressure) -> Bool { left.rawValue < right.rawValue }
  }

  /// The limit on the words that wait; nil for none.
  var limit: Int?
  /// The words of the process that are on their way already.
  var ahead = 0
  /// The messages for people that were dropped.
  private(set) var dropped = 0

  /// The fill while `count` words of the instance wait.
  func pressure(_ count: Int) -> Pressure {
    guard let limit else { return .low }
    let quarters = 4 * (count + ahead) / limit
    return quarters >= 4 ? .full : quarters >= 2 ? .half : quarters >= 1 ? .quarter : .low
  }

  /// True when there is room for a message for people; otherwise it is counted.
  mutating func admitsMessage(_ count: Int) -> Bool {
    guard pressure(count) >= .quarter else { return true }
    dropped += 1
    return false
  }

  /// Returns the number of dropped messages, and begins anew.
  mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }
}
