package import RunnerChannel
internal import TransportABI

// The audio, the state and the health of an instance whose host is in another process.
extension HostedInstance {
  /// Has `body` called with the instance's clock while its calls have rings, and with nil while none has.
  package func watchRings(_ body: @escaping (TransportMediaClock?) -> Void) { instance.whenRingsChange = body }

  /// Asks for the audio formats of a call; nil when the plugin hangs.
  package func formats(of call: CallHandle) -> AnswerBody? {
    guard instance.books({ $0.calls.contains(call.rawValue) }) else { return .failed(HSW_E_NOCALL) }
    guard let answer = instance.answer(to: AudioOrder.formats(call)) else { return nil }
    guard case .formats(let formats) = answer, !formats.isEmpty else { return .failed(HSW_E_NOTSUP) }
    return .done(FormatBytes.bytes(of: formats))
  }

  /// Connects a call's audio; nil when the plugin hangs.
  package func attach(_ call: CallHandle, _ rings: HostedRings) -> AnswerBody? {
    instance.answer(to: AudioOrder.attach(call, rings.format, rings.rings)).map { $0.fault.map { .failed($0.code) } ?? AnswerBody() }
  }

  /// Disconnects a call's audio; nil when the plugin hangs.
  package func detach(_ call: CallHandle) -> AnswerBody? { instance.answer(to: AudioOrder.detach(call)).map { _ in AnswerBody() } }

  /// Gives the audio to the instance, or takes it away; nil when the plugin hangs.
  package func setAudioActive(_ isActive: Bool) -> AnswerBody? {
    instance.answer(to: AudioOrder.active(isActive)).map { _ in AnswerBody() }
  }

  /// Asks for the state to keep; nil when the plugin hangs.
  package func save() -> (status: Int32, state: [UInt8])? {
    switch instance.answer(to: ServiceOrder.save) {
    case .success(let state)?: (HSW_OK, state)
    case .failure(let fault)?: (fault.code, [])
    case nil: nil
    }
  }

  /// Gives the instance a state that it saved; nil when the plugin hangs.
  package func load(_ state: [UInt8]) -> AnswerBody? {
    switch instance.answer(to: ServiceOrder.load(state)) {
    case .success?: AnswerBody()
    case .failure(let fault)?: .failed(fault.code)
    case nil: nil
    }
  }
}

/// The two rings of a call in a region that the host has passed on.
///
/// The region stays mapped, so the rings may be used without it.
package struct HostedRings: Sendable {
  let format: TransportAudioFormat
  let rings: TransportRings

  private static let mostSlots: UInt32 = 1024
  private static let line: UInt32 = 64

  /// The rings of an order; nil when they do not lie in the region, or cannot hold frames of the format.
  package init?(_ body: AttachBody, in region: SharedRegion) {
    let header = UInt64(MemoryLayout<hsw_ring_ctl>.size)
    guard let format = TransportAudioFormat(rate: body.rate), body.slots > 0, body.slots <= Self.mostSlots,
      body.slots & (body.slots - 1) == 0, body.slotBytes.isMultiple(of: 16),
      UInt64(body.slotBytes) >= UInt64(MemoryLayout<hsw_slot>.size) + UInt64(body.rate) / 50 * 2,
      body.toNetOffset.isMultiple(of: Self.line), body.fromNetOffset.isMultiple(of: Self.line)
    else { return nil }
    let length = header + UInt64(body.slots) * UInt64(body.slotBytes)
    let (first, second) = (min(body.toNetOffset, body.fromNetOffset), max(body.toNetOffset, body.fromNetOffset))
    guard UInt64(first) + length <= UInt64(second), UInt64(second) + length <= UInt64(SharedRegion.bytes) else { return nil }
    func ring(at offset: UInt32) -> hsw_ring {
      var ring = hsw_ring()
      ring.size = UInt32(MemoryLayout<hsw_ring>.size)
      (ring.n_slots, ring.slot_bytes, ring.wake_fd) = (body.slots, body.slotBytes, -1)
      let start = region.start + Int(offset)
      ring.ctl = start.assumingMemoryBound(to: hsw_ring_ctl.self)
      ring.slots = (start + Int(header)).assumingMemoryBound(to: UInt8.self)
      return ring
    }
    self.format = format
    rings = TransportRings(toNet: ring(at: body.toNetOffset), fromNet: ring(at: body.fromNetOffset))
  }
}
