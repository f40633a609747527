internal import TransportKit

/// Immutable audio at 8,000 samples a second, which far ends play.
///
/// It lives at least as long as its instance, so that a stream may keep its address.
///
/// `@unchecked Sendable`: the samples never change.
final class Clip: @unchecked Sendable {
  let reference: ClipReference
  private let samples: UnsafeMutableBufferPointer<Int16>

  /// Creates a clip that plays once, or repeats from `loopStart` for ever.
  init(_ sound: [Int16], loopStart: Int? = nil) {
    samples = .allocate(capacity: max(1, sound.count))
    _ = samples.update(fromContentsOf: sound.isEmpty ? [0] : sound)
    reference = ClipReference(
      start: UnsafePointer(samples.baseAddress.unsafelyUnwrapped), count: Int32(sound.count),
      loopStart: Int32(loopStart ?? sound.count))
  }

  deinit { samples.deallocate() }

  /// The length; nil for an endless clip.
  var duration: Duration? {
    reference.isEndless ? nil : .milliseconds(Int64(reference.count) / 8)
  }
}

/// The address of a clip's samples, for the audio thread.
///
/// `@unchecked Sendable`: the samples never change, and the clip outlives every stream that has the reference.
struct ClipReference: BitwiseCopyable, @unchecked Sendable {
  let start: UnsafePointer<Int16>
  let count: Int32
  /// The sample from which the clip repeats; `count` for a clip that plays once.
  let loopStart: Int32

  var isEndless: Bool { loopStart < count }
}

/// Clips to play one after another, as the loop passes them to a stream: the last eight, and the total count.
///
/// A stream sees only the latest orders, so a clip stays in them until newer ones replace it.
struct ClipTape: BitwiseCopyable, Sendable {
  /// The number of clips appended since the call began.
  private(set) var count: UInt32 = 0
  /// The first clip that may still play; earlier ones are cancelled.
  private(set) var cut: UInt32 = 0
  private var slots: [8 of ClipReference?] = .init(repeating: nil)

  /// Makes a tape with nothing to play, whose next clip has this number.
  init(emptyAfter count: UInt32 = 0) { (self.count, cut) = (count, count) }

  /// The capacity in clips.
  static let room: UInt32 = 8

  /// Plays the clip after those already on the tape.
  mutating func append(_ clip: ClipReference) {
    slots[Int(count % Self.room)] = clip
    count &+= 1
  }

  /// Cancels every clip on the tape.
  mutating func clear() { cut = count }

  /// Cancels the first `played` clips, which were already heard.
  mutating func forget(_ played: UInt32) { cut = max(cut, min(played, count)) }

  /// Returns the clip with this number; nil when it was replaced or cancelled, or does not exist yet.
  func clip(_ number: UInt32) -> ClipReference? {
    number >= cut && number < count && count - number <= Self.room ? slots[Int(number % Self.room)] : nil
  }
}

/// Plays the clips of a tape, frame by frame, on the audio thread.
struct ClipPlayer: BitwiseCopyable {
  /// The number of the current clip; earlier clips are over.
  private(set) var number: UInt32
  private(set) var position: Int32

  /// Makes a player, which may go on after a handover; the position must lie within the clip.
  init(number: UInt32 = 0, position: Int32 = 0) { (self.number, self.position) = (number, position) }

  /// Fills a frame, padded with silence after the last clip; returns false when there was nothing to play.
  mutating func fill(_ samples: UnsafeMutablePointer<Int16>, _ count: Int, from tape: ClipTape) -> Bool {
    skip(to: tape)
    var filled = 0
    while filled < count, let clip = tape.clip(number) {
      // An endless clip stops as soon as another one follows.
      if clip.isEndless, number + 1 < tape.count {
        next()
        continue
      }
      let length = min(count - filled, Int(clip.count - position))
      (samples + filled).update(from: clip.start + Int(position), count: length)
      filled += length
      position += Int32(length)
      if position < clip.count { continue }
      if clip.isEndless { position = clip.loopStart } else { next() }
    }
    guard filled > 0 else { return false }
    (samples + filled).update(repeating: 0, count: count - filled)
    return true
  }

  private mutating func skip(to tape: ClipTape) {
    let first = max(tape.cut, tape.count > ClipTape.room ? tape.count - ClipTape.room : 0)
    if number < first { (number, position) = (first, 0) }
  }

  private mutating func next() { (number, position) = (number + 1, 0) }
}
