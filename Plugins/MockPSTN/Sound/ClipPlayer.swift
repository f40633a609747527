/// Plays the clips of a tape, frame by frame, on the audio thread.
struct ClipPlayer: BitwiseCopyable {
  /// The number of the current clip; earlier clips are over.
  private(set) var number: UInt32 = 0
  private var position: Int32 = 0

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
