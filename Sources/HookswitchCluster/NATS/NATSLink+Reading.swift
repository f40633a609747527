internal import CNATS
internal import CallControl

// Reading of streams by ordered consumers, which the library repeats after a gap. [the thread for reading]
extension NATSLink {
  /// The longest wait for the next message of a read, in milliseconds.
  private static let patience: Int64 = 2_000
  /// The time for a server that has given all it has, and is behind the leader: servers hear from the leader once a second.
  private static let delay = Duration.milliseconds(1_200)
  /// The number of consumers, each perhaps on another server, before a read fails.
  private static let tries = 3

  /// Reads the last message of each subject of a stream, as they are at one moment.
  ///
  /// A consumer may run on a server that is behind the leader, so the leader names the end. A server that does not come there within `delay`,
  /// however many new writes come meanwhile, may have lost messages: then another consumer reads.
  ///
  /// - Parameter confirms: true to compare the last message with the leader's: a server that lost few messages may come there in time.
  func image(stream name: String, prefix: String, confirms: Bool) throws(ClusterStoreError) -> BucketImage {
    for _ in 0..<Self.tries {
      let end = try end(of: name)
      guard end.hasMessages else { return BucketImage(entries: [], sequence: end.sequence) }
      if let image = try image(stream: name, prefix: prefix, end: end.sequence, confirms: confirms) { return image }
    }
    throw .unanswered(subject: name)
  }

  /// Reads through one consumer; nil where its server does not agree with the leader.
  private func image(stream name: String, prefix: String, end: UInt64, confirms: Bool) throws(ClusterStoreError) -> BucketImage? {
    var settings = jsSubOptions()
    _ = libnats.jsSubOptions_Init(&settings)
    settings.Config.DeliverPolicy = js_DeliverLastPerSubject
    let consumer = try consumer(name, prefix + ">", &settings)
    defer { self.end(consumer) }
    var reading = BucketReading(end: end)
    var behindSince: Instant?
    while true {
      switch reading.step {
      case .finish: return reading.image
      case .giveUp: return nil
      case .askForEnd: reading.take(end: try self.end(of: name).sequence)
      case .confirm where !confirms: return reading.image
      case .confirm(let key): reading.confirm(try lastWrite(stream: name, subject: prefix + key, key: key))
      case .waitForMessage:
        if let behindSince, behindSince.duration(to: ThreadLane.time) >= Self.delay { return nil }
        let (message, meta) = try next(consumer, name)
        behindSince = meta.pending > 0 ? nil : behindSince ?? ThreadLane.time
        reading.take(StoredWrite(message, key: String(message.subject.dropFirst(prefix.count)), revision: meta.sequence))
      }
    }
  }

  /// Reads a page of the records' stream.
  func records(_ names: ClusterNames, _ key: String, after sequence: UInt64, limit: Int) throws(ClusterStoreError) -> RecordPage {
    guard try end(of: names.records).sequence > sequence else { return RecordPage(records: [], isLast: true) }
    var settings = jsSubOptions()
    _ = libnats.jsSubOptions_Init(&settings)
    settings.Config.DeliverPolicy = js_DeliverByStartSequence
    settings.Config.OptStartSeq = sequence + 1
    let consumer = try consumer(names.records, names.record(key), &settings)
    defer { end(consumer) }
    var pending = try pendingMessages(consumer, names.records)
    let prefix = names.record("")
    var records: [StoredRecord] = []
    while records.count < limit, pending > 0 {
      let (message, meta) = try next(consumer, names.records)
      let key = String(message.subject.dropFirst(prefix.count))
      records.append(StoredRecord(key: key, body: message.body, sequence: meta.sequence, time: meta.time))
      pending = meta.pending
    }
    return RecordPage(records: records, isLast: pending == 0)
  }

  private struct Meta {
    let sequence: UInt64
    let pending: UInt64
    let time: Int64
  }

  private func consumer(_ name: String, _ subject: String, _ settings: inout jsSubOptions) throws(ClusterStoreError) -> OpaquePointer {
    settings.Ordered = true
    var made: OpaquePointer?
    var code = jsErrCode(rawValue: 0)
    let status = name.withCString { name in
      settings.Stream = name
      return libnats.js_SubscribeSync(&made, stream, subject, nil, &settings, &code)
    }
    guard status == NATS_OK, let made else { throw NATSFailure(status, code: code).error(name) }
    _ = libnats.natsSubscription_SetPendingLimits(made, -1, -1)
    return made
  }

  /// Ends a subscription, and with it the consumer at the server.
  private func end(_ consumer: OpaquePointer) {
    _ = libnats.natsSubscription_Unsubscribe(consumer)
    libnats.natsSubscription_Destroy(consumer)
  }

  /// The number of messages that a consumer had before it when it was made.
  private func pendingMessages(_ consumer: OpaquePointer, _ name: String) throws(ClusterStoreError) -> UInt64 {
    var info: UnsafeMutablePointer<jsConsumerInfo>?
    var code = jsErrCode(rawValue: 0)
    let status = libnats.natsSubscription_GetConsumerInfo(&info, consumer, nil, &code)
    guard status == NATS_OK, let info else { throw NATSFailure(status, code: code).error(name) }
    defer { libnats.jsConsumerInfo_Destroy(info) }
    return info.pointee.NumPending + info.pointee.Delivered.Consumer
  }

  private func next(_ consumer: OpaquePointer, _ name: String) throws(ClusterStoreError) -> (ClusterMessage, Meta) {
    var message: OpaquePointer?
    let status = libnats.natsSubscription_NextMsg(&message, consumer, Self.patience)
    guard status == NATS_OK, let message else { throw NATSFailure(status).error(name) }
    defer { hookswitch_nats_free(message) }
    var meta: UnsafeMutablePointer<jsMsgMetaData>?
    let found = libnats.natsMsg_GetMetaData(&meta, message)
    guard found == NATS_OK, let meta else { throw NATSFailure(found).error(name) }
    defer { libnats.jsMsgMetaData_Destroy(meta) }
    let place = meta.pointee
    return (ClusterMessage(message), Meta(sequence: place.Sequence.Stream, pending: place.NumPending, time: place.Timestamp))
  }
}
