/// Where the audio thread leaves what is to be recorded: a ring of frames of two channels, left us, right the far end.
///
/// Made by `AudioEngine.makeTap`, good until `release`. Put into a `MixMember` it gets that call: left what the far end is sent, right what it
/// says. Put into a `MixGroup` it gets the group: left the microphone (without a device: the first member), right the sum of all (the others).
/// Frames carry the tick's time: two that are further apart than 20 ms have a hole between them (the call was on hold, or the ring was full),
/// which whoever writes the file fills with silence.
public struct RecordingTap: Hashable, Identifiable, Sendable {
  /// Its name; never given twice by one engine.
  public let id: UInt64
  /// Two channels, left first, at the rate of the leg or the group; the engine puts frames in, a recorder takes them out.
  public let ring: AudioRing

  /// How many frames it holds: 1.28 s.
  public static let slots: UInt32 = 64

  /// Taps are the same when their names are.
  public static func == (a: RecordingTap, b: RecordingTap) -> Bool { a.id == b.id }
  /// By its name.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// Takes memory for a tap from `arena`.
  package init(id: UInt64, rate: AudioRate, in arena: RingArena) throws(ArenaError) {
    self.id = id
    ring = try arena.ring(rate, channels: 2, slots: Self.slots)
  }
}
