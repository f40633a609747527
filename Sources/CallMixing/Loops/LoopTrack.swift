internal import CMediaThread

/// One playback of a `SampleLoop`: its position and its listeners.
///
/// It starts at the beginning and advances while a scene contains it.
///
/// `@unchecked Sendable`: everything but the position is constant; the position is one atomic figure that only the audio thread writes.
public final class LoopTrack: @unchecked Sendable {
  /// The listeners of a track.
  public struct Audience: OptionSet, Sendable {
    /// One bit for each kind of listener.
    public let rawValue: UInt32
    /// Creates an audience from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The group's device: for a ringtone, a waiting tone, ringback.
    public static let device = Audience(rawValue: 1)
    /// The far ends of all members with `hears`.
    public static let members = Audience(rawValue: 2)
  }

  /// The samples played.
  public let loop: SampleLoop
  /// The listeners.
  public let audience: Audience

  /// The number of samples played.
  let position: UnsafeMutablePointer<UInt64>

  /// Creates a track at the start of `loop`.
  public init(_ loop: SampleLoop, for audience: Audience = .device) {
    self.loop = loop
    self.audience = audience
    position = .allocate(capacity: 1)
    position.initialize(to: 0)
  }

  deinit { position.deallocate() }

  /// The samples played so far; repetitions count too.
  ///
  /// Any thread.
  public var played: UInt64 { hookswitch_figure(position) }

  /// True after the end of the loop; never true for a repeating one.
  ///
  /// Any thread.
  public var hasEnded: Bool { !loop.isRepeating && played >= UInt64(loop.count) }
}
