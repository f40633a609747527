internal import CMediaThread

/// One playing of a `SampleLoop`: how far it has come, and who hears it.
///
/// It runs while a scene has it, from its beginning on.
///
/// `@unchecked Sendable`: all but the position is constant, and the position is one figure that the audio thread alone writes.
public final class LoopTrack: @unchecked Sendable {
  /// Who hears a track.
  public struct Audience: OptionSet, Sendable {
    /// One bit each.
    public let rawValue: UInt32
    /// Takes the bits as they are.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The group's device: a ringtone, a waiting tone, ringback.
    public static let device = Audience(rawValue: 1)
    /// The far ends of all members that hear.
    public static let members = Audience(rawValue: 2)
  }

  /// What is played.
  public let loop: SampleLoop
  /// Who hears it.
  public let audience: Audience

  /// Samples played.
  let position: UnsafeMutablePointer<UInt64>

  /// A playing of `loop` that has not begun.
  public init(_ loop: SampleLoop, for audience: Audience = .device) {
    self.loop = loop
    self.audience = audience
    position = .allocate(capacity: 1)
    position.initialize(to: 0)
  }

  deinit { position.deallocate() }

  /// How much of it was played, in samples of its rate; it goes on counting when the loop begins again.
  ///
  /// Any thread.
  public var played: UInt64 { hookswitch_figure(position) }

  /// Whether it came to its end; one that repeats never does.
  ///
  /// Any thread.
  public var hasEnded: Bool { !loop.isRepeating && played >= UInt64(loop.count) }
}
