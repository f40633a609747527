internal import Synchronization
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

  /// Returns the stream with this memory.
  func stream(_ memory: LineStream.Memory) -> LineStream {
    LineStream(farEar: farEar.detector, ownEar: ownEar.detector, desk: samples, memory: memory)
  }

  /// True once this process has rehearsed.
  private static let hasRehearsed = Atomic(false)

  /// Rehearses at the first call in this process.
  static func rehearseOnce() throws(TransportError) {
    guard !hasRehearsed.exchange(true, ordering: .relaxed) else { return }
    try rehearse(SoundLibrary(), .unitedStates)
  }

  /// Passes a few frames with every option on, on the loop, before the audio thread does.
  ///
  /// Unoptimised code looks up types on first use, for which the runtime takes a lock.
  private static func rehearse(_ library: SoundLibrary, _ country: Country) throws(TransportError) {
    let (desk, room) = (try LineDesk(), Room())
    let (up, down, record) = (AudioPipe(samplesPerFrame: 160), AudioPipe(samplesPerFrame: 160), AudioPipe(samplesPerFrame: 160))
    var orders = LineOrders(hears: true, isHeard: true, echoes: true, room: room.mix, recording: record.writer, metersTone: true)
    orders.down.append(try library.clip(.digits("1"), country).reference)
    orders.up.append(try library.clip(.digits("1"), country).reference)
    let port = AudioPort(toNet: up.reader, fromNet: down.writer, format: .narrowband)
    var (stream, report) = (desk.stream(LineStream.Memory()), LineReport())
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
  /// The sounds on the two tapes of the orders, by name.
  var down = SoundTape()
  var up = SoundTape()
  /// The name of the room in the orders.
  var room: String?
  /// The state of the stream before the handover, until the audio is attached again.
  var resumed: Resumed?
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

  /// The state of a stream before the handover: its memory, and digits that the loop has not yet read from its report.
  struct Resumed {
    var memory: LineStream.Memory
    var heard = ""
    var told = ""
  }

  // Orders carry addresses, which cannot cross to another process: the tapes of sounds follow them.

  mutating func playDown(_ sound: Sound, _ clip: Clip) {
    orders.down.append(clip.reference)
    down.append(sound)
  }

  mutating func playUp(_ sound: Sound, _ clip: Clip) {
    orders.up.append(clip.reference)
    up.append(sound)
  }

  mutating func clearDown() { forget(.max) }

  /// Cancels the first `played` sounds.
  mutating func forget(_ played: UInt32) {
    orders.down.forget(played)
    down.cut = orders.down.cut
  }

  mutating func clearUp() {
    orders.up.clear()
    up.cut = orders.up.cut
  }
}

/// The sounds on a ``ClipTape``, under the same numbers.
struct SoundTape {
  /// The number of sounds since the call began.
  var count: UInt32 = 0
  /// The first sound that may still play.
  var cut: UInt32 = 0
  var sounds: [UInt32: Sound] = [:]

  mutating func append(_ sound: Sound) {
    sounds[count] = sound
    count += 1
    if count > ClipTape.room { sounds[count - ClipTape.room - 1] = nil }
  }
}

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
  /// The state that goes on across frames.
  var memory: Memory
  var lastRoom: UnsafeMutablePointer<RoomMix>?

  /// The state that goes on across frames, and across a handover.
  struct Memory: BitwiseCopyable {
    var down = ClipPlayer()
    var up = ClipPlayer()
    var meter = ToneMeter()
    var farHush = Hush()
    var ownHush = Hush()
    var farDigit = DigitWatch()
    var ownDigit = DigitWatch()
  }

  mutating func frame(_ port: AudioPort, _ orders: LineOrders, _ report: inout LineReport, at time: UInt64) {
    let (voice, sound, before) = (desk, desk + Self.frame, desk + 2 * Self.frame)
    let sends = listen(port, orders, to: voice)
    report.sent = memory.up.number
    // The far end hears the digits that we send even while we are muted.
    memory.farDigit.tick()
    memory.ownDigit.tick()
    if orders.isHeard || sends, memory.farHush.isAudible(voice, Self.frame) {
      DigitEar.hear(farEar, voice, Self.frame, &memory.farDigit, &report.heard)
    }
    if orders.metersTone {
      memory.meter.hear(voice, Self.frame)
      report.tone = memory.meter.hertz
    }
    if let recording = orders.recording { pass(voice, to: recording, at: time) }
    answer(orders, to: voice, before, sound, at: time)
    report.played = memory.down.number
    guard orders.hears else {
      port.fromNet.silence(at: time)
      return
    }
    if orders.isHeard, memory.ownHush.isAudible(sound, Self.frame) {
      DigitEar.hear(ownEar, sound, Self.frame, &memory.ownDigit, &report.told)
    }
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
    return memory.up.fill(voice, Self.frame, from: orders.up)
  }

  /// Fills `sound` with the frame that we hear: playback, echo and room.
  private mutating func answer(
    _ orders: LineOrders, to voice: UnsafePointer<Int16>, _ before: UnsafeMutablePointer<Int16>, _ sound: UnsafeMutablePointer<Int16>,
    at time: UInt64
  ) {
    if !memory.down.fill(sound, Self.frame, from: orders.down) { sound.update(repeating: 0, count: Self.frame) }
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
