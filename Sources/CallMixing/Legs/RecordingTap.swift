/// A ring that the audio thread fills for a recording or a listening program: frames of two channels, left the audio sent, right the far end.
///
/// Created by `AudioEngine.makeTap`, valid until `release`. In a `MixMember` it records that call: left the audio sent to the far end,
/// right the far end's. In a `MixGroup` it records the group: left the microphone (without a device, the first member), right the sum of
/// all members (without a device, of the others). Frames carry the tick's time. Two frames more than 20 ms apart have a gap between them
/// (call on hold, ring full), which the recorder fills with silence.
public struct RecordingTap: Hashable, Identifiable, Sendable {
  /// The tap's id; an engine never reuses one.
  public let id: UInt64
  /// The ring, at the rate of the leg or the group, left channel first; the engine puts frames, a recorder takes them.
  public let ring: AudioRing

  /// The capacity in frames: 1.28 s.
  public static let slots: UInt32 = 64

  /// Compares the ids.
  public static func == (a: RecordingTap, b: RecordingTap) -> Bool { a.id == b.id }
  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// Allocates a tap in `arena`.
  package init(id: UInt64, rate: AudioRate, in arena: RingArena) throws(ArenaError) {
    self.id = id
    ring = try arena.ring(rate, channels: 2, slots: Self.slots)
  }
}
