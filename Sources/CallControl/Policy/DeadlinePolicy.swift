/// Time limits that differ from the wider policy or the defaults (T1).
///
/// A short list rather than twelve optional fields, since most policies set none and lines are copied often.
public struct DeadlinePolicy: Hashable, Codable, Sendable {
  private struct Entry: Hashable, Codable, Sendable {
    var deadline: Deadline
    var duration: Duration
  }

  private var entries: [Entry] = []

  /// Creates a policy that sets no limit.
  public init() {}

  /// The limit of `deadline`; nil to use the wider policy or the default.
  public subscript(deadline: Deadline) -> Duration? {
    get { entries.first { $0.deadline == deadline }?.duration }
    set {
      entries.removeAll { $0.deadline == deadline }
      guard let newValue else { return }
      let place = entries.firstIndex { $0.deadline.rawValue > deadline.rawValue } ?? entries.endIndex
      entries.insert(Entry(deadline: deadline, duration: newValue), at: place)
    }
  }
}
