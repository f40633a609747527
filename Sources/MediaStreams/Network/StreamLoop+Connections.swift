internal import CMediaThread
internal import CWebSockets

// Connections of the host to programs.
extension StreamLoop {
  /// Begins a connection to a stream's program.
  func connect(_ number: Int64) {
    guard let address = streams[number]?.address else { return }
    connectionCount += 1
    let id = connectionCount
    connections[id] = StreamConnection(stream: number, isRaw: address.scheme == .audioSocket, rate: streams[number]?.format.rate ?? 8_000)
    streams[number]?.connection = id
    streams[number]?.joiner = SampleJoiner()
    if let numeric = NameLookup.numeric(address.host) {
      streams[number]?.addresses = numeric
      connectNext(number, id)
    } else {
      lookup.resolve(address.host) { [self] answer in post(number, .resolved(connection: id, answer)) }
    }
  }

  /// Tries the next address of a stream's host.
  func connectNext(_ number: Int64, _ id: UInt) {
    guard let stream = streams[number], let address = stream.address, !stream.addresses.isEmpty else { return }
    guard let vhost = context?.client(trusting: stream.core.options.authorities ?? "") else {
      return failed(id, "cannot read the certificates of \(stream.core.options.authorities ?? ""); give a PEM file")
    }
    let numeric = streams[number]?.addresses.removeFirst() ?? ""
    let wsi = context?.connect(address, at: numeric, through: vhost, id: id)
    // A failure may have been told already.
    guard connections[id] != nil else { return }
    if let wsi {
      connections[id]?.wsi = wsi
    } else {
      failed(id, "cannot connect to \(address.authority)")
    }
  }

  /// A connection could not be made.
  func failed(_ id: UInt, _ reason: String) {
    guard let connection = connections[id], let stream = streams[connection.stream], stream.connection == id else {
      connections[id] = nil
      return
    }
    if !stream.addresses.isEmpty, !connection.isUp {
      connections[id]?.wsi = nil
      return connectNext(connection.stream, id)
    }
    connections[id] = nil
    let now = hookswitch_monotonic_ns()
    run(of: connection.stream) { $0.notConnected(reason, at: now) }
  }

  func abort(_ number: Int64) {
    guard let id = streams[number]?.connection, let connection = connections.removeValue(forKey: id) else { return }
    streams[number]?.connection = 0
    if let wsi = connection.wsi {
      // Its callbacks find no connection any more.
      lws_set_opaque_user_data(wsi, nil)
      hookswitch_ws_abort(wsi)
    }
  }

  func askToWrite(_ number: Int64) {
    guard let stream = streams[number], stream.core.isLinked, let wsi = connections[stream.connection]?.wsi else { return }
    if stream.core.carriesAudio { waits(stream) }
    lws_callback_on_writable(wsi)
  }

  /// Notes that something waits for the program.
  func waits(_ stream: LiveStream) {
    stream.core.waits(at: hookswitch_monotonic_ns())
    arm(stream.core.deadline)
  }
}
