/// Clips to play one after another, as the loop passes them to a stream: the last eight, and the total count.
///
/// A stream sees only the latest orders, so a clip stays in them until newer ones replace it.
struct ClipTape: BitwiseCopyable, Sendable {
  /// The number of clips appended since the call began.
  private(set) var count: UInt32 = 0
  /// The first clip that may still play; earlier ones are cancelled.
  private(set) var cut: UInt32 = 0
  private var slots: [8 of ClipReference?] = .init(repeating: nil)

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
