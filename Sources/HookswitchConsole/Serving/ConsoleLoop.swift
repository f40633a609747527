internal import CMediaThread
internal import CWebSockets
internal import Glibc
internal import StrictJSON

/// The connections of browsers, and their links to the daemon.
///
/// One thread does all of it.
final class ConsoleLoop {
  let settings: ConsoleSettings
  private(set) var gate: ConsoleGate
  var context: ConsoleContext?
  /// The connections of browsers, by number; the numbers of links follow the same count.
  var connections: [UInt: ConsoleConnection] = [:]
  var links: [UInt: DaemonLink] = [:]
  var count: UInt = 0
  /// The number of the descriptor that ends the loop.
  private var stop: UInt = 0
  private var isStopped = false
  /// True while a descriptor of ours is adopted, which is no browser.
  private var isWatching = false
  var buffer = [UInt8](repeating: 0, count: 65_536)
  let port: UInt16

  init(_ settings: ConsoleSettings) throws(ConsoleError) {
    self.settings = settings
    gate = ConsoleGate(hosts: [], isSecure: settings.certificate != nil, trustsProxy: settings.trustsProxy)
    // The owner is set once the object is complete.
    let owner = UnsafeMutablePointer<Unmanaged<ConsoleLoop>?>.allocate(capacity: 1)
    owner.initialize(to: nil)
    self.owner = owner
    let context: ConsoleContext
    do throws(ConsoleError) {
      context = try ConsoleContext(settings, owner: UnsafeMutableRawPointer(owner))
    } catch {
      owner.deallocate()
      throw error
    }
    self.context = context
    port = settings.address.path == nil ? context.port : 0
    gate.hosts = settings.address.knownHosts(port, names: settings.names)
    owner.pointee = Unmanaged.passUnretained(self)
  }

  private let owner: UnsafeMutablePointer<Unmanaged<ConsoleLoop>?>

  deinit {
    context?.destroy()
    owner.deallocate()
  }

  /// The address of the page.
  var url: String {
    settings.address.path.map { "unix:\($0)" } ?? "\(gate.isSecure ? "https" : "http")://\(settings.address.authority(port))/"
  }

  func run(until stop: CInt) {
    let copy = dup(stop)
    count += 1
    self.stop = count
    guard copy >= 0, let context, watch(copy, id: count) != nil else { return }
    while !isStopped { context.turn() }
    // A browser gets 1001, and connects again by itself.
    for id in connections.keys.sorted() { finish(id, code: 1_001) }
    for _ in 0..<8 where !connections.isEmpty {
      // A turn would wait for a browser that does not answer.
      lws_cancel_service(context.context)
      context.turn()
    }
    context.destroy()
    self.context = nil
  }

  // MARK: Callbacks

  /// Takes a callback of libwebsockets; returns what it wants: 0, or -1 to end the connection.
  func callback(_ wsi: OpaquePointer, _ reason: lws_callback_reasons, _ bytes: UnsafeMutableRawPointer?, _ size: Int) -> CInt {
    let id = UInt(bitPattern: lws_get_opaque_user_data(wsi))
    switch reason {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return connections.count < settings.limits.connections ? 0 : -1
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: adopt(wsi)
    case LWS_CALLBACK_HTTP: return take(wsi, id, request: bytes, size)
    case LWS_CALLBACK_HTTP_BODY: return takeBody(id, UnsafeRawBufferPointer(start: bytes, count: size))
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return bodyIsWhole(id)
    case LWS_CALLBACK_HTTP_WRITEABLE: return writeAnswer(wsi, id)
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirm(wsi, id, text(bytes))
    case LWS_CALLBACK_ESTABLISHED: return established(wsi, id)
    case LWS_CALLBACK_RECEIVE: return receive(wsi, id, UnsafeRawBufferPointer(start: bytes, count: size))
    case LWS_CALLBACK_SERVER_WRITEABLE: return writeMessages(wsi, id)
    case LWS_CALLBACK_RAW_RX_FILE:
      if id == stop {
        isStopped = true
        return -1
      }
      return readDaemon(id)
    case LWS_CALLBACK_RAW_WRITEABLE_FILE: return writeDaemon(wsi, id)
    case LWS_CALLBACK_RAW_CLOSE_FILE: linkClosed(id)
    case LWS_CALLBACK_WSI_DESTROY: gone(id)
    default: break
    }
    return 0
  }

  /// Watches a descriptor of ours; nil when the system refuses it, and the descriptor is closed then.
  func watch(_ descriptor: CInt, id: UInt) -> OpaquePointer? {
    isWatching = true
    defer { isWatching = false }
    return context?.watch(descriptor, id: id)
  }

  private func adopt(_ wsi: OpaquePointer) {
    guard !isWatching else { return }
    count += 1
    connections[count] = ConsoleConnection(wsi: wsi, limits: settings.limits)
    lws_set_opaque_user_data(wsi, UnsafeMutableRawPointer(bitPattern: count))
  }

  private func gone(_ id: UInt) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    endLink(connection.link)
  }

  func text(_ bytes: UnsafeMutableRawPointer?) -> String {
    bytes.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
  }

  /// Asks for the callback in which a connection may write.
  func askToWrite(_ id: UInt) {
    if let wsi = connections[id]?.wsi { lws_callback_on_writable(wsi) }
  }

  /// Ends a connection once its messages are sent; one of HTTP at once.
  func finish(_ id: UInt, code: UInt32) {
    guard let connection = connections[id] else { return }
    if case .http = connection.stage {
      hookswitch_ws_abort(connection.wsi)
    } else {
      connections[id]?.closeCode = connection.closeCode ?? code
      askToWrite(id)
    }
  }

  // MARK: Writing

  /// Writes bytes; false when the connection is broken.
  func write(_ bytes: ArraySlice<UInt8>, to wsi: OpaquePointer, _ kind: lws_write_protocol) -> Bool {
    let needed = hookswitch_ws_pre + bytes.count
    if buffer.count < needed { buffer = [UInt8](repeating: 0, count: needed) }
    return buffer.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      let place = UnsafeMutableBufferPointer(start: base + hookswitch_ws_pre, count: bytes.count)
      _ = place.update(fromContentsOf: bytes)
      return lws_write(wsi, place.baseAddress, bytes.count, kind) >= bytes.count
    }
  }
}

/// The callback of all protocols.
func consoleCallback(
  _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?, _ bytes: UnsafeMutableRawPointer?, _ size: Int
) -> CInt {
  guard let wsi, let context = lws_get_context(wsi), let user = lws_context_user(context),
    let owner = user.assumingMemoryBound(to: Unmanaged<ConsoleLoop>?.self).pointee
  else { return 0 }
  return owner.takeUnretainedValue().callback(wsi, reason, bytes, size)
}
