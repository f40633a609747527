/// A node's right to be the owner of anything, for the time of a lease (K2, K7).
///
/// It is good until the first sending of the last renewal that the store acknowledged, and the length of a lease after it. The store
/// had no newer renewal than that one before the sending, so a watcher's wait cannot end before the lease does.
package struct Lease: Hashable, Sendable {
  /// A renewal without an answer.
  package struct Renewal: Hashable, Sendable {
    /// Its id.
    package let id: WriteID
    /// Its number.
    package let beat: UInt64
    /// The time before its first sending.
    package let firstSent: ClusterTime
    /// The time before its last sending.
    package var lastSent: ClusterTime
    /// The revision that it compares with.
    package let expected: UInt64
  }

  /// The first instant at which the lease is not good; nil when there was no lease.
  package private(set) var end: ClusterTime?
  /// The renewal without an answer.
  package private(set) var renewal: Renewal?
  /// The number of the last acknowledged renewal.
  package private(set) var acknowledgedBeat: UInt64 = 0

  /// Creates a lease that was never granted.
  package init() {}

  /// Returns true while the lease is good.
  package func isGood(at now: ClusterTime) -> Bool {
    guard let end else { return false }
    return now < end
  }

  /// Notes that a renewal is about to be sent.
  package mutating func sending(_ id: WriteID, beat: UInt64, expected: UInt64, at now: ClusterTime) {
    renewal = Renewal(id: id, beat: beat, firstSent: now, lastSent: now, expected: expected)
  }

  /// Notes that the same renewal is about to be sent again.
  package mutating func sendingAgain(at now: ClusterTime) {
    renewal?.lastSent = now
  }

  /// Takes the store's word that it has the renewal; false when it is about none under way.
  package mutating func acknowledged(beat: UInt64, at now: ClusterTime, length: Int64, rules: ClusterRules) -> Bool {
    guard let renewal, renewal.beat == beat else { return false }
    let start =
      if !rules.contains(.leaseFromSending) { now } else if !rules.contains(.leaseFromFirstSending) { renewal.lastSent } else {
        renewal.firstSent
      }
    end = max(end ?? start, start + length)
    acknowledgedBeat = beat
    self.renewal = nil
    return true
  }

  /// Forgets the renewal without an answer: the store refused it, and a later record of the node decides.
  package mutating func lost() {
    renewal = nil
  }
}
