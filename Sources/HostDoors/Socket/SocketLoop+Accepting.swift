internal import CLinux
internal import CallControl
internal import Glibc
internal import HostSurface
internal import Locking

// New connections.
extension SocketLoop {
  /// The time without accepting after an error, so that the loop does not spin.
  private static let pause = Duration.milliseconds(100)

  /// Accepts the connections that wait, at most a backlog of them in one turn.
  func acceptAll() {
    guard accepts == nil else { return }
    for _ in 0..<128 {
      let descriptor = hookswitch_accept4(file.descriptor, nil, nil, hookswitch_accept_flags)
      if descriptor >= 0 {
        welcome(descriptor)
        continue
      }
      switch errno {
      case EAGAIN: return
      // The client has gone, or a signal came.
      case ECONNABORTED, EINTR, EPROTO, EPERM: continue
      default: return pauseAccepting()
      }
    }
  }

  /// Without descriptors or memory the connections wait in the kernel's queue.
  private func pauseAccepting() {
    let reason = String(cString: strerror(errno))
    let now = Self.now
    if lastComplaint.map({ $0.duration(to: now) >= .seconds(60) }) ?? true {
      lastComplaint = now
      log(.error, "cannot accept connections: \(reason); trying again every \(Self.pause)")
    }
    accepts = now.advanced(by: Self.pause)
    stopListening()
  }

  /// Accepts again after a pause.
  func resumeAccepting(at now: Instant) {
    guard let accepts, now >= accepts else { return }
    self.accepts = nil
    listenAgain()
    acceptAll()
  }

  private func welcome(_ descriptor: CInt) {
    guard let process = PeerProcess(socket: descriptor) else {
      close(descriptor)
      return
    }
    let isOwner = settings.owners.contains(process.uid)
    guard connections.count < limits.connections, isOwner || counts[process.uid, default: 0] < limits.connectionsPerUser else {
      return refuse(descriptor, process)
    }
    connectionNumber += 1
    let connection = SocketConnection(
      number: connectionNumber, descriptor: descriptor, process: process, limits: limits, group: settings.group, isOwner: isOwner,
      post: post)
    guard hookswitch_epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, hookswitch_epoll_in, connection.number) == 0 else {
      return refuse(descriptor, process)
    }
    connection.traffic.interest = hookswitch_epoll_in
    connections[connection.number] = connection
    if !isOwner { counts[process.uid, default: 0] += 1 }
    noteClients()
    workers.add([.open(process)], of: connection)
  }

  private func refuse(_ descriptor: CInt, _ process: PeerProcess) {
    if process.pidfd >= 0 { close(process.pidfd) }
    log(.warning, "too many connections: process \(process.pid) of user \(process.uid) is refused")
    let line = ReplyWriter.goodbye("tooMany")
    _ = send(descriptor, line, line.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
    drain(descriptor)
    close(descriptor)
  }

  /// Reads what the client has sent so far: closing with unread bytes would reset the connection before the client has read its last line.
  private func drain(_ descriptor: CInt) {
    for _ in 0..<16 {
      let count = portion.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT)) }
      if count <= 0 { return }
    }
  }

  /// Publishes the number of connections.
  func noteClients() {
    let count = connections.count
    clients.withLock { $0 = count }
  }

  /// Closes a connection, and its session after the requests that were handed over.
  func drop(_ connection: SocketConnection) {
    guard connections.removeValue(forKey: connection.number) != nil else { return }
    blocked.remove(connection.number)
    again.remove(connection.number)
    if !settings.owners.contains(connection.uid), let count = counts[connection.uid] {
      counts[connection.uid] = count > 1 ? count - 1 : nil
    }
    // A session that is opening sees its connection closed when the step below comes.
    connection.mailbox.withLock { mailbox in
      mailbox.isClosed = true
      mailbox.answers = []
    }
    if !connection.traffic.isHungUp { _ = hookswitch_epoll_ctl(epoll, EPOLL_CTL_DEL, connection.descriptor, 0, 0) }
    if !connection.traffic.isInputEnded { drain(connection.descriptor) }
    close(connection.descriptor)
    noteClients()
    workers.add([.close], of: connection)
  }
}
