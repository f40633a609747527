internal import CallControl
internal import CallMixing

/// Who hears whom, in the words of calls and lines: what the director wants, before anybody has rings in hand.
struct AudioScene: Hashable, Sendable {
  /// Calls that hear one another, and whoever sits at their line.
  struct Group: Hashable, Sendable {
    let line: LineID
    var members: [Member] = []
    /// Whether the line's device takes part.
    var hasDevice: Bool
    /// What the device plays beside the calls.
    var sound: LineSound?
    /// Where all of it is recorded; nil: nowhere.
    var recording: RecordingID?
  }

  /// One call in a group.
  struct Member: Hashable, Sendable {
    let call: CallID
    let rate: AudioRate
    /// Whether it hears the device.
    var hearsDevice: Bool
    /// Whether it hears anything at all.
    var hears: Bool
    /// Whether the others and the device hear it.
    var speaks: Bool
    /// Where this call alone is recorded; nil: nowhere.
    var recording: RecordingID?
  }

  /// In the order of their lines.
  var groups: [Group] = []
  /// The providers with connected ports: their clocks are to be told of every tick.
  var carriers: Set<ProviderID> = []
}
