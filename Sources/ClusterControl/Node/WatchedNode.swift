/// A life that is gone unless the store lost data, and the time at which it counts as gone.
struct Doubt: Hashable, Sendable {
  let life: NodeLife
  let end: ClusterTime
}

/// A node's key as a watcher knows it (K3).
package struct WatchedNode: Hashable, Sendable {
  /// An expiry without an answer.
  struct Expiry: Hashable, Sendable {
    let id: WriteID
    let record: NodeRecord
    let expected: UInt64
    var sentAt: ClusterTime
    var isRefused = false
  }

  /// The name of the node.
  package let name: NodeName
  /// The last record; a key that was deleted leaves the record that it had.
  package internal(set) var record: NodeRecord
  /// The revision of the key; 0 when it does not exist.
  package internal(set) var revision: UInt64
  /// The time at which the last beat was received.
  package internal(set) var heardAt: ClusterTime
  /// True when the key was deleted.
  package internal(set) var isMissing = false
  var expiry: Expiry?
}
