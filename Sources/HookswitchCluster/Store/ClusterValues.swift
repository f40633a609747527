/// One of the tables that all nodes of a cluster share.
package enum ClusterBucket: String, CaseIterable, Sendable {
  /// The nodes, each with its beat.
  case nodes
  /// The slots, each with its owner.
  case slots
  /// The lines' settings.
  case lines
  /// The lines' connected calls.
  case live
}

/// A key of a bucket, with its value and the revision of the write that made it.
package struct ClusterEntry: Hashable, Sendable {
  /// The key: name tokens with dots between them.
  package var key: String
  /// The value; nil where the key was removed.
  package var value: [UInt8]?
  /// The number of the write in its bucket; later writes have higher ones.
  package var revision: UInt64

  package init(key: String, value: [UInt8]?, revision: UInt64) {
    self.key = key
    self.value = value
    self.revision = revision
  }
}

/// A write of one key.
package struct BucketWrite: Equatable, Sendable {
  /// The condition under which the engine takes a write.
  package enum Condition: Equatable, Sendable {
    /// The key's revision is still this one; 0: the key was never written.
    case revision(UInt64)
    /// None.
    case always
  }

  package var bucket: ClusterBucket
  package var key: String
  /// The new value; nil removes the key.
  package var value: [UInt8]?
  package var condition: Condition
  /// The name of this write, which no other write has: a repetition under the same name is taken once.
  package var id: String

  package init(bucket: ClusterBucket, key: String, value: [UInt8]?, condition: Condition, id: String) {
    self.bucket = bucket
    self.key = key
    self.value = value
    self.condition = condition
    self.id = id
  }
}

/// The outcome of a write.
package enum BucketWriteOutcome: Equatable, Sendable {
  /// The engine has the write, with this revision.
  case stored(revision: UInt64)
  /// The condition did not hold, and the write is nowhere; `current` is the key's entry, nil where there is none.
  case lost(current: ClusterEntry?)
  /// No outcome; after `unanswered` the write may be stored, and the caller sends it again under the same id.
  case failed(ClusterStoreError)
}

/// A record for the records' stream.
package struct ClusterRecord: Equatable, Sendable {
  /// The subject below `record`, such as `a3f.agent-9`.
  package var key: String
  package var body: [UInt8]
  /// The record's name, under which the stream takes it once.
  package var id: String

  package init(key: String, body: [UInt8], id: String) {
    self.key = key
    self.body = body
    self.id = id
  }
}

/// A record as a reader gets it.
package struct StoredRecord: Equatable, Sendable {
  package var key: String
  package var body: [UInt8]
  /// Its number in the stream.
  package var sequence: UInt64
  /// The engine's time of the record, in nanoseconds since 1970.
  package var time: Int64

  package init(key: String, body: [UInt8], sequence: UInt64, time: Int64) {
    self.key = key
    self.body = body
    self.sequence = sequence
    self.time = time
  }
}

/// A page of the records' stream.
package struct RecordPage: Equatable, Sendable {
  package var records: [StoredRecord]
  /// True when the stream had no more at the time.
  package var isLast: Bool

  package init(records: [StoredRecord], isLast: Bool) {
    self.records = records
    self.isLast = isLast
  }
}

/// A message between nodes.
package struct ClusterMessage: Equatable, Sendable {
  /// One header.
  package struct Header: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package var subject: String
  /// The subject to which an answer goes; nil where the sender waits for none.
  package var reply: String?
  package var headers: [Header]
  package var body: [UInt8]

  package init(subject: String, reply: String? = nil, headers: [Header] = [], body: [UInt8] = []) {
    self.subject = subject
    self.reply = reply
    self.headers = headers
    self.body = body
  }

  /// The value of the first header with a name.
  package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
