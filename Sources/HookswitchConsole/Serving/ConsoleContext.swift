internal import CWebSockets
internal import Glibc

/// A context of libwebsockets with the vhost of the console.
///
/// Only its thread touches it. It is created without a change of the process: libwebsockets ignores SIGPIPE and takes SIGUSR2, which are
/// restored here.
struct ConsoleContext {
  let context: OpaquePointer
  let vhost: OpaquePointer
  /// The texts that libwebsockets keeps without a copy.
  private let texts: [UnsafeMutablePointer<CChar>]

  /// The names of the protocols: HTTP, the WebSocket, and descriptors of ours.
  static let descriptors = "descriptors"

  /// Made once for the process: libwebsockets reads them as long as a context exists, and changes nothing.
  private nonisolated(unsafe) static let protocols: UnsafePointer<lws_protocols> = {
    let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 4)
    protocols.initialize(repeating: lws_protocols(), count: 4)
    for (place, name) in ["http", ConsoleGate.subprotocol, descriptors].enumerated() {
      protocols[place].name = UnsafePointer(strdup(name))
      protocols[place].callback = { consoleCallback($0, $1, $2, $3, $4) }
      protocols[place].rx_buffer_size = 4_096
    }
    return UnsafePointer(protocols)
  }()

  /// A ping after 20 s without a message, and the end after 60 s without an answer; read as long as a context exists.
  private nonisolated(unsafe) static let patience: UnsafePointer<lws_retry_bo_t> = {
    let policy = UnsafeMutablePointer<lws_retry_bo_t>.allocate(capacity: 1)
    policy.initialize(to: lws_retry_bo_t())
    (policy.pointee.secs_since_valid_ping, policy.pointee.secs_since_valid_hangup) = (20, 60)
    return UnsafePointer(policy)
  }()

  /// Opens the address.
  ///
  /// - Parameter owner: Given to the callbacks by `lws_context_user`; it must outlive the context.
  init(_ settings: ConsoleSettings, owner: UnsafeMutableRawPointer) throws(ConsoleError) {
    lws_set_log_level(0, nil)
    var info = lws_context_creation_info()
    info.port = hookswitch_ws_no_port
    info.options = hookswitch_ws_context_options
    info.user = owner
    info.max_http_header_data = 8_192
    let signals = [SIGPIPE, SIGUSR2]
    var before = [Glibc.sigaction](repeating: Glibc.sigaction(), count: signals.count)
    for (place, signal) in signals.enumerated() { sigaction(signal, nil, &before[place]) }
    let made = lws_create_context(&info)
    for (place, signal) in signals.enumerated() { sigaction(signal, &before[place], nil) }
    guard let made else { throw ConsoleError("cannot create a context of libwebsockets: raise the limit of memory or of open files") }
    let address = settings.address
    let (file, key) = (settings.certificate?.file ?? "", settings.certificate?.key ?? "")
    let words: [String] = ["console", address.path ?? address.host ?? "", file, key, "http/1.1"]
    let kept: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    var place = lws_context_creation_info()
    place.port = address.path == nil ? CInt(address.port) : 0
    place.vhost_name = UnsafePointer(kept[0])
    place.iface = UnsafePointer(kept[1])
    place.protocols = Self.protocols
    place.retry_and_idle_policy = Self.patience
    place.options = hookswitch_ws_listen_options | (address.path == nil ? 0 : hookswitch_ws_unix_option)
    place.timeout_secs = 10
    place.keepalive_timeout = 15
    if settings.certificate != nil {
      place.options |= hookswitch_ws_context_options
      place.ssl_cert_filepath = UnsafePointer(kept[2])
      place.ssl_private_key_filepath = UnsafePointer(kept[3])
      place.alpn = UnsafePointer(kept[4])
    }
    guard let listener = lws_create_vhost(made, &place) else {
      lws_context_destroy(made)
      for text in kept { free(text) }
      throw ConsoleError("cannot listen at \(address): it is in use, or the address, the certificate or the key cannot be used")
    }
    (context, vhost, texts) = (made, listener, kept.compactMap { $0 })
  }

  /// The port on which the vhost listens.
  var port: UInt16 { UInt16(clamping: lws_get_vhost_listen_port(vhost)) }

  /// Waits for work, and does it.
  func turn() { lws_service(context, 0) }

  /// Watches a descriptor of ours.
  ///
  /// - Returns: its connection; nil when the system refuses it, and the descriptor is closed then.
  func watch(_ descriptor: CInt, id: UInt) -> OpaquePointer? {
    let wsi = lws_adopt_descriptor_vhost(
      vhost, LWS_ADOPT_RAW_FILE_DESC, lws_sock_file_fd_type(filefd: descriptor), Self.descriptors, nil)
    if let wsi { lws_set_opaque_user_data(wsi, UnsafeMutableRawPointer(bitPattern: id)) }
    return wsi
  }

  /// Destroys the context; its callbacks may still be called.
  func destroy() {
    lws_context_destroy(context)
    for text in texts { free(text) }
  }
}
