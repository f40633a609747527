internal import CWebSockets

// The port to which programs come.
extension StreamLoop {
  func open(_ request: ListenRequest) {
    guard listener == nil else { return request.fail("this host listens for programs already") }
    guard let (vhost, port) = context?.listen(at: request.address, certificate: request.certificate, limit: request.limit) else {
      return request.fail("cannot listen at \(request.address.authority): the address or the certificate cannot be used")
    }
    listener = (vhost, request.address.path, request.token)
    request.succeed(port)
  }

  /// Judges a program's request for a WebSocket; returns 0 to go on with its handshake.
  func admit(_ wsi: OpaquePointer) -> CInt {
    guard let listener else { return refuse(wsi, "404 Not Found") }
    var path = [CChar](repeating: 0, count: 2_048)
    guard lws_hdr_copy(wsi, &path, CInt(path.count), WSI_TOKEN_GET_URI) > 0 else { return refuse(wsi, "404 Not Found") }
    if let token = listener.token {
      var header = [CChar](repeating: 0, count: 4_096)
      let count = lws_hdr_copy(wsi, &header, CInt(header.count), WSI_TOKEN_HTTP_AUTHORIZATION)
      let given = header.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }
      guard Self.areEqual(given, Array("Bearer \(token)".utf8)) else { return refuse(wsi, "401 Unauthorized") }
    }
    let text = path.withUnsafeBufferPointer { String(decoding: $0.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) }
    let prefix = listener.path.hasSuffix("/") ? listener.path : "\(listener.path)/"
    // The secret works once; 128 random bits cannot be guessed by the time of a look-up.
    guard text.hasPrefix(prefix), let number = offers.removeValue(forKey: String(text.dropFirst(prefix.count))), streams[number] != nil
    else {
      return refuse(wsi, "404 Not Found")
    }
    connectionCount += 1
    connections[connectionCount] = StreamConnection(stream: number, isRaw: false, rate: 8_000)
    connections[connectionCount]?.wsi = wsi
    streams[number]?.connection = connectionCount
    lws_set_opaque_user_data(wsi, UnsafeMutableRawPointer(bitPattern: connectionCount))
    return 0
  }

  /// Refuses a request with a status; lws_return_http_status would answer with HTTP/1.0, which clients of WebSocket do not take.
  private func refuse(_ wsi: OpaquePointer, _ status: String) -> CInt {
    _ = send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8, to: wsi, LWS_WRITE_HTTP_HEADERS)
    return -1
  }

  /// Compares in a time that depends on the lengths alone.
  static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
