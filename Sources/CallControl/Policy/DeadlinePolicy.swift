/// How long things may take, where that differs from the wider policy or the rules (T1).
///
/// A short list rather than twelve optional fields: most policies set none, and a line is copied often.
public struct DeadlinePolicy: Hashable, Codable, Sendable {
  private struct Entry: Hashable, Codable, Sendable {
    var deadline: Deadline
    var duration: Duration
  }

  private var entries: [Entry] = []

  /// All as the wider policy or the rules say.
  public init() {}

  /// How long `deadline` is; nil: as the wider policy or the rules say.
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
