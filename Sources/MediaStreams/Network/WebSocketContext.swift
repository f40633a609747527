internal import CWebSockets
internal import Glibc

/// A context of libwebsockets, and the vhosts in it.
///
/// Only its thread touches it, but for `wake`. It is created without a change of the process: libwebsockets ignores SIGPIPE and takes
/// SIGUSR2, which are restored here; its thread blocks all signals, so that a broken pipe is an error of the write.
struct WebSocketContext {
  /// The subprotocol of a WebSocket.
  static let webSocket = "hookswitch.media.v1"
  /// The name for AudioSocket among the protocols of a vhost.
  static let audioSocket = "audiosocket"

  let context: OpaquePointer
  /// The protocols of each vhost, made once for the process: libwebsockets reads them as long as a context exists, and changes nothing.
  private nonisolated(unsafe) static let protocols: UnsafePointer<lws_protocols> = {
    let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 4)
    protocols.initialize(repeating: lws_protocols(), count: 4)
    for (place, name) in ["http", webSocket, audioSocket].enumerated() {
      protocols[place].name = UnsafePointer(strdup(name))
      protocols[place].callback = { streamCallback($0, $1, $2, $3, $4) }
      protocols[place].rx_buffer_size = 4_096
    }
    return UnsafePointer(protocols)
  }()
  /// The vhosts of connections to programs, by the file of trusted certificates; "" for the system's.
  private var clients: [String: OpaquePointer] = [:]
  /// The texts of the vhosts: libwebsockets keeps the name, which it compares with the header Host, and the address, without a copy.
  private var texts: [UnsafeMutablePointer<CChar>] = []

  /// Creates a context; nil when the system provides no memory or descriptors.
  ///
  /// - Parameters:
  ///   - owner: Given to `streamCallback` by `lws_context_user`; it must outlive the context.
  init?(owner: UnsafeMutableRawPointer) {
    lws_set_log_level(0, nil)
    var info = lws_context_creation_info()
    info.port = hookswitch_ws_no_port
    info.options = hookswitch_ws_context_options
    info.user = owner
    let signals = [SIGPIPE, SIGUSR2]
    var before = [Glibc.sigaction](repeating: Glibc.sigaction(), count: signals.count)
    for (place, signal) in signals.enumerated() { sigaction(signal, nil, &before[place]) }
    let made = lws_create_context(&info)
    for (place, signal) in signals.enumerated() { sigaction(signal, &before[place], nil) }
    guard let made else { return nil }
    context = made
  }

  /// Destroys the context; its callbacks may still be called.
  func destroy() {
    lws_context_destroy(context)
    for text in texts { free(text) }
  }

  /// Returns a copy of a text that lives as long as the context.
  private mutating func kept(_ text: String) -> UnsafePointer<CChar>? {
    guard let copy = strdup(text) else { return nil }
    texts.append(copy)
    return UnsafePointer(copy)
  }

  /// Waits for work, and does it.
  func turn() { lws_service(context, 0) }

  /// Returns the vhost of connections that trust a file's certificates; nil when it cannot be read.
  mutating func client(trusting authorities: String) -> OpaquePointer? {
    if let vhost = clients[authorities] { return vhost }
    var info = lws_context_creation_info()
    info.port = hookswitch_ws_no_port
    info.protocols = Self.protocols
    info.vhost_name = kept("client \(clients.count)")
    info.options = hookswitch_ws_context_options
    if !authorities.isEmpty { info.client_ssl_ca_filepath = kept(authorities) }
    let vhost = lws_create_vhost(context, &info)
    clients[authorities] = vhost
    return vhost
  }

  /// Opens a port for programs; nil when the system refuses it.
  ///
  /// - Parameter certificate: The PEM file with certificate and key; nil for `ws`.
  /// - Returns: The vhost and the port.
  mutating func listen(at address: StreamAddress, certificate: String?, limit: Duration) -> (vhost: OpaquePointer, port: UInt16)? {
    var info = lws_context_creation_info()
    info.port = CInt(address.port)
    info.iface = kept(address.host)
    info.protocols = Self.protocols
    info.vhost_name = kept("listener")
    info.options = hookswitch_ws_listen_options
    info.timeout_secs = UInt32(max(1, limit.nanoseconds / 1_000_000_000))
    if let certificate {
      info.options |= hookswitch_ws_context_options
      info.ssl_cert_filepath = kept(certificate)
      info.ssl_private_key_filepath = info.ssl_cert_filepath
    }
    guard let vhost = lws_create_vhost(context, &info) else { return nil }
    return (vhost, UInt16(clamping: lws_get_vhost_listen_port(vhost)))
  }

  /// Begins a connection; nil when it failed at once.
  ///
  /// - Parameters:
  ///   - numeric: The address that the host's name resolved to.
  ///   - id: Returned by `lws_get_opaque_user_data`.
  func connect(_ address: StreamAddress, at numeric: String, through vhost: OpaquePointer, id: UInt) -> OpaquePointer? {
    CStrings.with([numeric, address.path, address.host, Self.webSocket, Self.audioSocket, "RAW", address.authority]) { texts in
      var info = lws_client_connect_info()
      info.context = context
      info.vhost = vhost
      info.address = texts[0]
      info.port = CInt(address.port)
      info.path = texts[1]
      // The name for the certificate; the header Host takes the port too when it is not the usual one.
      info.host = address.port == address.scheme.port || address.isSecure ? texts[2] : texts[6]
      info.origin = nil
      info.ietf_version_or_minus_one = -1
      info.opaque_user_data = UnsafeMutableRawPointer(bitPattern: id)
      if address.scheme == .audioSocket {
        info.method = texts[5]
        info.local_protocol_name = texts[4]
      } else {
        info.protocol = texts[3]
        info.local_protocol_name = texts[3]
        info.ssl_connection = address.isSecure ? CInt(LCCSCF_USE_SSL.rawValue) : 0
      }
      return lws_client_connect_via_info(&info)
    }
  }
}

/// C copies of texts for one call.
enum CStrings {
  /// Calls `body` with a C string for each text.
  static func with<Result>(_ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies.map { UnsafePointer($0) })
  }
}
