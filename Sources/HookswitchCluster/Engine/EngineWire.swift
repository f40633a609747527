/// News from a connection to the engine.
package enum WireEvent: Equatable, Sendable {
  /// A server is connected. Listeners of an earlier connection are gone.
  case up
  /// There is no connection, or no longer one; answers to what is under way do not come any more.
  case down(reason: String)
  /// The answer to a question.
  case answer(number: UInt64, ClusterMessage)
  /// Nobody listens to the subject of a question.
  case nobody(number: UInt64)
  /// A message for a listener.
  case message(listener: UInt64, ClusterMessage)
  /// Messages were dropped, because the lane did not keep up.
  case overflow
  /// The engine refused something that no answer belongs to, such as a subscription that the role may not have.
  case refused(ClusterStoreError)
}

/// The content of a bucket at one moment.
package struct BucketImage: Equatable, Sendable {
  /// The entries by revision, without removed keys.
  package var entries: [ClusterEntry]
  /// The revision of the bucket's last write.
  package var sequence: UInt64

  package init(entries: [ClusterEntry], sequence: UInt64) {
    self.entries = entries
    self.sequence = sequence
  }
}

extension BucketImage {
  /// Applies the changes that follow the image; false where one between them is missing.
  mutating func apply(_ changes: [ClusterEntry]) -> Bool {
    let later = changes.filter { $0.revision > sequence }
    guard !later.isEmpty else { return true }
    var isWhole = true
    var byKey = Dictionary(entries.map { ($0.key, $0) }) { _, new in new }
    for change in later {
      guard change.revision == sequence + 1 else {
        isWhole = false
        break
      }
      byKey[change.key] = change.value == nil ? nil : change
      sequence = change.revision
    }
    entries = byKey.values.sorted { $0.revision < $1.revision }
    return isWhole
  }
}

/// The last write of a key.
package struct StoredWrite: Equatable, Sendable {
  package var entry: ClusterEntry
  /// The write's id.
  package var id: String?

  package init(entry: ClusterEntry, id: String?) {
    self.entry = entry
    self.id = id
  }
}

/// One connection after another to the engine, without any repetition or judgement: `EngineStore` has these.
///
/// `NATSWire` is one over libnats; tests have one in memory. All functions are called on the lane, and all that they are given is called on
/// the lane, later. A function that needs a connection fails with `disconnected` where there is none.
package protocol EngineWire: AnyObject, Sendable {
  /// The lane on which it calls.
  var lane: any ClusterLane { get }

  /// The largest body of a message, in bytes.
  var limit: Int { get }

  /// Sets the function that gets the events; called once, first.
  func open(_ hear: @escaping @Sendable (WireEvent) -> Void)

  /// Tries once to connect; `up` or `down` follows.
  func connect()

  /// Ends the connection; nothing is called afterwards.
  func close()

  /// Sends a message that asks for answers under a number.
  func ask(_ number: UInt64, _ message: ClusterMessage)

  /// Sends a message that asks for answers under a number and that may wait some milliseconds for others.
  func askLater(_ number: UInt64, _ message: ClusterMessage)

  /// Sends a message.
  func publish(_ message: ClusterMessage)

  /// Listens to a subject under a number, for the present connection.
  func listen(_ number: UInt64, to subject: String)

  /// Ends a listener.
  func unlisten(_ number: UInt64)

  /// Makes the streams that are missing, and compares the others with their plans.
  func prepare(_ plans: [StreamPlan], then: @escaping @Sendable (ClusterStoreError?) -> Void)

  /// Reads a bucket whole.
  func readAll(_ bucket: ClusterBucket, then: @escaping @Sendable (Result<BucketImage, ClusterStoreError>) -> Void)

  /// Reads the last write of a key; nil where there is none.
  func readLast(
    _ bucket: ClusterBucket, _ key: String, then: @escaping @Sendable (Result<StoredWrite?, ClusterStoreError>) -> Void)

  /// Reads a page of records.
  func readRecords(
    _ key: String, after sequence: UInt64, limit: Int, then: @escaping @Sendable (Result<RecordPage, ClusterStoreError>) -> Void)
}

extension EngineWire {
  /// Sends the message at once.
  package func askLater(_ number: UInt64, _ message: ClusterMessage) { ask(number, message) }
}
