internal import CNATS

/// One connection to one server, which is never used again after its end.
///
/// The library's own reconnects are off: each server needs its own name in its certificate, and a new connection has no subscription that
/// died silently.
///
/// `@unchecked Sendable`: libnats locks the connection and its parts; only the lane uses `subscriptions`.
final class NATSLink: @unchecked Sendable {
  let connection: OpaquePointer
  /// The second connection to the same server; nil where the settings want none.
  let batches: NATSBatches?
  let stream: OpaquePointer
  let settings: NATSSettings
  /// The subject below which answers come, with a dot at its end.
  let answers: String
  /// The largest message, in bytes.
  let limit: Int
  private let number: UInt32
  private var subscriptions: [UInt64: OpaquePointer] = [:]

  /// Connects to a server; waits for it. [the thread for reading]
  init(_ settings: NATSSettings, server: String, inbox: NATSInbox) throws(ClusterStoreError) {
    guard let address = NATSAddress(server) else { throw .badSetting(name: "servers", reason: server) }
    try NATSLibrary.open()
    // Done by the first connection of the process only; one thread delivers the messages of all connections.
    _ = libnats.nats_Open(-1)
    _ = libnats.nats_SetMessageDeliveryPoolSize(1)
    let number = NATSReceivers.add(inbox)
    do throws(ClusterStoreError) {
      let signer = try Self.key(settings)
      connection = try Self.connect(settings, address, number: number, signer: signer, isPrompt: true)
      do throws(ClusterStoreError) {
        batches = try Self.batches(settings, address, number: number, signer: signer)
      } catch {
        libnats.natsConnection_Destroy(connection)
        throw error
      }
    } catch {
      NATSReceivers.remove(number)
      throw error
    }
    var stream: OpaquePointer?
    var options = jsOptions()
    _ = libnats.jsOptions_Init(&options)
    // A question to a server that has just died is asked again, so a short wait finds another sooner.
    options.Wait = settings.timeOut / 2
    guard libnats.natsConnection_JetStream(&stream, connection, &options) == NATS_OK, let stream else {
      batches?.end()
      libnats.natsConnection_Destroy(connection)
      NATSReceivers.remove(number)
      throw .disconnected(reason: "\(server) has no header support or JetStream")
    }
    answers = Self.newInbox()
    limit = Int(libnats.natsConnection_GetMaxPayload(connection))
    self.number = number
    self.stream = stream
    self.settings = settings
  }

  /// Ends the connection. [the thread for reading, after the last use by any other]
  func end() {
    NATSReceivers.remove(number)
    batches?.end()
    for subscription in subscriptions.values { libnats.natsSubscription_Destroy(subscription) }
    subscriptions = [:]
    libnats.jsCtx_Destroy(stream)
    libnats.natsConnection_Destroy(connection)
  }

  /// Returns a subject below which answers come, with a dot at its end.
  static func newInbox() -> String {
    var name: UnsafeMutablePointer<CChar>?
    guard libnats.natsInbox_Create(&name) == NATS_OK, let name else { return "_INBOX.hsw.none." }
    defer { libnats.natsInbox_Destroy(name) }
    return String(cString: name) + "."
  }

  // MARK: Connecting

  /// Makes the second connection, where the settings want one.
  private static func batches(
    _ settings: NATSSettings, _ address: NATSAddress, number: UInt32, signer: NKey?
  ) throws(ClusterStoreError) -> NATSBatches? {
    guard settings.sendsBatches else { return nil }
    let connection = try connect(settings, address, number: number, signer: signer, isPrompt: false)
    return try NATSBatches(connection, server: "\(address.host):\(address.port)", limit: settings.backlog)
  }

  private static func key(_ settings: NATSSettings) throws(ClusterStoreError) -> NKey? {
    guard let seed = settings.seed else { return nil }
    return try NKey(seed: seed())
  }

