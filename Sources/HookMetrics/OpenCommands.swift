internal import CallControl
internal import FoundationEssentials

/// The commands that wait for an answer, with the times when they were sent.
///
/// A hash table with linear probing, since two look-ups for each command are a large part of the cost of counting. A call is on one line,
/// so the call and the command's number name a command. A command whose answer never comes leaves when its deadline has passed and the
/// table is full.
struct OpenCommands: Sendable {
  /// The largest number of commands whose time is taken at once.
  static let limit = 1 << 16

  /// The name of a command: its call's id in two words, and its number.
  struct Key: Equatable, Sendable {
    fileprivate let high: UInt64
    fileprivate let low: UInt64
    fileprivate let number: UInt64

    /// Takes the bytes of the call's id as they lie there: its accessor is a function of a library, of which the compiler cannot know that
    /// it changes no record.
    init(_ call: borrowing CallID, _ command: CommandID) {
      (high, low) = withUnsafeBytes(of: call) { bytes in
        (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      }
      number = command.rawValue
    }

    /// A hash whose upper bits depend on all bits, since programs may count the ids of their calls up: Fibonacci hashing.
    fileprivate var hash: UInt64 {
      let mixed = (high ^ low) &+ number &* 0x9E37_79B9_7F4A_7C15
      return (mixed ^ mixed >> 32) &* 0xC4CE_B9FE_1A85_EC53
    }
  }

  /// One command; a place without a key is free.
  private struct Entry: Sendable {
    var key: Key?
    var sent = Instant.zero
    var deadline = Instant.zero
  }

  private var entries: [Entry] = []
  private(set) var count = 0
  /// The first of the deadlines when the table was last full.
  private var earliest = Instant.zero

  /// The place where the search for a command begins; the number of places is a power of two, at most 2^16.
  private func home(_ key: Key) -> Int { Int(truncatingIfNeeded: key.hash >> 48) & (entries.count - 1) }

  /// Notes that a command was sent; a full table leaves it out.
  mutating func begin(_ command: Key, at time: Instant, until deadline: Instant) {
    if (count + 1) * 4 > entries.count * 3 { guard grow(at: time) else { return } }
    insert(Entry(key: command, sent: time, deadline: deadline))
  }

  /// Removes a command, and returns the time when it was sent; nil for an unknown one.
  mutating func end(_ key: Key) -> Instant? {
    guard count > 0 else { return nil }
    var place = home(key)
    while let other = entries[place].key {
      if other == key {
        defer { remove(at: place) }
        return entries[place].sent
      }
      place = (place + 1) & (entries.count - 1)
    }
    return nil
  }

  /// Notes that a command was sent.
  mutating func begin(_ call: CallID, _ command: CommandID, at time: Instant, until deadline: Instant) {
    begin(Key(call, command), at: time, until: deadline)
  }

  /// Removes a command, and returns the time when it was sent.
  mutating func end(_ call: CallID, _ command: CommandID) -> Instant? { end(Key(call, command)) }

  private mutating func insert(_ entry: Entry) {
    guard let key = entry.key else { return }
    var place = home(key)
    while entries[place].key != nil { place = (place + 1) & (entries.count - 1) }
    entries[place] = entry
    count += 1
  }

  /// Frees a place, and moves later entries up, so that no search meets a gap before its entry.
  private mutating func remove(at free: Int) {
    let mask = entries.count - 1
    count -= 1
    var (gap, place) = (free, (free + 1) & mask)
    while let key = entries[place].key {
      // The entry may move to the gap when its search begins there or before.
      if (place &- home(key)) & mask >= (place &- gap) & mask {
        entries[gap] = entries[place]
        gap = place
      }
      place = (place + 1) & mask
    }
    entries[gap].key = nil
  }

  /// Makes room: doubles the table, or removes the commands whose deadline has passed; returns false when there is none.
  private mutating func grow(at now: Instant) -> Bool {
    // A full table is searched again only once one of its deadlines has passed.
    guard entries.count < Self.limit || now > earliest else { return false }
    let kept = entries.filter { $0.key != nil && $0.deadline >= now }
    let places = kept.count * 2 < entries.count ? entries.count : min(max(64, entries.count * 2), Self.limit)
    earliest = kept.map(\.deadline).min() ?? now
    guard (kept.count + 1) * 4 <= places * 3 else { return false }
    entries = Array(repeating: Entry(), count: places)
    count = 0
    for entry in kept { insert(entry) }
    return true
  }
}
