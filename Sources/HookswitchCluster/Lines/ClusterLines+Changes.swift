package import StrictJSON

/// The reason why the settings of a line were not changed.
package enum LineChangeFault: Error, Hashable, Sendable {
  /// The engine did not do it.
  case engine(ClusterStoreError)
  /// Others change the same line all the time.
  case contested
  /// The bucket was not read yet.
  case notRead
}

// The changes by administration.
extension ClusterLines {
  private static let attempts = 5

  /// Returns the settings of a line as the bucket has them, and their revision; nil for a line without any. [the lane]
  package func settings(of line: String) -> (value: JSONValue, revision: UInt64)? {
    known[line].map { ((try? Self.read($0.bytes)) ?? .object([]), $0.revision) }
  }

  /// Replaces the settings of a line, which were checked; do-not-disturb stays as it is where they say nothing of it. [the lane]
  package func change(_ line: String, to value: JSONValue?, then: @escaping @Sendable (Result<UInt64, LineChangeFault>) -> Void) {
    precondition(store.lane.isCurrent, "lines are kept on their lane")
    guard isRead, !isClosed else { return then(.failure(.notRead)) }
    attempt(line, value, settings(of: line), Self.attempts, then)
  }

  /// Writes a missing key again, as the owner of its line (K9); where the engine still knows of its removal, it is removed here too.
  func restore(_ line: String) {
    guard let bytes = known[line]?.bytes, restoring.insert(line).inserted else { return }
    store.write(keyWrite(line, bytes, .revision(0)), within: Self.patience) { [weak self] outcome in
      guard let self, !isClosed else { return }
      restoring.remove(line)
      switch outcome {
      case .stored: missing.remove(line)
      case .lost(let current): if current?.value == nil, missing.contains(line) { remove(line) }
      case .failed:
        store.lane.after(Self.pause) { [weak self] in
          if let self, !isClosed, missing.contains(line) { review(line) }
        }
      }
    }
  }

  private func attempt(
    _ line: String, _ value: JSONValue?, _ current: (value: JSONValue?, revision: UInt64)?, _ attempts: Int,
    _ then: @escaping @Sendable (Result<UInt64, LineChangeFault>) -> Void
  ) {
    var new = value
    if let value, value["doNotDisturb"] == nil, let flag = current?.value?["doNotDisturb"] { new = value.setting("doNotDisturb", flag) }
    let write = keyWrite(line, new?.jsonText(), .revision(current?.revision ?? 0))
    store.write(write, within: Self.patience) { [weak self] outcome in
      guard let self, !isClosed else { return then(.failure(.engine(.closed))) }
      switch outcome {
      case .stored(let revision): then(.success(revision))
      case .lost(let entry) where attempts > 1:
        attempt(line, value, entry.map { ($0.value.flatMap { try? Self.read($0) }, $0.revision) }, attempts - 1, then)
      case .lost: then(.failure(.contested))
      case .failed(let error): then(.failure(.engine(error)))
      }
    }
  }
}
