/// Do-not-disturb of a line as the store and the host have it, and the write or the change that makes both the same: a pure value.
///
/// The owner of the line writes its own changes; a change by administration counts on the host.
package struct DoNotDisturbCopy: Hashable, Sendable {
  /// An order of the copy.
  package enum Order: Hashable, Sendable {
    /// Switch the host's line.
    case apply(Bool)
    /// Write the value on condition of the revision, and tell the outcome.
    case write(Bool, revision: UInt64)
  }

  /// The store's value; nil where it says nothing.
  private var stored: Bool?
  private var revision: UInt64
  /// The host's value, as far as it is known.
  private var host: Bool?
  /// The value under way to the store.
  private var writing: Bool?
  private var isHere = false

  /// Creates the copy of a key.
  package init(stored: Bool?, revision: UInt64) { (self.stored, self.revision) = (stored, revision) }

  /// True while a write has no outcome.
  package var isWriting: Bool { writing != nil }

  /// Takes a value of the store; an older one changes nothing.
  package mutating func storeHas(_ value: Bool?, revision: UInt64) -> Order? {
    guard revision > self.revision else { return nil }
    (stored, self.revision) = (value, revision)
    return writing == nil ? applied() : nil
  }

  /// Takes the word that the store lost data and counts revisions from the beginning again.
  package mutating func storeWentBack() { (stored, revision) = (nil, 0) }

  /// Takes the place of the line.
  package mutating func moved(isHere: Bool) -> Order? {
    guard isHere != self.isHere else { return nil }
    self.isHere = isHere
    host = nil
    return isHere && writing == nil ? applied() : nil
  }

  /// Takes a value of the host's line.
  package mutating func hostHas(_ value: Bool) -> Order? {
    guard isHere else { return nil }
    host = value
    return write()
  }

  /// Takes the outcome of a write that is in the store.
  package mutating func written(revision: UInt64) -> Order? {
    guard let value = writing else { return nil }
    writing = nil
    if revision > self.revision { (stored, self.revision) = (value, revision) }
    return write()
  }

  /// Takes the outcome of a write that lost against another one, with the store's present value.
  package mutating func lost(_ value: Bool?, revision: UInt64) -> Order? {
    guard writing != nil else { return nil }
    writing = nil
    let isOther = value != stored
    (stored, self.revision) = (value, max(revision, self.revision))
    return isOther ? applied() : write()
  }

  /// Takes a write that has no outcome; `again` comes later.
  package mutating func failed() { writing = nil }

  /// Tries a write again that failed.
  package mutating func again() -> Order? { write() }

  private mutating func applied() -> Order? {
    guard isHere, let stored, stored != host else { return nil }
    host = stored
    return .apply(stored)
  }

  private mutating func write() -> Order? {
    guard isHere, writing == nil, let host, host != stored ?? false else { return nil }
    writing = host
    return .write(host, revision: revision)
  }
}