  private static func connect(
    _ settings: NATSSettings, _ address: NATSAddress, number: UInt32, signer key: NKey?, isPrompt: Bool
  ) throws(ClusterStoreError) -> OpaquePointer {
    let server = "nats://\(address.host.contains(":") ? "[\(address.host)]" : address.host):\(address.port)"
    let signer = key.map { NATSSigner(seed: $0.seed) }
    do throws(NATSFailure) {
      return try withExtendedLifetime(signer) { () throws(NATSFailure) in
        var created: OpaquePointer?
        try NATSFailure.check(libnats.natsOptions_Create(&created))
        guard let options = created else { throw NATSFailure(NATS_NO_MEMORY) }
        defer { libnats.natsOptions_Destroy(options) }
        try set(options, settings, server, number, isPrompt: isPrompt)
        if address.isSecure { try secure(options, settings, host: address.host) }
        if let key, let signer {
          let closure = Unmanaged.passUnretained(signer).toOpaque()
          try NATSFailure.check(libnats.natsOptions_SetNKey(options, key.publicKey, natsSignatureEntry, closure))
        }
        var connection: OpaquePointer?
        try NATSFailure.check(libnats.natsConnection_Connect(&connection, options))
        guard let connection else { throw NATSFailure(NATS_NO_MEMORY) }
        return connection
      }
    } catch {
      throw .disconnected(reason: "\(address.host):\(address.port): \(error.text)")
    }
  }

  private static func set(
    _ options: OpaquePointer, _ settings: NATSSettings, _ server: String, _ number: UInt32, isPrompt: Bool
  ) throws(NATSFailure) {
    let closure = NATSReceivers.closure(number)
    for status in [
      libnats.natsOptions_SetURL(options, server),
      libnats.natsOptions_SetName(options, settings.name),
      libnats.natsOptions_SetTimeout(options, settings.timeOut),
      libnats.natsOptions_SetAllowReconnect(options, false),
      libnats.natsOptions_SetIgnoreDiscoveredServers(options, true),
      libnats.natsOptions_SetPingInterval(options, settings.pingInterval),
      libnats.natsOptions_SetMaxPingsOut(options, 2),
      libnats.natsOptions_SetWriteDeadline(options, 1_000),
      libnats.natsOptions_SetSendAsap(options, isPrompt),
      libnats.natsOptions_SetMaxPendingMsgs(options, CInt(settings.backlog)),
      libnats.natsOptions_UseGlobalMessageDelivery(options, true),
      libnats.natsOptions_SetClosedCB(options, natsClosedEntry, closure),
      libnats.natsOptions_SetErrorHandler(options, natsErrorEntry, closure),
    ] { try NATSFailure.check(status) }
  }

  private static func secure(_ options: OpaquePointer, _ settings: NATSSettings, host: String) throws(NATSFailure) {
    try NATSFailure.check(libnats.natsOptions_SetSecure(options, true))
    if let file = settings.authorities { try NATSFailure.check(libnats.natsOptions_LoadCATrustedCertificates(options, file)) }
    // Without a name the library takes a certificate of any name.
    try NATSFailure.check(libnats.natsOptions_SetExpectedHostname(options, host))
  }

  // MARK: Messages

  /// Sends a message; false where the library refuses it. [the lane]
  @discardableResult
  func send(_ message: ClusterMessage) -> Bool { Self.publish(message, on: connection) }

  /// Gives a message to a connection; false where the library refuses it. [the lane]
  static func publish(_ message: ClusterMessage, on connection: OpaquePointer) -> Bool {
    var made: OpaquePointer?
    // Swift copies a text that it passes as a pointer which may be null; `withCString` does not.
    let status = message.subject.withCString { subject in
      message.body.withUnsafeBytes { bytes in
        let body = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        guard let reply = message.reply else { return libnats.natsMsg_Create(&made, subject, nil, body, CInt(bytes.count)) }
        return reply.withCString { libnats.natsMsg_Create(&made, subject, $0, body, CInt(bytes.count)) }
      }
    }
    guard status == NATS_OK, let made else { return false }
    defer { hookswitch_nats_free(made) }
    for header in message.headers {
      header.name.withCString { name in header.value.withCString { _ = libnats.natsMsgHeader_Set(made, name, $0) } }
    }
    return libnats.natsConnection_PublishMsg(connection, made) == NATS_OK
  }

  /// Subscribes to a subject; false where the library refuses it. [the lane]
  func subscribe(_ subscription: UInt64, to subject: String) -> Bool {
    var made: OpaquePointer?
    let closure = NATSReceivers.closure(number, listener: subscription)
    guard libnats.natsConnection_Subscribe(&made, connection, subject, natsMessageEntry, closure) == NATS_OK, let made else { return false }
    _ = libnats.natsSubscription_SetPendingLimits(made, CInt(settings.backlog), 256 << 20)
    subscriptions[subscription] = made
    return true
  }

  /// Ends a subscription. [the lane]
  func unsubscribe(_ subscription: UInt64) {
    guard let made = subscriptions.removeValue(forKey: subscription) else { return }
    _ = libnats.natsSubscription_Unsubscribe(made)
    libnats.natsSubscription_Destroy(made)
  }
}
