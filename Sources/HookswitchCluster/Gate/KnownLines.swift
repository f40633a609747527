internal import ClusterControl
internal import Locking

/// The slots and keys of the lines that were asked for before. [any thread]
///
/// Each call asks for the slot of its line several times, and a digest takes several times as long as a look here.
enum KnownLines {
  private struct Line: Sendable {
    let slot: Slot
    let key: String

    init(_ name: String, digits: Int) {
      slot = Slot(of: name, digits: digits)
      key = "\(slot).\(NameToken.encode(name))"
    }
  }

  /// The largest number of lines, about 2 MB; beyond it, all are forgotten.
  private static let limit = 16_384
  private static let lines = Locked<[String: Line]>([:])

  /// Returns the slot of a line.
  static func slot(of name: String, digits: Int) -> Slot {
    if let slot = lines.withLock({ $0[name]?.slot }), slot.digits == digits { return slot }
    return line(name, digits).slot
  }

  /// Returns the key of a line's records and connected calls, such as `a3f.agent-9`.
  static func key(of name: String, digits: Int) -> String { line(name, digits).key }

  private static func line(_ name: String, _ digits: Int) -> Line {
    if let known = lines.withLock({ $0[name] }), known.slot.digits == digits { return known }
    let line = Line(name, digits: digits)
    lines.withLock { lines in
      if lines.count >= limit { lines = [:] }
      lines[name] = line
    }
    return line
  }
}
