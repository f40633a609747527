internal import CMediaThread
internal import CWebSockets

// The WebSockets of browsers.
extension ConsoleLoop {
  /// The close code for a session that is over or was never there.
  static let sessionOver: UInt32 = 4_401
  /// The close code for a daemon that cannot be reached: the page tries again.
  static let noDaemon: UInt32 = 1_013

  /// Judges the handshake of a WebSocket; returns 0 to go on with it.
  func confirm(_ wsi: OpaquePointer, _ id: UInt, _ protocolName: String) -> CInt {
    guard protocolName.lowercased() == "websocket", connections[id] != nil else { return deny(wsi, .badRequest) }
    var request = head(of: wsi)
    request.wantsSocket = true
    var path = [CChar](repeating: 0, count: 256)
    let size = lws_hdr_copy(wsi, &path, CInt(path.count), WSI_TOKEN_GET_URI)
    request.path = size > 0 ? String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
    switch gate.judge(request) {
    case .socket(let credentials):
      guard connections.values.count(where: { $0.credentials == credentials }) < settings.limits.perPerson else {
        return deny(wsi, .tooMany)
      }
      connections[id]?.stage = .opening(credentials)
      return 0
    case .refuse(let status): return deny(wsi, status)
    default: return deny(wsi, .badRequest)
    }
  }

  /// Refuses a handshake with a status.
  private func deny(_ wsi: OpaquePointer, _ status: ConsoleStatus) -> CInt {
    _ = write(Array(ConsoleHead.text(status, length: 0, closes: true).utf8)[...], to: wsi, LWS_WRITE_HTTP_HEADERS)
    return -1
  }

  func established(_ wsi: OpaquePointer, _ id: UInt) -> CInt {
    guard case .opening(let credentials)? = connections[id]?.stage else { return -1 }
    guard startLink(for: id, .relay, Self.opening(credentials)) else {
      finish(id, code: Self.noDaemon)
      return 0
    }
    return 0
  }

  /// Takes a part of a browser's message.
  func receive(_ wsi: OpaquePointer, _ id: UInt, _ bytes: UnsafeRawBufferPointer) -> CInt {
    guard let connection = connections[id] else { return -1 }
    // A connection that ends takes nothing any more.
    guard connection.closeCode == nil else { return 0 }
    guard lws_frame_is_binary(wsi) == 0 else {
      finish(id, code: 1_003)
      return 0
    }
    guard connection.incoming.count + bytes.count <= settings.limits.message else {
      finish(id, code: 1_009)
      return 0
    }
    connections[id]?.incoming += bytes
    guard lws_is_final_fragment(wsi) != 0, lws_remaining_packet_payload(wsi) == 0 else { return 0 }
    let message = connections[id]?.incoming ?? []
    connections[id]?.incoming = []
    take(message, of: id)
    return 0
  }

  private func take(_ bytes: [UInt8], of id: UInt) {
    let message = BrowserMessage(bytes)
    let number: Int? =
      switch message {
      case .request(let id, _), .ladder(let id, _): id
      case .wrong(let id, _, _, _): id
      }
    if let word = connections[id]?.budget.take(at: hookswitch_monotonic_ns()) {
      let limits = settings.limits
      let limit = word == "tooFast" ? "\(limits.rate) requests a second" : "\(limits.depth) requests without an answer"
      return say(BrowserMessage.error(id: number, code: -32_005, word: word, sentence: "the console takes \(limit)"), to: id)
    }
    switch message {
    case .request(_, let line):
      if case .opening? = connections[id]?.stage {
        connections[id]?.early.append(line)
      } else {
        send(line, through: connections[id]?.link ?? 0)
      }
    case .ladder(let number, let request): askLadder(number, request, of: id)
    case .wrong(let number, let code, let word, let sentence):
      connections[id]?.budget.answered()
      say(BrowserMessage.error(id: number, code: code, word: word, sentence: sentence), to: id)
    }
  }

  private func askLadder(_ number: Int, _ request: LadderRequest, of id: UInt) {
    guard case .open? = connections[id]?.stage, let link = connections[id]?.link, links[link] != nil else {
      connections[id]?.budget.answered()
      return say(BrowserMessage.error(id: number, code: -32_007, word: "unavailable", sentence: "the session is not open yet"), to: id)
    }
    links[link]?.count += 1
    let name = "ladder \(links[link]?.count ?? 0)"
    links[link]?.ladders[name] = (number, request)
    send(request.line(id: name), through: link)
  }

  /// Queues a message for a browser.
  func say(_ text: String, to id: UInt) { put(Array(text.utf8), for: id) }

  /// Queues a message for a browser; above the limit the console reads no more from the daemon, which loses no reader for it.
  func put(_ message: [UInt8], for id: UInt) {
    connections[id]?.put(message)
    if let connection = connections[id], connection.queued > settings.limits.queue { setReading(false, connection.link) }
    askToWrite(id)
  }

  /// Sends what waits, as much as the connection takes.
  func writeMessages(_ wsi: OpaquePointer, _ id: UInt) -> CInt {
    var isChoked = false
    for round in 0..<256 {
      // The callback says that the connection takes a message; only before further ones a system call has to ask.
      isChoked = round > 0 && lws_send_pipe_choked(wsi) != 0
      guard !isChoked, let message = connections[id]?.outgoing.first else { break }
      guard write(message[...], to: wsi, LWS_WRITE_TEXT) else { return -1 }
      connections[id]?.outgoing.removeFirst()
      connections[id]?.queued -= message.count
    }
    guard let connection = connections[id] else { return -1 }
    if connection.queued <= settings.limits.queue / 2 { setReading(true, connection.link) }
    if !connection.outgoing.isEmpty {
      lws_callback_on_writable(wsi)
    } else if let code = connection.closeCode {
      lws_close_reason(wsi, lws_close_status(rawValue: code), nil, 0)
      return -1
    }
    return 0
  }
}
