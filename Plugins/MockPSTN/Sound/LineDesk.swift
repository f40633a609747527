internal import TransportKit

/// The memory of a call's stream; its task keeps it alive.
final class LineDesk {
  let farEar: DigitEar
  let ownEar: DigitEar
  let samples: UnsafeMutablePointer<Int16>

  init() throws(TransportError) {
    farEar = try DigitEar()
    ownEar = try DigitEar()
    samples = .allocate(capacity: 3 * LineStream.frame)
    samples.initialize(repeating: 0, count: 3 * LineStream.frame)
  }

  deinit { samples.deallocate() }

  var stream: LineStream { LineStream(farEar: farEar.detector, ownEar: ownEar.detector, desk: samples) }

  /// Passes a few frames with every option on, on the loop, before the audio thread does.
  ///
  /// Unoptimised code looks up types on first use, for which the runtime takes a lock.
  static func rehearse(_ library: SoundLibrary, _ country: Country) throws(TransportError) {
    let (desk, room) = (try LineDesk(), Room())
    let (up, down, record) = (AudioPipe(samplesPerFrame: 160), AudioPipe(samplesPerFrame: 160), AudioPipe(samplesPerFrame: 160))
    var orders = LineOrders(hears: true, isHeard: true, echoes: true, room: room.mix, recording: record.writer, metersTone: true)
    orders.down.append(try library.clip(.digits("1"), country).reference)
    orders.up.append(try library.clip(.digits("1"), country).reference)
    let port = AudioPort(toNet: up.reader, fromNet: down.writer, format: .narrowband)
    var (stream, report) = (desk.stream, LineReport())
    for frame in 0..<20 {
      up.writer.silence()
      stream.frame(port, orders, &report, at: UInt64(frame))
      _ = down.reader.skip()
      _ = record.reader.skip()
    }
    orders.hears = false
    stream.frame(port, orders, &report, at: 20)
    withExtendedLifetime((desk, room, up, down, record)) {}
  }
}

/// The audio state of one call, as the loop sees it: the stream's orders, and pending work.
///
/// Used on the loop. It exists from the call's first sound on, attached or not.
struct LineSound {
  var orders = LineOrders()
  /// The media task, while the call has audio.
  var task: StreamTask<LineStream>?
  /// The recordings: the stream may still hold the address of any of them.
  var recordings: [WaveRecording] = []
  /// The actions whose digits are being sent, each with its clip: complete once the stream has sent the clip.
  var sending: [(clip: UInt32, action: Action)] = []
  /// The number of digits already taken from the stream's report.
  var heard: UInt32 = 0
  var told: UInt32 = 0

  var isAttached: Bool { task != nil }

  /// Tells the stream its orders.
  func tell() { task?.tell(orders) }
}
