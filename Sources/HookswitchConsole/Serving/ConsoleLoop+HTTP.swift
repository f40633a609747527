internal import CWebSockets
internal import StrictJSON

// The requests of HTTP.
extension ConsoleLoop {
  /// Judges a request, and answers it unless its body or the daemon has to come first.
  func take(_ wsi: OpaquePointer, _ id: UInt, request path: UnsafeMutableRawPointer?, _ size: Int) -> CInt {
    guard connections[id] != nil else { return -1 }
    var request = head(of: wsi)
    request.path = text(path)
    switch gate.judge(request) {
    case .file(let path):
      guard let file = ConsolePage.files[path] else { return refuse(id, .notFound) }
      return answer(id, .ok, type: file.type, tag: file.tag, file.bytes)
    case .unchanged(let path): return answer(id, .notModified, tag: ConsolePage.files[path]?.tag, nil)
    case .openSession:
      connections[id]?.incoming = []
      return 0
    case .metrics(let credentials, let isOpen): return ask(id, .metrics(isOpenMetrics: isOpen), credentials)
    case .health(let ready): return ask(id, .health(ready: ready), nil)
    case .socket: return refuse(id, .badRequest)
    case .refuse(let status): return refuse(id, status)
    }
  }

  /// Returns the parts of a request that the console judges; the path is that of the callback.
  func head(of wsi: OpaquePointer) -> ConsoleRequest {
    var request = ConsoleRequest()
    request.method =
      lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 ? .get : lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0 ? .post : .other
    request.host = header(wsi, WSI_TOKEN_HOST)
    request.origin = header(wsi, WSI_TOKEN_ORIGIN)
    request.authorization = header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION)
    request.knownTag = header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH)
    request.accept = header(wsi, WSI_TOKEN_HTTP_ACCEPT)
    request.subprotocols = header(wsi, WSI_TOKEN_PROTOCOL)
    if gate.trustsProxy { request.proxyUser = customHeader(wsi, "x-remote-user:") }
    return request
  }

  private func header(_ wsi: OpaquePointer, _ token: lws_token_indexes) -> String? {
    let size = lws_hdr_total_length(wsi, token)
    guard size > 0 else { return nil }
    var text = [CChar](repeating: 0, count: Int(size) + 1)
    guard lws_hdr_copy(wsi, &text, CInt(text.count), token) > 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func customHeader(_ wsi: OpaquePointer, _ name: String) -> String? {
    let size = lws_hdr_custom_length(wsi, name, CInt(name.utf8.count))
    guard size > 0, size <= 256 else { return nil }
    var text = [CChar](repeating: 0, count: Int(size) + 1)
    guard lws_hdr_custom_copy(wsi, &text, CInt(text.count), name, CInt(name.utf8.count)) > 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: The exchange of a code

  func takeBody(_ id: UInt, _ bytes: UnsafeRawBufferPointer) -> CInt {
    guard let connection = connections[id] else { return -1 }
    // A body that no decision asked for follows a refusal.
    guard connection.outgoing.isEmpty else { return 0 }
    guard connection.incoming.count + bytes.count <= settings.limits.body else { return refuse(id, .tooLarge) }
    connections[id]?.incoming += bytes
    return 0
  }

  func bodyIsWhole(_ id: UInt) -> CInt {
    guard let connection = connections[id], connection.outgoing.isEmpty else { return 0 }
    let body = try? JSONReader.read(connection.incoming, limits: JSONLimits(depth: 4))
    connections[id]?.incoming = []
    guard let code = body?["code"]?.string.flatMap({ ConsoleRequest.secret(Substring($0)) }) else { return refuse(id, .badRequest) }
    let open = JSONValue.object(of: [
      "jsonrpc": "2.0", "id": "open", "method": "session.open", "params": .object(of: ["code": .string(code)]),
    ])
    guard startLink(for: id, .session, open) else { return refuse(id, .noDaemon) }
    return 0
  }

  private func ask(_ id: UInt, _ query: ConsoleQuery, _ credentials: ConsoleCredentials?) -> CInt {
    let (method, parameters): (JSONValue, JSONValue) =
      switch query {
      case .metrics(let isOpen): ("metrics.read", .object(of: ["format": isOpen ? "openmetrics" : "prometheus"]))
      case .health: ("health.read", .object([]))
      }
    let question = JSONValue.object(of: ["jsonrpc": "2.0", "id": "query", "method": method, "params": parameters])
    guard startLink(for: id, .query(query), credentials.map { Self.opening($0) } ?? question) else { return refuse(id, .noDaemon) }
    if credentials != nil { links[connections[id]?.link ?? 0]?.next = Array(question.text.utf8) }
    return 0
  }

  /// Returns the request that limits a link to a person's session.
  static func opening(_ credentials: ConsoleCredentials) -> JSONValue {
    let parameters: JSONValue =
      switch credentials {
      case .token(let token): .object(of: ["token": .string(token)])
      case .proxied(let actor): .object(of: ["actor": .string(actor)])
      }
    return .object(of: ["jsonrpc": "2.0", "id": "open", "method": "session.open", "params": parameters])
  }

  // MARK: Answers

  /// Refuses a request, and ends its connection after the answer, since a body may follow that nobody reads.
  func refuse(_ id: UInt, _ status: ConsoleStatus) -> CInt {
    connections[id]?.endsAfterAnswer = true
    return answer(id, status, type: "text/plain; charset=utf-8", Array("\(status.words)\n".utf8))
  }

  /// Queues an answer.
  func answer(_ id: UInt, _ status: ConsoleStatus, type: String? = nil, tag: String? = nil, _ body: [UInt8]?) -> CInt {
    guard let connection = connections[id] else { return -1 }
    let head = ConsoleHead.text(status, type: type, tag: tag, length: body?.count, closes: connection.endsAfterAnswer)
    connections[id]?.answer(Array(head.utf8), body ?? [])
    askToWrite(id)
    return 0
  }

  /// Writes the next part of an answer: the head, and then the body in portions.
  func writeAnswer(_ wsi: OpaquePointer, _ id: UInt) -> CInt {
    guard let connection = connections[id], let part = connection.outgoing.first else { return 0 }
    let isHead = !connection.hasHead
    // The head goes out whole: it is short.
    let portion = part[connection.sent...].prefix(16_384)
    let isLast = connection.outgoing.count == 1 && connection.sent + portion.count == part.count
    guard write(portion, to: wsi, isHead ? LWS_WRITE_HTTP_HEADERS : isLast ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) else { return -1 }
    connections[id]?.sent += portion.count
    connections[id]?.hasHead = true
    if connection.sent + portion.count == part.count {
      connections[id]?.outgoing.removeFirst()
      connections[id]?.sent = 0
    }
    guard isLast else {
      lws_callback_on_writable(wsi)
      return 0
    }
    connections[id]?.queued = 0
    if connection.endsAfterAnswer { return -1 }
    return lws_http_transaction_completed(wsi) == 0 ? 0 : -1
  }
}
