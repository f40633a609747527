internal import CPulse

/// The server's endpoints, and the streams on them.
extension PulseLink {
  // MARK: Listing

  /// Lists the server's properties, then its sinks, then its sources.
  func refresh() {
    guard let context, listing.begin() else { return }
    forget(pa_context_get_server_info(context, pulseServerInfo, pointer))
  }

  /// Handles the server's properties; nil when the request failed.
  func serverIs(_ info: pa_server_info?) {
    guard let info else { return listing.stop() }
    listing.server(
      named: PulseReading.text(info.server_name), defaultSink: PulseReading.text(info.default_sink_name),
      defaultSource: PulseReading.text(info.default_source_name))
    if let context { forget(pa_context_get_sink_info_list(context, pulseSinkInfo, pointer)) }
  }

  /// Handles one listed sink; nil at the end of the list.
  func sink(_ info: pa_sink_info?) {
    if let info {
      listing.add(output: PulseReading.endpoint(info))
    } else if let context {
      forget(pa_context_get_source_info_list(context, pulseSourceInfo, pointer))
    }
  }

  /// Handles one listed source; nil at the end of the list.
  func source(_ info: pa_source_info?) {
    if let info {
      listing.add(input: PulseReading.endpoint(info), isMonitor: info.monitor_of_sink != .max)
      return
    }
    let (isNew, isStale) = listing.end()
    if isNew { tell(listing.endpoints) }
    settle()
    show()
    if isStale { refresh() }
  }

  // MARK: Streams

  /// Creates, moves and drops streams to match the choice of endpoints.
  ///
  /// A stream that a person moved by hand stays there until the choice changes.
  func settle() {
    guard let context, listing.isKnown, pa_context_get_state(context) == PA_CONTEXT_READY else { return }
    let wanted = EndpointChoice.choose(listing.endpoints, monitors: listing.monitors, settings: settings, preferred: preferred)
    let before = settled
    settled = wanted
    playback = settled(playback, .playback, wanted.output, before.output, context)
    capture = settled(capture, .capture, wanted.input, before.input, context)
  }

  private func settled(
    _ stream: PulseStream?, _ direction: PulseStream.Direction, _ wanted: EndpointChoice.Pick?, _ before: EndpointChoice.Pick?,
    _ context: OpaquePointer
  ) -> PulseStream? {
    guard let wanted else {
      stream?.end()
      return nil
    }
    guard let stream else { return make(direction, wanted, context) }
    guard wanted != before else { return stream }
    choosePort(wanted, direction, context)
    // The server moves a stream to the default itself, unless this program moved it earlier.
    if wanted.isWanted || before?.isWanted == true, stream.endpoint != wanted.endpoint { stream.move(to: wanted.endpoint, in: context) }
    return stream
  }

  private func make(_ direction: PulseStream.Direction, _ wanted: EndpointChoice.Pick, _ context: OpaquePointer) -> PulseStream? {
    choosePort(wanted, direction, context)
    switch direction {
    case .playback: restartPlayback()
    case .capture: restartCapture()
    }
    let latency: UInt32 =
      switch direction {
      case .playback: listing.isPipeWire ? 25 : 20
      case .capture: 10
      }
    return PulseStream(
      direction, in: context, at: wanted.isWanted ? wanted.endpoint : nil, settings: settings, latencyMilliseconds: latency, for: self)
  }

  private func choosePort(_ wanted: EndpointChoice.Pick, _ direction: PulseStream.Direction, _ context: OpaquePointer) {
    guard let port = wanted.port else { return }
    switch direction {
    case .playback: forget(pa_context_set_sink_port_by_name(context, wanted.endpoint, port, nil, nil))
    case .capture: forget(pa_context_set_source_port_by_name(context, wanted.endpoint, port, nil, nil))
    }
  }

  /// Handles a stream that is ready or that the server ended, for example because its endpoint is gone.
  func streamChanged(_ direction: PulseStream.Direction) {
    let phase = direction == .playback ? playback?.phase : capture?.phase
    if phase == .failed {
      drop(direction)
      // Retry later: an immediate retry would fail again.
      wait(500_000)
    }
    show()
  }

  /// Handles a stream that the server moved.
  func streamMoved() {
    // After an unplugged microphone, the capture stream must not listen to a loudspeaker's monitor.
    if let endpoint = capture?.endpoint, listing.monitors.contains(endpoint), settings.input != endpoint { drop(.capture) }
    show()
  }

  /// Reports the path in use, once known.
  func show() {
    guard listing.isKnown, playback?.phase != .creating, capture?.phase != .creating else { return }
    guard playback?.endpoint != nil || capture?.endpoint != nil else {
      change(to: .absent("The sound server has no input or output device: calls are silent here until one is plugged in."))
      return
    }
    let output = playback?.endpoint.map { name in listing.endpoints.outputs.first { $0.name == name } ?? .unlisted(name) }
    let input = capture?.endpoint.map { name in listing.endpoints.inputs.first { $0.name == name } ?? .unlisted(name) }
    change(to: .open(AudioPath(output: output?.summary, input: input?.summary, route: output?.route ?? input?.route ?? .other("none"))))
  }
}

extension AudioEndpoint {
  /// Describes an endpoint that appeared after the last list; the next list completes it.
  fileprivate static func unlisted(_ name: String) -> Self {
    Self(name: name, summary: name, isDefault: false, ports: [], activePort: nil)
  }
}
