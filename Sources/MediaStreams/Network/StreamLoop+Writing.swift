internal import CMediaThread
internal import CWebSockets

// Messages and audio for the programs.
extension StreamLoop {
  /// Sends what waits, as much as the connection takes.
  func write(_ wsi: OpaquePointer, _ id: UInt) -> CInt {
    guard let number = connections[id]?.stream, let stream = streams[number] else { return -1 }
    let isRaw = connections[id]?.isRaw == true
    // Unknown before the first look.
    var hasAudio = stream.core.carriesAudio
    for round in 0..<32 where stream.core.hasNext || hasAudio {
      // The callback says that the connection takes a message; only before further ones a system call has to ask.
      if round > 0, lws_send_pipe_choked(wsi) != 0 { break }
      if let notice = stream.core.next() {
        guard send(notice, of: stream, to: wsi, isRaw) else { return -1 }
        stream.core.sent(samples: 0)
      } else {
        let chunk = takeChunk(of: stream)
        hasAudio = chunk.isFollowed
        stream.core.sent(samples: chunk.count)
        guard chunk.count == 0 || sendSamples(chunk.count, of: stream, to: wsi, isRaw) else { return -1 }
      }
    }
    if stream.core.hasNext || hasAudio {
      if stream.core.carriesAudio { waits(stream) }
      lws_callback_on_writable(wsi)
    } else if let (code, reason) = connections[id]?.finish {
      if !isRaw {
        var reason = Array(reason.utf8.prefix(120))
        lws_close_reason(wsi, lws_close_status(rawValue: UInt32(code.rawValue)), &reason, reason.count)
      }
      return -1
    }
    return 0
  }

  func send(_ notice: StreamNotice, of stream: LiveStream, to wsi: OpaquePointer, _ isRaw: Bool) -> Bool {
    guard isRaw else {
      let text = notice.text(stream.format, sent: stream.core.sent / Int64(stream.format.channels))
      return send(text.utf8, to: wsi, LWS_WRITE_TEXT)
    }
    var bytes: [UInt8] = []
    switch notice {
    case .started: AudioSocketReader.write(AudioSocketReader.Kind.uuid, stream.uuidBytes, to: &bytes)
    case .digits(let digits): for digit in digits.utf8 { AudioSocketReader.write(AudioSocketReader.Kind.digit, [digit], to: &bytes) }
    case .stopped: AudioSocketReader.write(AudioSocketReader.Kind.terminate, [], to: &bytes)
    default: return true
    }
    return send(bytes, to: wsi, LWS_WRITE_HTTP)
  }

  /// Sends samples, least significant byte first, with AudioSocket's header before them.
  func sendSamples(_ count: Int, of stream: LiveStream, to wsi: OpaquePointer, _ isRaw: Bool) -> Bool {
    #if _endian(big)
      for place in 0..<count { samples[place] = samples[place].littleEndian }
    #endif
    let header: [UInt8] =
      isRaw
      ? [AudioSocketReader.Kind.audio(stream.format.rate), UInt8(truncatingIfNeeded: count >> 7), UInt8(truncatingIfNeeded: count << 1)]
      : []
    let size = header.count + 2 * count
    grow(to: size)
    return samples.withUnsafeBytes { samples in
      buffer.withUnsafeMutableBytes { buffer in
        let place = UnsafeMutableRawBufferPointer(rebasing: buffer[hookswitch_ws_pre..<hookswitch_ws_pre + size])
        place.copyBytes(from: header)
        UnsafeMutableRawBufferPointer(rebasing: place[header.count...]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: samples[..<(2 * count)]))
        return lws_write(wsi, place.baseAddress?.assumingMemoryBound(to: UInt8.self), size, isRaw ? LWS_WRITE_HTTP : LWS_WRITE_BINARY)
          >= size
      }
    }
  }

  /// Makes room in the buffer for a message, behind the room that libwebsockets needs for its header.
  private func grow(to size: Int) {
    let needed = hookswitch_ws_pre + size
    if buffer.count < needed { buffer = [UInt8](repeating: 0, count: needed) }
  }

  func send(_ bytes: some Collection<UInt8>, to wsi: OpaquePointer, _ kind: lws_write_protocol) -> Bool {
    grow(to: bytes.count)
    return buffer.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      let place = UnsafeMutableBufferPointer(start: base + hookswitch_ws_pre, count: bytes.count)
      _ = place.update(fromContentsOf: bytes)
      return lws_write(wsi, place.baseAddress, bytes.count, kind) >= bytes.count
    }
  }
}
