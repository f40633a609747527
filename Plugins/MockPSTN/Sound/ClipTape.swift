/// Clips to play one after another, as the loop tells a stream of them: the last few, and how many there were.
///
/// Orders are values of which only the last counts, so a clip stands in them until others push it out.
struct ClipTape: BitwiseCopyable, Sendable {
  /// How many were put on it since the call began.
  private(set) var count: UInt32 = 0
  /// Those before this one are not to be heard any more.
  private(set) var cut: UInt32 = 0
  private var slots: [8 of ClipReference?] = .init(repeating: nil)

  /// How many may wait.
  static let room: UInt32 = 8

  /// Plays it after whatever is there.
  mutating func append(_ clip: ClipReference) {
    slots[Int(count % Self.room)] = clip
    count &+= 1
  }

  /// Plays nothing of what is there.
  mutating func clear() { cut = count }

  /// Plays none of the first so many, which were heard.
  mutating func forget(_ played: UInt32) { cut = max(cut, min(played, count)) }

  /// The clip with this number; nil when it was pushed out, cut, or is not there yet.
  func clip(_ number: UInt32) -> ClipReference? {
    number >= cut && number < count && count - number <= Self.room ? slots[Int(number % Self.room)] : nil
  }
}
