/// The times and limits of a node; all nodes of a cluster have the same.
package struct ClusterSettings: Hashable, Sendable {
  /// The time between two renewals of the lease, in milliseconds.
  package var beat: Int64 = 3_000
  /// The length of a lease from the first sending of its renewal, in milliseconds.
  package var lease: Int64 = 15_000
  /// The time after the lease that a watcher waits in addition, in milliseconds.
  package var margin: Int64 = 2_000
  /// The time after the whole map that a node waits before its first claim, in milliseconds (K10).
  package var settling: Int64 = 3_000
  /// The time after which a whole read without an answer is asked for again, in milliseconds.
  package var readLimit: Int64 = 5_000
  /// The number of hand-overs that a node has under way at once.
  package var moves = 4
  /// The room of a node in relation to its share of the slots, in thousandths.
  package var room = 1_050
  /// The shortest time between two computations of the wish, in milliseconds: many nodes appear at once after an outage.
  package var wishPause: Int64 = 100
  /// The number of digits of a slot when this node writes the layout.
  package var digits = 3
  /// The number of neighbours that expire a node first; the others follow one beat later.
  package var neighbours = 3
  /// The time after which a call of a lost node counts as ended, in milliseconds (K16).
  package var strayLimit: Int64 = 14_400_000

  /// Creates the default settings.
  package init() {}
}

/// The rules of leases and lending, each of which a test can switch off to show that the exploration finds its loss.
package struct ClusterRules: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt32

  /// Creates a set from its bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A renewal is a compare-and-swap (K2).
  package static let renewalCompares = ClusterRules(rawValue: 1 << 0)
  /// A lease counts from the sending, not from the answer (K2).
  package static let leaseFromSending = ClusterRules(rawValue: 1 << 1)
  /// A renewal sent again counts from its first sending (K2).
  package static let leaseFromFirstSending = ClusterRules(rawValue: 1 << 2)
  /// A watcher waits for lease and margin (K3).
  package static let expiryWaits = ClusterRules(rawValue: 1 << 3)
  /// A slot is claimed only when its owner's incarnation is gone (K4).
  package static let claimNeedsExpiry = ClusterRules(rawValue: 1 << 4)
  /// An expiry is a compare-and-swap on the revision that the watcher saw (K3).
  package static let expiryCompares = ClusterRules(rawValue: 1 << 5)
  /// A watcher expires a node only after the engine has acknowledged a renewal of its own since the node's time was over (K3, K11).
  package static let expiryNeedsProof = ClusterRules(rawValue: 1 << 6)
  /// A hand-over lists the owner's lines with calls (K6).
  package static let handOverLends = ClusterRules(rawValue: 1 << 8)
  /// The owner adds calls to lent lines only from the moment at which it sends the hand-over (K6).
  package static let handOverFromSending = ClusterRules(rawValue: 1 << 9)
  /// The new owner adds no call to a lent line (K5).
  package static let ownerHeedsLent = ClusterRules(rawValue: 1 << 10)
  /// The owner takes a lent line back unasked only when the borrower is gone (K6).
  package static let ownerWaitsForReturn = ClusterRules(rawValue: 1 << 11)
  /// A borrower adds no call to a line that it has given back (K6).
  package static let returnIsFinal = ClusterRules(rawValue: 1 << 12)
  /// An heir keeps the lent lines of living borrowers (K4).
  package static let heirKeepsLent = ClusterRules(rawValue: 1 << 13)

  /// Every rule.
  package static let all = ClusterRules(rawValue: .max)
}
