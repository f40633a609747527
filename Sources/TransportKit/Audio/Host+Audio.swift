internal import TransportABI

extension Extension {
  static let audio = Extension(
    HSW_EXT_AUDIO,
    hsw_audio(
      size: UInt32(MemoryLayout<hsw_audio>.size), flags: 0,
      formats: { context, call, out, stride, count in Host.at(context)?.formats(call, out, stride, count) ?? HSW_E_INVAL },
      attach: { context, call, format, toNet, fromNet in Host.at(context)?.attach(call, format, toNet, fromNet) ?? HSW_E_INVAL },
      detach: { context, call in Host.at(context)?.detach(call) },
      active: { context, on in Host.at(context)?.audioActive(on) },
      tick: { context, time in Host.tick(context, time) })
  ) { $0 is any AudioTransport.Type }
}

extension Host {
  /// Serves `audio.formats`.
  func formats(
    _ handle: hsw_call, _ out: UnsafeMutablePointer<hsw_audio_format>?, _ stride: UInt32, _ count: UnsafeMutablePointer<UInt32>
  ) -> hsw_status {
    guard let face = faces.audio else { return HSW_E_NOTSUP }
    guard isServing else { return HSW_E_STATE }
    guard calls[handle.id] != nil else { return HSW_E_NOCALL }
    turn = Turn()
    defer { turn = Turn() }
    let formats = face.audioFormats(of: Call(id: handle.id))
    let room = count.pointee
    count.pointee = UInt32(formats.count)
    guard room >= count.pointee else { return HSW_E_RANGE }
    guard !formats.isEmpty else { return HSW_OK }
    guard let out = out.map(UnsafeMutableRawPointer.init) else { return HSW_E_INVAL }
    let known = min(Int(stride), MemoryLayout<hsw_audio_format>.size)
    for (index, format) in formats.enumerated() {
      withUnsafeBytes(of: format.table) { bytes in
        (out + index * Int(stride)).copyMemory(from: bytes.baseAddress.unsafelyUnwrapped, byteCount: known)
      }
    }
    return HSW_OK
  }

  /// Serves `audio.attach`.
  func attach(
    _ handle: hsw_call, _ format: UnsafePointer<hsw_audio_format>, _ toNet: UnsafePointer<hsw_ring>, _ fromNet: UnsafePointer<hsw_ring>
  ) -> hsw_status {
    guard let face = faces.audio else { return HSW_E_NOTSUP }
    guard hasCalls else { return HSW_E_STATE }
    guard calls[handle.id] != nil else { return HSW_E_NOCALL }
    guard !media.isAttached(handle.id) else { return HSW_E_STATE }
    let call = Call(id: handle.id)
    return status { () throws(TransportError) in
      guard let format = AudioFormat(format), face.audioFormats(of: call).contains(format) else {
        throw TransportError(.notSupported, "the call has no such format")
      }
      guard let port = AudioPort(toNet, fromNet, format) else { throw TransportError(.invalid, "a ring is not complete") }
      media.attach(handle.id, port, try face.attach(call, port))
    }
  }

  /// Serves `audio.detach`, also after the call's end.
  func detach(_ handle: hsw_call) {
    guard media.isAttached(handle.id) else { return }
    turn = Turn()
    media.detach(handle.id)
    faces.audio?.detach(Call(id: handle.id))
    turn = Turn()
  }

  /// Detaches every call, before all calls are dropped.
  func detachAll() {
    for call in media.attached {
      media.detach(call)
      faces.audio?.detach(Call(id: call))
    }
  }

  /// Detaches the calls that a thread of the transport serves, before ``Transport/deactivate()`` may end that thread.
  ///
  /// Stream tasks stay until the host detaches them, since a tick may run now.
  func detachOwn() {
    for call in media.servedElsewhere {
      media.detach(call)
      faces.audio?.detach(Call(id: call))
    }
  }

  /// Serves `audio.active`.
  func audioActive(_ on: UInt32) {
    guard isServing, on <= 1 else { return }
    turn = Turn()
    faces.audio?.audioActive(on == 1)
    turn = Turn()
  }

  /// Serves `audio.tick`. [media]
  static func tick(_ context: UnsafeMutableRawPointer?, _ time: UInt64) {
    guard let context else { return }
    Unmanaged<Host>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.media.tick(at: time) }
  }
}

extension AudioFormat {
  /// Reads a borrowed format; nil unless it has 16 bits, one channel and 20 ms.
  init?(_ borrowed: UnsafePointer<hsw_audio_format>) {
    let format = copied(borrowed, into: hsw_audio_format())
    guard format.sample == UInt16(HSW_SAMPLE_S16LE), format.channels == 1, format.frame_us == AudioFormat.frameMicroseconds else {
      return nil
    }
    self.init(rate: format.rate)
  }

  /// The format as a struct of the ABI.
  var table: hsw_audio_format {
    var table = hsw_audio_format()
    table.size = UInt32(MemoryLayout<hsw_audio_format>.size)
    table.rate = rate
    table.channels = 1
    table.sample = UInt16(HSW_SAMPLE_S16LE)
    table.frame_us = AudioFormat.frameMicroseconds
    return table
  }
}
