internal import CNATS

// Reading of streams by ordered consumers, which the library repeats after a gap. [the thread for reading]
extension NATSLink {
  /// The longest wait for the next message of a read, in milliseconds.
  private static let patience: Int64 = 2_000

  /// Reads the last message of each subject of a stream, as they are at one moment.
  ///
  /// It reads until it has the leader's last message, and asks the leader again: a key that was written meanwhile comes later in the
  /// stream, and no key may be left out. A consumer may run on a server that is behind the leader; the leader's number shows that.
  func image(stream name: String, prefix: String) throws(ClusterStoreError) -> BucketImage {
    var goal = try end(of: name)
    guard goal.hasMessages else { return BucketImage(entries: [], sequence: goal.sequence) }
    var settings = jsSubOptions()
    _ = libnats.jsSubOptions_Init(&settings)
    settings.Config.DeliverPolicy = js_DeliverLastPerSubject
    let consumer = try consumer(name, prefix + ">", &settings)
    defer { end(consumer) }
    var entries: [String: ClusterEntry] = [:]
    var sequence: UInt64 = 0
    repeat {
      while sequence < goal.sequence {
        let (message, meta) = try next(consumer, name)
        let key = String(message.subject.dropFirst(prefix.count))
        let isRemoved = message.header(EngineStore.operationHeader) != nil
        entries[key] = isRemoved ? nil : ClusterEntry(key: key, value: message.body, revision: meta.sequence)
        sequence = meta.sequence
      }
      goal = try end(of: name)
    } while sequence < goal.sequence
    return BucketImage(entries: entries.values.sorted { $0.revision < $1.revision }, sequence: sequence)
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
    defer { libnats.natsMsg_Destroy(message) }
    var meta: UnsafeMutablePointer<jsMsgMetaData>?
    let found = libnats.natsMsg_GetMetaData(&meta, message)
    guard found == NATS_OK, let meta else { throw NATSFailure(found).error(name) }
    defer { libnats.jsMsgMetaData_Destroy(meta) }
    let place = meta.pointee
    return (ClusterMessage(message), Meta(sequence: place.Sequence.Stream, pending: place.NumPending, time: place.Timestamp))
  }
}
