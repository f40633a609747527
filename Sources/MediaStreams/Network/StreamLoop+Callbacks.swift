internal import CMediaThread
internal import CWebSockets
internal import Glibc

// The callbacks of libwebsockets, on the thread of the streams.
extension StreamLoop {
  /// Takes a callback of libwebsockets; returns what it wants: 0, or -1 to end the connection.
  func callback(_ wsi: OpaquePointer, _ reason: lws_callback_reasons, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> CInt {
    let id = UInt(bitPattern: lws_get_opaque_user_data(wsi))
    switch reason {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: return addHeader(wsi, id, bytes, count)
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
      failed(id, count > 0 ? text(bytes, count) : "the connection was refused")
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return admit(wsi)
    case LWS_CALLBACK_HTTP:
      lws_return_http_status(wsi, 404, nil)
      return -1
    case LWS_CALLBACK_CLIENT_ESTABLISHED, LWS_CALLBACK_ESTABLISHED, LWS_CALLBACK_RAW_CONNECTED: return connected(wsi, id)
    case LWS_CALLBACK_CLIENT_RECEIVE, LWS_CALLBACK_RECEIVE: return receive(wsi, id, UnsafeRawBufferPointer(start: bytes, count: count))
    case LWS_CALLBACK_RAW_RX: receiveRaw(id, UnsafeRawBufferPointer(start: bytes, count: count))
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: connections[id]?.isClosed = true
    case LWS_CALLBACK_CLIENT_WRITEABLE, LWS_CALLBACK_SERVER_WRITEABLE, LWS_CALLBACK_RAW_WRITEABLE: return write(wsi, id)
    case LWS_CALLBACK_CLIENT_CLOSED, LWS_CALLBACK_CLOSED, LWS_CALLBACK_RAW_CLOSE: closed(id)
    default: break
    }
    return 0
  }

  func text(_ bytes: UnsafeMutableRawPointer?, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: bytes, count: min(count, 512)), as: UTF8.self)
  }

  /// Adds the token to the request of a WebSocket.
  func addHeader(_ wsi: OpaquePointer, _ id: UInt, _ place: UnsafeMutableRawPointer?, _ room: Int) -> CInt {
    guard let number = connections[id]?.stream, let token = streams[number]?.core.options.token, let place else { return 0 }
    let value = "Bearer \(token)"
    let next = place.assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
    guard let begin = next.pointee else { return 0 }
    return value.withCString { value in
      "authorization:".withCString { name in
        let bytes = UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self)
        return lws_add_http_header_by_name(
          wsi, UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self), bytes, CInt(strlen(value)), next, begin + room) == 0 ? 0 : -1
      }
    }
  }

  func connected(_ wsi: OpaquePointer, _ id: UInt) -> CInt {
    guard let number = connections[id]?.stream, let stream = streams[number] else { return -1 }
    connections[id]?.isUp = true
    connections[id]?.wsi = wsi
    let facts = stream.describe()
    run(of: number) { $0.connected(facts) }
    return connections[id] == nil ? -1 : 0
  }

  /// Takes a part of a WebSocket's message.
  func receive(_ wsi: OpaquePointer, _ id: UInt, _ bytes: UnsafeRawBufferPointer) -> CInt {
    guard let number = connections[id]?.stream, streams[number] != nil else { return -1 }
    let now = hookswitch_monotonic_ns()
    if lws_frame_is_binary(wsi) != 0 {
      let samples = streams[number]?.joiner.join(bytes) ?? []
      run(of: number) { $0.say(samples) }
      return 0
    }
    guard (connections[id]?.message.count ?? 0) + bytes.count <= StreamOrder.limit else {
      run(of: number) { $0.fail(StreamFault(.tooLong, "a text message has more than \(StreamOrder.limit) bytes"), at: now) }
      return 0
    }
    connections[id]?.message += bytes
    guard lws_is_final_fragment(wsi) != 0, lws_remaining_packet_payload(wsi) == 0 else { return 0 }
    let message = connections[id]?.message ?? []
    connections[id]?.message = []
    run(of: number) { $0.take(text: message, at: now) }
    return 0
  }

  func receiveRaw(_ id: UInt, _ bytes: UnsafeRawBufferPointer) {
    guard let number = connections[id]?.stream else { return }
    let now = hookswitch_monotonic_ns()
    for message in connections[id]?.reader.read(bytes) ?? [] {
      if case .audio(let audio) = message {
        let samples = streams[number]?.joiner.join(audio) ?? []
        run(of: number) { $0.say(samples) }
      } else {
        run(of: number) { $0.take(message, at: now) }
      }
    }
  }

  func closed(_ id: UInt) {
    guard let connection = connections.removeValue(forKey: id), let stream = streams[connection.stream], stream.connection == id else {
      return
    }
    let now = hookswitch_monotonic_ns()
    let reason = "the connection to the program broke"
    run(of: connection.stream) {
      connection.isUp ? $0.disconnected(isClosed: connection.isClosed, reason, at: now) : $0.notConnected(reason, at: now)
    }
  }
}

/// The callback of all protocols.
func streamCallback(
  _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?, _ bytes: UnsafeMutableRawPointer?, _ count: Int
) -> CInt {
  guard let wsi, let context = lws_get_context(wsi), let owner = lws_context_user(context) else { return 0 }
  return Unmanaged<StreamLoop>.fromOpaque(owner).takeUnretainedValue().callback(wsi, reason, bytes, count)
}
