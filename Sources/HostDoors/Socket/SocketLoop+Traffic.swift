internal import CLinux
internal import CallControl
internal import Glibc
internal import HostService
internal import HostSurface
internal import Locking
internal import StrictJSON

// The bytes of connections.
extension SocketLoop {
  /// Reads one portion, so that each connection gets its turn.
  func receive(_ connection: SocketConnection) {
    guard mayRead(connection) else { return }
    let count = portion.withUnsafeMutableBytes { recv(connection.descriptor, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT)) }
    if count > 0 {
      connection.traffic.framing.append(portion[..<count])
      // Epoll does not watch a descriptor whose client has gone.
      if connection.traffic.isHungUp { again.insert(connection.number) }
    } else if count == 0 {
      connection.traffic.isInputEnded = true
    } else if errno != EAGAIN, errno != EINTR {
      connection.traffic.isInputEnded = true
      hangUp(connection)
    }
  }

  private func mayRead(_ connection: SocketConnection) -> Bool {
    let traffic = connection.traffic
    return !traffic.isInputEnded && !traffic.isEnding && !traffic.outbox.isFinished && !traffic.outbox.isFull
      && traffic.unanswered < traffic.outbox.allowance
  }

  /// Notes that the client has closed its connection.
  ///
  /// Its earlier requests are still performed.
  func hangUp(_ connection: SocketConnection) {
    guard !connection.traffic.isHungUp else { return }
    connection.traffic.isHungUp = true
    connection.traffic.outbox.abandon()
    blocked.remove(connection.number)
    _ = hookswitch_epoll_ctl(epoll, EPOLL_CTL_DEL, connection.descriptor, 0, 0)
    again.insert(connection.number)
  }

  /// Takes the answers and news of a connection.
  func takeMail(of connection: SocketConnection) {
    let (answers, isWoken, reason, isSandboxed) = connection.mailbox.withLock { mailbox in
      defer {
        mailbox.answers = []
        mailbox.isWoken = false
        mailbox.isPosted = false
      }
      return (mailbox.answers, mailbox.isWoken, mailbox.end, mailbox.isSandboxed)
    }
    let now = Self.now
    if isSandboxed { connection.loseOwnerRate() }
    connection.traffic.unanswered -= answers.count
    for answer in answers {
      if let line = answer.line { connection.traffic.outbox.add(line, after: answer.sequence, at: now) }
    }
    if isWoken { connection.traffic.outbox.wake() }
    if let reason { end(connection, reason, at: now) }
  }

  /// Hands lines over, sends bytes and decides what to wait for.
  ///
  /// Afterwards the connection may be closed.
  func serve(_ connection: SocketConnection) {
    guard connections[connection.number] === connection else { return }
    handOver(connection)
    if connection.traffic.isHungUp {
      if isDone(connection) { return drop(connection) }
      if !connection.traffic.isInputEnded, mayRead(connection) {
        receive(connection)
        again.insert(connection.number)
      }
      return
    }
    guard flush(connection) else {
      hangUp(connection)
      return
    }
    if isDone(connection) { return drop(connection) }
    watch(connection)
  }

  /// True when nothing is left to do for the connection.
  private func isDone(_ connection: SocketConnection) -> Bool {
    let traffic = connection.traffic
    if traffic.isHungUp { return traffic.isInputEnded && !hasLines(connection) || traffic.outbox.isFinished }
    if traffic.outbox.bytes > 0 { return false }
    return traffic.outbox.isFinished || traffic.isInputEnded && traffic.unanswered == 0 && !hasLines(connection)
  }

  /// True while lines wait until earlier ones are answered.
  ///
  /// A line without an end never becomes one.
  private func hasLines(_ connection: SocketConnection) -> Bool { connection.traffic.held != nil }

  /// Hands complete lines to the workers, as many as may be without an answer.
  private func handOver(_ connection: SocketConnection) {
    var steps: [SocketConnection.Step] = []
    let now = Self.now
    while !connection.traffic.outbox.isFinished, !connection.traffic.isEnding {
      guard let frame = connection.traffic.held ?? connection.traffic.framing.next() else { break }
      guard connection.traffic.unanswered < connection.traffic.outbox.allowance else {
        connection.traffic.held = frame
        break
      }
      connection.traffic.held = nil
      take(frame, of: connection, at: now, into: &steps)
    }
    workers.add(steps, of: connection)
  }

  private func take(_ frame: LineFraming.Frame, of connection: SocketConnection, at now: Instant, into steps: inout [SocketConnection.Step])
  {
    let verdict = connection.traffic.limiter.judge(at: now)
    switch (verdict, frame) {
    case (.tooFast(let wait, let isLast), .line(let line)):
      connection.traffic.unanswered += 1
      steps.append(.tooFast(line, retryAfter: wait, connection.traffic.limiter.limit, isLast: isLast))
      connection.traffic.isEnding = isLast
    case (.admitted, .line(let line)):
      connection.traffic.unanswered += 1
      steps.append(.line(line))
    case (_, .tooLarge(let id, let limit)):
      let reply = ReplyWriter.reply(to: id ?? .null, .failure(ReplyWriter.tooLarge(limit)))
      connection.traffic.outbox.add(reply, after: 0, at: now)
      if case .tooFast(_, isLast: true) = verdict { end(connection, "tooFast", at: now) }
    }
  }

  private func end(_ connection: SocketConnection, _ reason: String, at now: Instant) {
    guard !connection.traffic.outbox.isFinished else { return }
    log(.warning, "connection \(connection.number) of process \(connection.pid) is closed: \(reason)")
    connection.traffic.outbox.finish(with: ReplyWriter.goodbye(reason), at: now)
  }

  /// Fetches notifications and sends bytes until the client's buffer is full; false when the client has gone.
  private func flush(_ connection: SocketConnection) -> Bool {
    let now = Self.now
    // A client that reads fast could hold the loop up for ever.
    for _ in 0..<64 {
      fetch(connection, at: now)
      guard connection.traffic.outbox.unsent > 0 else { break }
      var failure: CInt = 0
      let sent = connection.traffic.outbox.send(at: now) { bytes in
        let count = Glibc.send(
          connection.descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
        if count < 0 { failure = errno }
        return count
      }
      if sent > 0 { continue }
      if failure == EINTR { continue }
      return failure == EAGAIN || failure == ENOBUFS || failure == ENOMEM
    }
    if connection.traffic.outbox.unsent == 0, connection.traffic.outbox.wanted != nil { again.insert(connection.number) }
    return true
  }

  private func fetch(_ connection: SocketConnection, at now: Instant) {
    guard connection.traffic.outbox.wanted != nil, let session = connection.mailbox.withLock({ $0.session }) else { return }
    while let wanted = connection.traffic.outbox.wanted {
      let batch = session.notifications(limit: wanted)
      connection.traffic.outbox.add(batch, at: now)
      if batch.lines.isEmpty { break }
    }
  }

  /// Tells epoll what to wait for.
  private func watch(_ connection: SocketConnection) {
    let isBlocked = connection.traffic.outbox.unsent > 0
    if isBlocked { blocked.insert(connection.number) } else { blocked.remove(connection.number) }
    let wanted = (mayRead(connection) ? hookswitch_epoll_in : 0) | (isBlocked ? hookswitch_epoll_out : 0)
    guard wanted != connection.traffic.interest else { return }
    connection.traffic.interest = wanted
    _ = hookswitch_epoll_ctl(epoll, EPOLL_CTL_MOD, connection.descriptor, wanted, connection.number)
  }
}
