/// News of a store.
package enum ClusterStoreEvent: Equatable, Sendable {
  /// A server is connected; a snapshot of each watched bucket follows.
  case connected
  /// The connection is lost, or could not be made; the store tries again by itself.
  case disconnected(reason: String)
  /// The whole content of a bucket, which replaces all that was known of it: after each connection, and after changes that were missed.
  case snapshot(ClusterBucket, [ClusterEntry])
  /// One key of a bucket has a new value.
  case changed(ClusterBucket, ClusterEntry)
  /// The engine cannot be used as it is; the store tries again.
  case problem(ClusterStoreError)
}

/// A number that names a listener.
package struct ClusterListener: Hashable, Sendable {
  package let number: UInt64

  package init(number: UInt64) { self.number = number }
}

/// The engine of a cluster: shared tables with compare-and-swap, messages between nodes, and the records' stream.
///
/// All functions are called on the store's lane, and all completions run there later, each exactly once; none runs inside the call. No
/// function waits. A repetition under the same id never does anything twice.
package protocol ClusterStore: AnyObject, Sendable {
  /// The lane on which the store runs.
  var lane: any ClusterLane { get }

  /// True while a server is connected.
  var isConnected: Bool { get }

  /// Connects, now and after each loss, and tells of it until `close`.
  ///
  /// - Parameters:
  ///   - watched: the buckets whose snapshots and changes the listener gets.
  ///   - hear: called for each event, in order.
  func open(watching watched: [ClusterBucket], _ hear: @escaping @Sendable (ClusterStoreEvent) -> Void)

  /// Ends the connection; everything under way fails with `closed`.
  func close()

  /// Writes a key if its condition holds.
  ///
  /// An answer that does not come is asked for again under the same id, until `limit` has passed: so an outcome stays unknown only where
  /// the engine cannot be reached.
  func write(_ write: BucketWrite, within limit: Duration, then: @escaping @Sendable (BucketWriteOutcome) -> Void)

  /// Reads the whole bucket as it is at one moment, on the engine's leader; tries again until `limit` has passed.
  func readAll(
    _ bucket: ClusterBucket, within limit: Duration, then: @escaping @Sendable (Result<[ClusterEntry], ClusterStoreError>) -> Void)

  /// Adds a record to the records' stream, and returns its number there; succeeds also for one that the stream already has.
  func append(
    _ record: ClusterRecord, within limit: Duration, then: @escaping @Sendable (Result<UInt64, ClusterStoreError>) -> Void)

  /// Reads a page of the records' stream.
  ///
  /// - Parameters:
  ///   - key: the records' key, which may end with `>`.
  ///   - sequence: records with higher numbers are read.
  ///   - limit: the largest number of records, 1 to 1,000.
  func records(
    _ key: String, after sequence: UInt64, limit: Int, then: @escaping @Sendable (Result<RecordPage, ClusterStoreError>) -> Void)

  /// Sends a request and takes the first answer.
  ///
  /// It is sent once: the caller repeats it, with the same header `Hsw-Id`, if it wants to.
  func request(
    _ message: ClusterMessage, within limit: Duration, then: @escaping @Sendable (Result<ClusterMessage, ClusterStoreError>) -> Void)

  /// Sends a message to all who listen; nothing tells if anybody got it.
  func publish(_ message: ClusterMessage)

  /// Listens to a subject, also after each new connection.
  ///
  /// - Returns: the listener, for `unlisten`.
  func listen(to subject: String, _ hear: @escaping @Sendable (ClusterMessage) -> Void) -> ClusterListener

  /// Ends a listener.
  func unlisten(_ listener: ClusterListener)
}

extension ClusterStore {
  /// Adds a record to the records' stream; succeeds also for one that the stream already has.
  package func add(_ record: ClusterRecord, within limit: Duration, then: @escaping @Sendable (ClusterStoreError?) -> Void) {
    append(record, within: limit) { result in
      if case .failure(let error) = result { then(error) } else { then(nil) }
    }
  }
}
