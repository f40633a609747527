internal import CWebSockets
internal import Glibc
internal import StrictJSON

// The links to the daemon.
extension ConsoleLoop {
  /// Connects a browser's connection to the daemon, and sends the first line.
  ///
  /// - Returns: false when the daemon cannot be reached.
  func startLink(for browser: UInt, _ purpose: DaemonLink.Purpose, _ first: JSONValue) -> Bool {
    endLink(connections[browser]?.link ?? 0)
    guard let descriptor = connectToDaemon() else { return false }
    count += 1
    guard let wsi = watch(descriptor, id: count) else { return false }
    links[count] = DaemonLink(wsi: wsi, descriptor: descriptor, browser: browser, purpose: purpose)
    connections[browser]?.link = count
    send(Array(first.text.utf8), through: count)
    return true
  }

  private func connectToDaemon() -> CInt? {
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(settings.daemon.utf8)
    guard path.count < MemoryLayout.size(ofValue: address.sun_path) else {
      Glibc.close(descriptor)
      return nil
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    // A Unix socket connects at once, or refuses: a full backlog counts as a daemon that cannot be reached.
    guard status == 0 else {
      Glibc.close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Queues a line for the daemon.
  func send(_ line: [UInt8], through link: UInt) {
    guard let wsi = links[link]?.wsi else { return }
    links[link]?.put(line)
    lws_callback_on_writable(wsi)
  }

  func writeDaemon(_ wsi: OpaquePointer, _ id: UInt) -> CInt {
    guard let link = links[id], !link.outgoing.isEmpty else { return 0 }
    let sent = link.outgoing.withUnsafeBytes { Glibc.send(link.descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
    if sent < 0, errno != EAGAIN, errno != EINTR { return -1 }
    if sent > 0 { links[id]?.outgoing.removeFirst(sent) }
    if links[id]?.outgoing.isEmpty == false { lws_callback_on_writable(wsi) }
    return 0
  }

  /// Reads once; libwebsockets calls again while there is more.
  func readDaemon(_ id: UInt) -> CInt {
    guard let link = links[id] else { return -1 }
    guard link.isReading else { return 0 }
    let size = buffer.withUnsafeMutableBytes { recv(link.descriptor, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT)) }
    if size < 0, errno == EAGAIN || errno == EINTR { return 0 }
    guard size > 0 else { return -1 }
    let lines = buffer.withUnsafeBytes { links[id]?.lines.add(UnsafeRawBufferPointer(rebasing: $0[..<size])) ?? [] }
    for line in lines where links[id] != nil { take(line, of: id) }
    return links[id] == nil ? -1 : 0
  }

  /// Stops or begins to read a link.
  func setReading(_ isReading: Bool, _ id: UInt) {
    guard let link = links[id], link.isReading != isReading else { return }
    links[id]?.isReading = isReading
    lws_rx_flow_control(link.wsi, isReading ? 1 : 0)
  }

  func endLink(_ id: UInt) {
    guard let link = links.removeValue(forKey: id) else { return }
    lws_set_opaque_user_data(link.wsi, nil)
    hookswitch_ws_abort(link.wsi)
  }

  /// The daemon has closed a link.
  func linkClosed(_ id: UInt) {
    guard let link = links.removeValue(forKey: id) else { return }
    guard let connection = connections[link.browser], connection.link == id else { return }
    connections[link.browser]?.link = 0
    switch link.purpose {
    case .relay: finish(link.browser, code: Self.noDaemon)
    case .session, .query: if connection.outgoing.isEmpty { _ = refuse(link.browser, .noDaemon) }
    }
  }

  // MARK: Lines

  private func take(_ line: [UInt8], of id: UInt) {
    guard let link = links[id] else { return }
    switch link.purpose {
    case .relay: relay(line, link, id)
    case .session, .query: answer(line, link, id)
    }
  }

  private func relay(_ line: [UInt8], _ link: DaemonLink, _ id: UInt) {
    let browser = link.browser
    switch DaemonLine(line[...]) {
    case .own("open"): opened(line, browser)
    case .own(let name):
      guard let (number, request) = links[id]?.ladders.removeValue(forKey: name) else { return }
      connections[browser]?.budget.answered()
      say(request.answer(id: number, line, version: settings.version), to: browser)
    case .notification: put(line, for: browser)
    case .answer:
      connections[browser]?.budget.answered()
      put(line, for: browser)
    case .snapshot:
      connections[browser]?.budget.answered()
      for part in DaemonLine.parts(of: line[...]) { put(part, for: browser) }
    }
  }

  /// The daemon has opened a session, or refused to.
  private func opened(_ line: [UInt8], _ browser: UInt) {
    guard let connection = connections[browser], case .opening(let credentials) = connection.stage else { return }
    let answer = try? JSONReader.read(line, limits: JSONLimits(depth: 64))
    guard answer?["result"] != nil else {
      // Nothing of the browser has reached the daemon, and nothing will.
      connections[browser]?.early = []
      endLink(connection.link)
      connections[browser]?.link = 0
      return finish(browser, code: Self.sessionOver)
    }
    connections[browser]?.stage = .open(credentials)
    connections[browser]?.early = []
    for line in connection.early { send(line, through: connection.link) }
  }

  /// Answers an HTTP request with the daemon's answer.
  private func answer(_ line: [UInt8], _ link: DaemonLink, _ id: UInt) {
    guard case .own(let name) = DaemonLine(line[...]), let given = try? JSONReader.read(line, limits: JSONLimits(depth: 64)) else { return }
    let browser = link.browser
    if let error = given["error"] {
      endLink(id)
      _ = refuse(browser, error["code"]?.integer == -32_601 ? .unavailable : name == "open" ? .unauthorized : .forbidden)
      return
    }
    if let next = link.next, name == "open" {
      links[id]?.next = nil
      return send(next, through: id)
    }
    endLink(id)
    let result = given["result"] ?? .object([])
    switch link.purpose {
    case .relay: break
    case .session:
      let body = JSONValue.object(of: ["token": result["token"] ?? "", "session": result["session"]])
      _ = answer(browser, .ok, type: "application/json", Array(body.text.utf8))
    case .query(.metrics):
      _ = answer(browser, .ok, type: result["contentType"]?.string ?? "text/plain", Array((result["text"]?.string ?? "").utf8))
    case .query(.health(let ready)):
      let isWell = result[ready ? "ready" : "live"] == .bool(true)
      _ = answer(browser, isWell ? .ok : .unavailable, type: "application/json", Array(result.text.utf8))
    }
  }
}
