internal import TransportKit

/// The media stream of one call between our line and the exchange, in frames of 20 ms.
struct LineStream: MediaStream {
  typealias Orders = LineOrders
  typealias Report = LineReport

  /// Samples of a frame at 8 kHz.
  static let frame = 160

  /// The digit detectors of the far end and of our line.
  let farEar: OpaquePointer
  let ownEar: OpaquePointer
  /// Three frames: our voice, the sound that we hear, and our last voice frame in a room.
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
    // The far end hears the digits that we send even while we are muted.
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

  /// Fills `voice` with the frame that the far end hears; returns true when it holds digits that we send.
  private mutating func listen(_ port: AudioPort, _ orders: LineOrders, to voice: UnsafeMutablePointer<Int16>) -> Bool {
    voice.update(repeating: 0, count: Self.frame)
    // An empty ring counts as an underrun, so read it only while the host may be sending.
    if orders.isHeard || port.toNet.count > 0 {
      _ = port.toNet.frame { samples, _ in
        guard orders.isHeard else { return }
        for index in 0..<min(samples.count, Self.frame) { voice[index] = samples[index] }
      }
    }
    return up.fill(voice, Self.frame, from: orders.up)
  }

  /// Fills `sound` with the frame that we hear: playback, echo and room.
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
