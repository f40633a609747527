internal import CTones
internal import TransportKit

/// Orders from the loop to the stream of a call.
///
/// `@unchecked Sendable`: the room's memory belongs to the instance, and only the audio thread uses it.
struct LineOrders: BitwiseCopyable, @unchecked Sendable {
  /// True while we hear the network.
  var hears = false
  /// True while the far end hears us.
  var isHeard = false
  /// The clips that the far end plays.
  var down = ClipTape()
  /// The digits that we send.
  var up = ClipTape()
  /// True while the far end returns what it hears.
  var echoes = false
  /// The room that the far end is in.
  var room: UnsafeMutablePointer<RoomMix>?
  /// The recording of what the far end hears.
  var recording: RingWriter?
  /// True when a test may ask for the tone that the far end hears.
  var metersTone = false
}

/// Reports from the stream of a call to the loop.
struct LineReport: BitwiseCopyable, Sendable {
  /// The digits that the far end has heard.
  var heard = DigitTape()
  /// The digits that we have heard.
  var told = DigitTape()
  /// The number of clips that we have sent completely.
  var sent: UInt32 = 0
  /// The number of clips that the far end has played completely.
  var played: UInt32 = 0
  /// The tone that the far end hears, in Hz.
  var tone: UInt32 = 0

  /// The first report of a stream, which may go on after a handover.
  init(_ resumed: LineSound.Resumed? = nil) {
    guard let resumed else { return }
    for digit in resumed.heard.utf8 { heard.append(digit) }
    for digit in resumed.told.utf8 { told.append(digit) }
    (sent, played, tone) = (resumed.memory.up.number, resumed.memory.down.number, resumed.memory.meter.hertz)
  }
}

/// The digit that a detector hears now, so that a detector after a handover does not report it again.
struct DigitWatch: BitwiseCopyable {
  /// The digit that has begun and not ended; 0 for none.
  private(set) var current: UInt8
  /// The remaining frames in which a digit that begins is the one from before the handover.
  private var doubted: UInt8

  /// A pause between digits has 40 ms (ITU-T Q.24), and a detector needs 25 ms more: no other digit begins in three frames.
  init(resuming digit: UInt8 = 0) { (current, doubted) = (digit, digit == 0 ? 0 : 4) }

  /// Counts a frame.
  mutating func tick() {
    guard doubted > 0 else { return }
    doubted -= 1
    // It ended with the handover.
    if doubted == 0 { current = 0 }
  }

  /// Takes the beginning of a digit, or its end for 0; true for a digit that is new.
  mutating func takes(_ digit: UInt8) -> Bool {
    let isNew = digit != 0 && !(doubted > 0 && digit == current)
    (current, doubted) = (digit, 0)
    return isNew
  }
}

/// A DTMF detector, created and freed on the loop and used on the audio thread.
final class DigitEar {
  let detector: OpaquePointer

  /// Creates a detector.
  ///
  /// - Throws: A `TransportError` when there is no memory for it.
  init() throws(TransportError) {
    guard let detector = ctones_dtmf_detector_new(8_000, ctones_dtmf_wide()) else {
      throw TransportError(.outOfMemory, "no memory for a detector of digits")
    }
    self.detector = detector
  }

  deinit { ctones_dtmf_detector_free(detector) }

  /// Passes a frame to the detector, and records the digits that began in it. [media]
  static func hear(
    _ detector: OpaquePointer, _ samples: UnsafePointer<Int16>, _ count: Int, _ watch: inout DigitWatch, _ tape: inout DigitTape
  ) {
    withUnsafeTemporaryAllocation(of: ctones_dtmf_event.self, capacity: 4) { events in
      let heard = ctones_dtmf_hear(detector, samples, count, events.baseAddress.unsafelyUnwrapped, 4)
      for index in 0..<min(heard, 4) {
        let digit = UInt8(bitPattern: events[index].digit)
        if watch.takes(digit) { tape.append(digit) }
      }
    }
  }
}

/// Detected digits, as a stream reports them to the loop: the last 32, and the total count.
struct DigitTape: BitwiseCopyable, Sendable {
  private(set) var count: UInt32 = 0
  private var digits: [32 of UInt8] = .init(repeating: 0)

  mutating func append(_ digit: UInt8) {
    digits[Int(count % 32)] = digit
    count &+= 1
  }

  /// Returns the digits after the first `known`, as far as they are still there.
  func after(_ known: UInt32) -> String {
    let first = count - known > 32 ? count - 32 : known
    return String(decoding: (first..<count).map { digits[Int($0 % 32)] }, as: UTF8.self)
  }
}

/// A silence detector, which spares the digit detector most frames.
///
/// Most calls are silent in one direction, and the digit detector is the most expensive part of a frame.
struct Hush: BitwiseCopyable {
  /// Consecutive quiet frames so far; the detector still gets the first few, to see the end of a digit.
  var quiet = 4

  /// The amplitude of a tone of -47 dBm0: the detectors accept no weaker digit.
  private static let threshold: Int16 = 100

  /// Counts a frame; returns false after four frames in a row that are too quiet for a digit.
  mutating func isAudible(_ samples: UnsafePointer<Int16>, _ count: Int) -> Bool {
    for index in 0..<count where samples[index] > Self.threshold || samples[index] < -Self.threshold {
      quiet = 0
      return true
    }
    quiet = min(quiet + 1, 4)
    return quiet < 4
  }
}
