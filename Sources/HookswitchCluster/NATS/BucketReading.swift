/// The course of one read of a bucket through a consumer that begins with the last message of each key.
///
/// A key that is written meanwhile loses the message that the consumer was to give, and its new one comes later in the stream. The image is
/// whole once every message is read up to an end that the stream's leader named after the consumer's first part was over.
/// That end is fixed. An end that moved with each write would never be reached on a server that is always a write behind the leader.
///
/// A server of the engine may have lost messages, and number all later ones too low. The leader's number of the last message shows that.
///
/// A pure value; its owner asks and waits.
package struct BucketReading {
  /// The next thing to do.
  package enum Step: Hashable, Sendable {
    /// Ask the leader for the number of the last message.
    case askForEnd
    /// Wait for the consumer's next message.
    case waitForMessage
    /// Ask the leader for the last write of a key.
    case confirm(key: String)
    /// Take the image.
    case finish
    /// Read through another consumer: this one's server has other numbers than the leader.
    case giveUp
  }

  package private(set) var step = Step.waitForMessage
  private var end: UInt64
  private var entries: [String: ClusterEntry] = [:]
  private var last = StoredWrite(entry: ClusterEntry(key: "", value: nil, revision: 0), id: nil)
  /// True while the consumer gives the keys' last messages as they were when it began; gaps between them are no loss.
  private var isInFirstPart = true

  /// Begins before there is a consumer.
  ///
  /// - Parameter end: the number of the stream's last message; the stream has one.
  package init(end: UInt64) { self.end = end }

  /// The content of the bucket; whole when the step is `finish`.
  package var image: BucketImage {
    BucketImage(entries: entries.values.sorted { $0.revision < $1.revision }, sequence: last.entry.revision)
  }

  /// Takes the consumer's next message.
  package mutating func take(_ write: StoredWrite) {
    let (entry, before) = (write.entry, last.entry.revision)
    entries[entry.key] = entry.value == nil ? nil : entry
    last = write
    // A missing message is one whose key was written again, and the end may lie before that write.
    if !isInFirstPart, entry.revision != before + 1 {
      step = .askForEnd
    } else if entry.revision >= end {
      step = isInFirstPart ? .askForEnd : .confirm(key: entry.key)
    }
  }

  /// Takes the number of the last message, as the leader names it now.
  package mutating func take(end: UInt64) {
    isInFirstPart = false
    self.end = end
    step = last.entry.revision < end ? .waitForMessage : .confirm(key: last.entry.key)
  }

  /// Takes the leader's last write of the key of `confirm`; another one than the consumer's came later.
  package mutating func confirm(_ write: StoredWrite?) {
    let isSame = write != nil && write?.id == last.id
    step = isSame && write?.entry.revision != last.entry.revision ? .giveUp : .finish
  }
}
