/// A watched bucket, for one connection.
struct BucketWatch {
  /// The listener to the bucket's changes.
  let listener: UInt64
  /// The revision up to which the store's listener knows the bucket; nil before the first snapshot.
  var last: UInt64?
  var isReading = false
  /// True when the read under way may have missed something.
  var isStale = false
  /// The changes that came during a read, in their order.
  var backlog: [ClusterEntry] = []
  /// The number of reads that failed one after another.
  var failures = 0

  /// The largest number of changes that wait for a read.
  static let limit = 65_536
}

// Snapshots and changes. A subscription to the repeated writes is never trusted alone: each revision must follow the one before, or the
// bucket is read again.
extension EngineStore {
  /// Makes the streams, and then reads the watched buckets.
  func prepare() {
    guard !settings.streams.isEmpty else { return watch() }
    let turn = turn
    wire.prepare(settings.streams) { [weak self] error in
      guard let self, self.turn == turn, !isClosed else { return }
      guard let error else { return watch() }
      hear(.problem(error))
      attempts += 1
      lane.after(pause(after: attempts)) { [weak self] in
        guard let self, self.turn == turn, !isClosed else { return }
        prepare()
      }
    }
  }

  private func watch() {
    attempts = 0
    for bucket in watched {
      let number = nextNumber()
      watches[bucket] = BucketWatch(listener: number)
      wire.listen(number, to: names.changes(bucket))
      read(bucket)
    }
  }

  /// Reads a bucket and tells of its content.
  func read(_ bucket: ClusterBucket) {
    guard let watch = watches[bucket] else { return }
    guard !watch.isReading else {
      watches[bucket]?.isStale = true
      return
    }
    watches[bucket]?.isReading = true
    watches[bucket]?.isStale = false
    // The read has all changes that came before it.
    watches[bucket]?.backlog = []
    let turn = turn
    wire.readAll(bucket) { [weak self] result in
      guard let self, self.turn == turn, !isClosed else { return }
      finish(bucket, result)
    }
  }

  private func finish(_ bucket: ClusterBucket, _ result: Result<BucketImage, ClusterStoreError>) {
    guard var watch = watches[bucket] else { return }
    var image = BucketImage(entries: [], sequence: 0)
    switch result {
    case .success(let read): image = read
    case .failure(let error):
      watch.failures += 1
      watches[bucket] = watch
      hear(.problem(error))
      let turn = turn
      return lane.after(pause(after: watch.failures)) { [weak self] in
        guard let self, self.turn == turn, !isClosed else { return }
        watches[bucket]?.isReading = false
        read(bucket)
      }
    }
    let needsRead = !image.apply(watch.backlog) || watch.isStale
    watches[bucket] = BucketWatch(listener: watch.listener, last: image.sequence)
    hear(.snapshot(bucket, image.entries))
    if needsRead { readLater(bucket) }
  }

  /// Takes a repeated write.
  func change(_ bucket: ClusterBucket, _ message: ClusterMessage) {
    guard let watch = watches[bucket], let entry = entry(bucket, message) else { return }
    if watch.isReading || watch.last == nil {
      guard watch.backlog.count < BucketWatch.limit else {
        watches[bucket]?.isStale = true
        return
      }
      watches[bucket]?.backlog.append(entry)
      return
    }
    // A lower revision than the last one shows an engine that went back.
    guard entry.revision == (watch.last ?? 0) + 1 else {
      if entry.revision != watch.last { readLater(bucket) }
      return
    }
    watches[bucket]?.last = entry.revision
    hear(.changed(bucket, entry))
  }

  /// Reads a bucket again after a moment, so that many nodes do not read at once; changes until then wait for the read.
  private func readLater(_ bucket: ClusterBucket) {
    watches[bucket]?.isReading = true
    let turn = turn
    lane.after(pause(after: 1)) { [weak self] in
      guard let self, self.turn == turn, !isClosed else { return }
      watches[bucket]?.isReading = false
      read(bucket)
    }
  }

  private func entry(_ bucket: ClusterBucket, _ message: ClusterMessage) -> ClusterEntry? {
    let prefix = names.changes(bucket, "")
    guard message.subject.hasPrefix(prefix), let revision = message.header("Nats-Sequence").flatMap({ UInt64($0) }) else { return nil }
    let isRemoved = message.header(Self.operationHeader) != nil
    return ClusterEntry(key: String(message.subject.dropFirst(prefix.count)), value: isRemoved ? nil : message.body, revision: revision)
  }
}
