internal import TransportKit

/// The sound of one call between our line and the exchange, a frame of 20 ms at a time.
struct LineStream: MediaStream {
  typealias Orders = LineOrders
  typealias Report = LineReport

  /// Samples of a frame at 8 kHz.
  static let frame = 160

  /// The far end's ear for digits, and our line's.
  let farEar: OpaquePointer
  let ownEar: OpaquePointer
  /// Three frames: what we say, what we hear, and what we said last, for a room.
  let desk: UnsafeMutablePointer<Int16>
  var down = ClipPlayer()
  var up = ClipPlayer()
  var meter = ToneMeter()
  var farHush = Hush()
  var ownHush = Hush()
  var lastRoom: UnsafeMutablePointer<RoomMix>?

  mutating func frame(_ port: AudioPort, _ orders: LineOrders, _ report: inout LineReport, at time: UInt64) {
    let (voice, sound, before) = (desk, desk + Self.frame, desk + 2 * Self.frame)
    let sends = listen(port, orders, to: voice)
    report.sent = up.number
    // Digits that we send are heard though we are muted.
    if orders.isHeard || sends, farHush.isAudible(voice, Self.frame) { DigitEar.hear(farEar, voice, Self.frame, &report.heard) }
    if orders.metersTone {
      meter.hear(voice, Self.frame)
      report.tone = meter.hertz
    }
    if let recording = orders.recording { pass(voice, to: recording, at: time) }
    answer(orders, to: voice, before, sound, at: time)
    report.played = down.number
    guard orders.hears else {
      port.fromNet.silence(at: time)
      return
    }
    if orders.isHeard, ownHush.isAudible(sound, Self.frame) { DigitEar.hear(ownEar, sound, Self.frame, &report.told) }
    pass(sound, to: port.fromNet, at: time)
  }

  /// What the far end hears: what the host gives, or the digits that we send; then true.
  private mutating func listen(_ port: AudioPort, _ orders: LineOrders, to voice: UnsafeMutablePointer<Int16>) -> Bool {
    voice.update(repeating: 0, count: Self.frame)
    // An empty ring is a fault, and counted, only where somebody speaks.
    if orders.isHeard || port.toNet.count > 0 {
      _ = port.toNet.frame { samples, _ in
        guard orders.isHeard else { return }
        for index in 0..<min(samples.count, Self.frame) { voice[index] = samples[index] }
      }
    }
    return up.fill(voice, Self.frame, from: orders.up)
  }

  /// What we hear: what the far end plays, sends back, or lets through from its room.
  private mutating func answer(
    _ orders: LineOrders, to voice: UnsafePointer<Int16>, _ before: UnsafeMutablePointer<Int16>, _ sound: UnsafeMutablePointer<Int16>,
    at time: UInt64
  ) {
    if !down.fill(sound, Self.frame, from: orders.down) { sound.update(repeating: 0, count: Self.frame) }
    if orders.echoes {
      for index in 0..<Self.frame { sound[index] = Int16(clamping: Int32(sound[index]) + Int32(voice[index])) }
    }
    if orders.room != lastRoom {
      before.update(repeating: 0, count: Self.frame)
      lastRoom = orders.room
    }
    if let room = orders.room { room.pointee.pass(voice, before, sound, at: time) }
  }

  private func pass(_ samples: UnsafePointer<Int16>, to ring: RingWriter, at time: UInt64) {
    ring.frame(at: time) { span in
      for index in 0..<min(span.count, Self.frame) { span[index] = samples[index] }
    }
  }
}
