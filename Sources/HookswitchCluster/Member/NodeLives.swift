package import ClusterControl
internal import FoundationEssentials
internal import Glibc

/// The lives that processes of a node had on this machine, in a file beside the node's lock.
///
/// A process that gets the lock knows from it which life in the store is dead for certain: one that is not listed may be another machine
/// that was given the same name by mistake.
package struct NodeLives: Sendable {
  /// The number of lives that the file keeps: a process may end before the store has its record.
  private static let limit = 16

  private let path: String
  private var lives: [Incarnation]

  /// Reads the lives; a file that is missing or damaged has none, and the node waits for its predecessor's lease.
  ///
  /// - Parameter folder: the folder of the memory.
  package init(in folder: String) {
    path = folder + "/node.lives"
    let text = (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    lives = Array(text.split(separator: "\n").compactMap { Incarnation($0) }.suffix(Self.limit))
  }

  /// The lives.
  package var all: Set<Incarnation> { Set(lives) }

  /// Adds a life and writes the file, before the store hears of the life; false when the file cannot be written.
  package mutating func begin(_ life: Incarnation) -> Bool {
    lives = Array((lives + [life]).suffix(Self.limit))
    let text = lives.map(\.description).joined(separator: "\n") + "\n"
    let new = path + ".new"
    guard (try? Data(text.utf8).write(to: URL(filePath: new))) != nil, chmod(new, 0o600) == 0 else { return false }
    return rename(new, path) == 0
  }
}
