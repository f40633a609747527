/// The names of a cluster's streams and subjects.
package struct ClusterNames: Equatable, Sendable {
  /// The cluster's name.
  package let cluster: String

  /// Creates the names of a cluster.
  ///
  /// - Parameter cluster: its name: letters, digits, `-` and `_`, since a stream's name takes nothing else.
  package init(cluster: String) throws(ClusterStoreError) {
    guard (1...32).contains(cluster.utf8.count), cluster.utf8.allSatisfy({ Self.isPlain($0) }) else {
      throw .badSetting(name: "name", reason: "\(cluster.debugDescription) needs 1 to 32 letters, digits, - and _")
    }
    self.cluster = cluster
  }

  // MARK: Streams

  /// The stream of the calls' records.
  package var records: String { "HSW_\(cluster)_records" }

  /// The stream of a bucket.
  package func stream(_ bucket: ClusterBucket) -> String { "KV_hsw_\(cluster)_\(bucket.rawValue)" }

  // MARK: Subjects

  /// The subject on which a key is written.
  package func subject(_ bucket: ClusterBucket, _ key: String) -> String { "$KV.hsw_\(cluster)_\(bucket.rawValue).\(key)" }

  /// The subject on which the engine repeats each write of a bucket.
  ///
  /// The lines' settings lie outside `map`: Kamailio's agent may read the map, and nothing that lines are configured with.
  package func changes(_ bucket: ClusterBucket, _ key: String = ">") -> String {
    bucket == .lines ? "\(root).lines.\(key)" : "\(root).map.\(bucket.rawValue).\(key)"
  }

  /// The subject of a record.
  package func record(_ key: String) -> String { "\(root).record.\(key)" }

  /// The subject of requests to the owner of a slot.
  package func slot(_ digits: String) -> String { "\(root).slot.\(digits)" }

  /// The subject of requests to one node.
  ///
  /// - Parameter token: the node's name as a token.
  package func node(_ token: String) -> String { "\(root).node.\(token)" }

  /// The subject of questions to every node.
  package var all: String { "\(root).all" }

  private var root: String { "hsw.\(cluster).v1" }

  // MARK: Judging

  /// True for name tokens with single dots between them, which a key consists of.
  package static func isKey(_ text: String) -> Bool {
    guard (1...512).contains(text.utf8.count) else { return false }
    var isInToken = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: ".") {
        guard isInToken else { return false }
        isInToken = false
      } else {
        guard isPlain(byte) || byte == UInt8(ascii: "=") else { return false }
        isInToken = true
      }
    }
    return isInToken
  }

  /// True for the subject of an inbox, to which another node may send what it was asked for.
  package static func isInbox(_ subject: String) -> Bool {
    let prefix = "_INBOX."
    return subject.hasPrefix(prefix) && isKey(String(subject.dropFirst(prefix.count)))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
  }
}
