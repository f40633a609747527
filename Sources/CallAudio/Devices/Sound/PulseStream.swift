internal import CPulse

/// A stream to a sink or from a source of the sound server.
///
/// All access is under the main loop's lock.
final class PulseStream {
  enum Direction {
    case playback
    case capture
  }

  /// The progress of the stream's creation.
  enum Phase {
    case creating
    case ready
    case failed
  }

  let direction: Direction
  private let stream: OpaquePointer

  /// Requests a stream in `context` at the endpoint `name`; nil lets the server choose.
  ///
  /// Returns nil when the request fails at once.
  init?(
    _ direction: Direction, in context: OpaquePointer, at name: String?, settings: PulseSettings, latencyMilliseconds: UInt32,
    for link: PulseLink
  ) {
    guard let properties = pa_proplist_new() else { return nil }
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, settings.role)
    var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: 48_000, channels: 1)
    guard let stream = pa_stream_new_with_proplist(context, settings.streamName, &format, nil, properties) else { return nil }
    self.direction = direction
    self.stream = stream
    // The link owns this stream, and frees it only after `end` removes the callbacks.
    let link = Unmanaged.passUnretained(link).toOpaque()
    guard connect(name, latencyMilliseconds, link) else {
      end()
      return nil
    }
    pa_stream_set_moved_callback(stream, pulseStreamMoved, link)
    // Set the state callback only now: connecting would call it at once, before the link stores this stream.
    switch direction {
    case .playback: pa_stream_set_state_callback(stream, pulsePlaybackChanged, link)
    case .capture: pa_stream_set_state_callback(stream, pulseCaptureChanged, link)
    }
  }

  private func connect(_ name: String?, _ latencyMilliseconds: UInt32, _ link: UnsafeMutableRawPointer) -> Bool {
    let unset = UInt32.max
    let bytes = latencyMilliseconds * 96
    let flags = PA_STREAM_ADJUST_LATENCY
    switch direction {
    case .playback:
      pa_stream_set_write_callback(stream, pulsePlaybackWants, link)
      // No prebuffer: after an underrun playback continues at once.
      var buffer = pa_buffer_attr(maxlength: unset, tlength: bytes, prebuf: 0, minreq: unset, fragsize: unset)
      return pa_stream_connect_playback(stream, name, &buffer, flags, nil, nil) == 0
    case .capture:
      pa_stream_set_read_callback(stream, pulseCaptureHas, link)
      var buffer = pa_buffer_attr(maxlength: unset, tlength: unset, prebuf: unset, minreq: unset, fragsize: bytes)
      return pa_stream_connect_record(stream, name, &buffer, flags) == 0
    }
  }

  var phase: Phase {
    switch pa_stream_get_state(stream) {
    case PA_STREAM_READY: .ready
    case PA_STREAM_FAILED, PA_STREAM_TERMINATED: .failed
    default: .creating
    }
  }

  /// The server's name for the stream's endpoint; nil until the stream is ready.
  var endpoint: String? { phase == .ready ? PulseReading.text(pa_stream_get_device_name(stream)) : nil }

  /// Asks the server to move the stream to another endpoint.
  func move(to name: String, in context: OpaquePointer) {
    guard phase == .ready else { return }
    let index = pa_stream_get_index(stream)
    switch direction {
    case .playback: forget(pa_context_move_sink_input_by_name(context, index, name, nil, nil))
    case .capture: forget(pa_context_move_source_output_by_name(context, index, name, nil, nil))
    }
  }

  /// Writes the bytes that the server requested.
  func write(_ bytes: Int, from drain: inout PlaybackDrain) {
    var left = bytes
    while left > 1 {
      var room: UnsafeMutableRawPointer?
      var size = left
      guard pa_stream_begin_write(stream, &room, &size) == 0, let room, size > 1 else { return }
      let samples = min(size, left) / 2
      drain.fill(UnsafeMutableBufferPointer(start: room.bindMemory(to: Int16.self, capacity: samples), count: samples))
      guard pa_stream_write(stream, room, samples * 2, nil, 0, PA_SEEK_RELATIVE) == 0 else { return }
      left -= samples * 2
    }
  }

  /// Reads all captured samples from the server.
  func read(into feed: inout CaptureFeed) {
    while pa_stream_readable_size(stream) > 0 {
      var data: UnsafeRawPointer?
      var size = 0
      guard pa_stream_peek(stream, &data, &size) == 0, size > 0 else { return }
      // A hole has a length and no data: the server recorded nothing for that time.
      if let data {
        feed.take(UnsafeBufferPointer(start: data.bindMemory(to: Int16.self, capacity: size / 2), count: size / 2))
      } else {
        feed.miss(size / 2)
      }
      pa_stream_drop(stream)
    }
  }

  /// Removes the callbacks and disconnects the stream.
  func end() {
    pa_stream_set_state_callback(stream, nil, nil)
    pa_stream_set_moved_callback(stream, nil, nil)
    pa_stream_set_write_callback(stream, nil, nil)
    pa_stream_set_read_callback(stream, nil, nil)
    pa_stream_disconnect(stream)
  }

  deinit { pa_stream_unref(stream) }
}

/// Releases an operation whose completion nothing waits for.
func forget(_ operation: OpaquePointer?) {
  if let operation { pa_operation_unref(operation) }
}
