internal import RunnerChannel
internal import TransportABI

// The audio of an instance in a runner: the rings lie in memory that both processes have mapped.
extension ProxyInstance {
  func formats(
    of call: hsw_call, _ out: UnsafeMutablePointer<hsw_audio_format>?, stride: UInt32, _ count: UnsafeMutablePointer<UInt32>
  ) -> hsw_status {
    guard let answer = ask(.formats, call: call.id, EmptyBody(), as: .formats) else { return HSW_E_STATE }
    guard answer.status == HSW_OK else { return answer.status }
    guard let formats = FormatBytes.tables(in: answer.bytes.bytes) else {
      link.breach(.formats)
      return HSW_E_FAIL
    }
    let room = count.pointee
    count.pointee = UInt32(formats.count)
    guard formats.count <= room, let out else { return HSW_E_RANGE }
    for (place, format) in formats.enumerated() {
      let entry = UnsafeMutableRawPointer(out) + place * Int(stride)
      entry.assumingMemoryBound(to: hsw_audio_format.self).pointee = format
    }
    return HSW_OK
  }

  func attach(_ call: hsw_call, _ format: hsw_audio_format, _ toNet: hsw_ring, _ fromNet: hsw_ring) -> hsw_status {
    // Rings that lie elsewhere were made for an earlier process, or before there was one.
    guard let to = link.audioMemory.place(of: toNet), let from = link.audioMemory.place(of: fromNet), to.region === from.region,
      toNet.n_slots == fromNet.n_slots, toNet.slot_bytes == fromNet.slot_bytes
    else { return HSW_E_INVAL }
    var body = AttachBody()
    (body.rate, body.region) = (format.rate, to.region.index)
    (body.slots, body.slotBytes) = (toNet.n_slots, toNet.slot_bytes)
    (body.toNetOffset, body.fromNetOffset) = (to.offset, from.offset)
    return attach(call.id, ProxyRings(region: to.region, body: body))
  }

  /// Connects a call to rings, and remembers them.
  func attach(_ call: UInt64, _ rings: ProxyRings) -> hsw_status {
    guard link.pass(rings.region) else { return HSW_E_BUSY }
    let status = ask(.attach, call: call, rings.body, as: .attach)?.status ?? HSW_E_STATE
    if status == HSW_OK { attachments[call] = rings }
    return status
  }

  /// Waits until the plugin has let go of the rings; at once when its process is gone.
  func detach(_ call: hsw_call) {
    attachments[call.id] = nil
    _ = ask(.detach, call: call.id, EmptyBody(), as: .detach)
  }

  func setAudioActive(_ on: UInt32) { send(.audioActive, NumberBody(on), other: link.receipt(for: self)) }

  // MARK: state

  func load(_ source: hsw_source) -> hsw_status {
    guard let read = source.read else { return HSW_E_INVAL }
    var bytes: [UInt8] = []
    var page = [UInt8](repeating: 0, count: 65_536)
    while true {
      let taken = page.withUnsafeMutableBytes { read(source.ctx, $0.baseAddress!, $0.count) }
      guard (0...Int64(page.count)).contains(taken) else { return HSW_E_FAIL }
      if taken == 0 { break }
      bytes += page.prefix(Int(taken))
      guard bytes.count <= Blob.limit else { return HSW_E_RANGE }
    }
    return ask(.load, EmptyBody(), as: .load, blob: bytes)?.status ?? HSW_E_STATE
  }
}

/// The rings of a call in memory that both processes have mapped.
struct ProxyRings {
  let region: TransportAudioMemory.Region
  let body: AttachBody
}

// MARK: the functions of the tables

func proxyFormats(
  _ context: UnsafeMutableRawPointer?, _ call: hsw_call, _ out: UnsafeMutablePointer<hsw_audio_format>?, _ stride: UInt32,
  _ count: UnsafeMutablePointer<UInt32>
) -> hsw_status {
  withProxy(context, else: HSW_E_INVAL) { $0.formats(of: call, out, stride: stride, count) }
}

/// The one kind of frames that crosses: the order names only the rate.
private func crosses(_ format: hsw_audio_format) -> Bool {
  UInt32(format.sample) == HSW_SAMPLE_S16LE && format.channels == 1 && format.frame_us == 20_000
}

func proxyAttach(
  _ context: UnsafeMutableRawPointer?, _ call: hsw_call, _ format: UnsafePointer<hsw_audio_format>, _ toNet: UnsafePointer<hsw_ring>,
  _ fromNet: UnsafePointer<hsw_ring>
) -> hsw_status {
  guard crosses(format.pointee) else { return HSW_E_NOTSUP }
  return withProxy(context, else: HSW_E_INVAL) { $0.attach(call, format.pointee, toNet.pointee, fromNet.pointee) }
}

func proxyDetach(_ context: UnsafeMutableRawPointer?, _ call: hsw_call) { withProxy(context, else: ()) { $0.detach(call) } }

func proxyAudioActive(_ context: UnsafeMutableRawPointer?, _ on: UInt32) { withProxy(context, else: ()) { $0.setAudioActive(on) } }

func proxySave(_ context: UnsafeMutableRawPointer?, _ state: UnsafePointer<hsw_sink>) -> hsw_status {
  withProxy(context, else: HSW_E_INVAL) { pour($0.ask(.save, EmptyBody(), as: .save), into: state) }
}

func proxyLoad(_ context: UnsafeMutableRawPointer?, _ state: UnsafePointer<hsw_source>) -> hsw_status {
  withProxy(context, else: HSW_E_INVAL) { $0.load(state.pointee) }
}

func proxyPing(_ context: UnsafeMutableRawPointer?, _ action: hsw_action, _ deadline: UInt32) -> hsw_status {
  var body = ActionBody()
  body.deadline = deadline
  return withProxy(context, else: HSW_E_INVAL) { $0.act(.ping, action, hsw_call(), body) }
}
