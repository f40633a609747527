internal import CNATS
internal import Glibc

/// C strings that live as long as this object.
private final class CTexts {
  private var all: [UnsafeMutablePointer<CChar>] = []

  func callAsFunction(_ text: String) -> UnsafePointer<CChar>? {
    guard let copy = strdup(text) else { return nil }
    all.append(copy)
    return UnsafePointer(copy)
  }

  deinit { for text in all { free(text) } }
}

/// The engine's code for a stream that there is not.
private let streamNotFound = 10_059
/// The engine's code for a message that there is not.
private let messageNotFound = 10_037

// The settings of streams, and the last write of a key. [the thread for reading]
extension NATSLink {
  /// Makes a stream that is missing, and compares one that is there with its plan.
  func prepare(_ plan: StreamPlan) throws(ClusterStoreError) {
    guard let found = try settings(of: plan.name) else { return try make(plan) }
    if let setting = found { throw .wrongStream(name: plan.name, setting: setting) }

    /// Returns the setting that differs; nil for none, and for no stream an outer nil.
    func settings(of stream: String) throws(ClusterStoreError) -> String?? {
      var info: UnsafeMutablePointer<jsStreamInfo>?
      var code = jsErrCode(rawValue: 0)
      let status = libnats.js_GetStreamInfo(&info, self.stream, stream, nil, &code)
      guard status == NATS_OK, let info, let found = info.pointee.Config?.pointee else {
        if status == NATS_NOT_FOUND || Int(code.rawValue) == streamNotFound { return nil }
        throw NATSFailure(status, code: code).error(stream)
      }
      defer { libnats.jsStreamInfo_Destroy(info) }
      return .some(difference(plan, found))
    }
  }

  private func difference(_ plan: StreamPlan, _ found: jsStreamConfig) -> String? {
    let subject = found.SubjectsLen == 1 ? found.Subjects?[0].map { String(cString: $0) } : nil
    if subject != plan.subject { return "subject" }
    if plan.isBucket, found.MaxMsgsPerSubject != 1 { return "history (--max-msgs-per-subject=1)" }
    if let republish = plan.republish {
      let destination = found.RePublish?.pointee.Destination.map { String(cString: $0) }
      if destination != republish.destination { return "republish destination (\(republish.destination))" }
    }
    return nil
  }

  private func make(_ plan: StreamPlan) throws(ClusterStoreError) {
    let text = CTexts()
    var republish = jsRePublish()
    _ = libnats.jsRePublish_Init(&republish)
    republish.Source = plan.republish.flatMap { text($0.source) }
    republish.Destination = plan.republish.flatMap { text($0.destination) }
    var subjects = [text(plan.subject)]
    let status = withUnsafeMutablePointer(to: &republish) { republish in
      subjects.withUnsafeMutableBufferPointer { subjects in
        var settings = jsStreamConfig()
        _ = libnats.jsStreamConfig_Init(&settings)
        settings.Name = text(plan.name)
        settings.Subjects = subjects.baseAddress
        settings.SubjectsLen = 1
        settings.Storage = plan.isInMemory ? js_MemoryStorage : js_FileStorage
        settings.Replicas = Int64(plan.replicas)
        settings.Duplicates = Int64(StreamPlan.duplicateWindow) * 1_000_000_000
        settings.MaxAge = Int64(plan.maxAge) * 1_000_000_000
        settings.DenyDelete = true
        if plan.isBucket {
          settings.MaxMsgsPerSubject = 1
          settings.Discard = js_DiscardNew
          settings.AllowRollup = true
          settings.AllowDirect = true
        }
        if plan.republish != nil { settings.RePublish = republish }
        var code = jsErrCode(rawValue: 0)
        let status = libnats.js_AddStream(nil, stream, &settings, nil, &code)
        return (status, code)
      }
    }
    guard status.0 != NATS_OK else { return }
    throw NATSFailure(status.0, code: status.1).error(plan.name)
  }

  /// Reads the last write of a key from the stream's leader; nil where there is none.
  func lastWrite(stream name: String, subject: String, key: String) throws(ClusterStoreError) -> StoredWrite? {
    var message: OpaquePointer?
    var code = jsErrCode(rawValue: 0)
    let status = libnats.js_GetLastMsg(&message, stream, name, subject, nil, &code)
    guard status == NATS_OK, let message else {
      if status == NATS_NOT_FOUND || Int(code.rawValue) == messageNotFound { return nil }
      throw NATSFailure(status, code: code).error(subject)
    }
    defer { hookswitch_nats_free(message) }
    return StoredWrite(ClusterMessage(message), key: key, revision: libnats.natsMsg_GetSequence(message))
  }

  /// Returns the number of a stream's last message, as its leader knows it, and true when it has any message.
  func end(of name: String) throws(ClusterStoreError) -> (sequence: UInt64, hasMessages: Bool) {
    var info: UnsafeMutablePointer<jsStreamInfo>?
    var code = jsErrCode(rawValue: 0)
    let status = libnats.js_GetStreamInfo(&info, stream, name, nil, &code)
    guard status == NATS_OK, let info else { throw NATSFailure(status, code: code).error(name) }
    defer { libnats.jsStreamInfo_Destroy(info) }
    return (info.pointee.State.LastSeq, info.pointee.State.Msgs > 0)
  }
}

extension StoredWrite {
  /// Reads a message of a bucket's stream.
  init(_ message: ClusterMessage, key: String, revision: UInt64) {
    let isRemoved = message.header(EngineStore.operationHeader) != nil
    self.init(
      entry: ClusterEntry(key: key, value: isRemoved ? nil : message.body, revision: revision), id: message.header(EngineStore.idHeader))
  }
}
