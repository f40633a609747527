internal import CallControl
internal import CallMixing

/// The groups of calls that hear one another, in terms of calls and lines, independent of rings.
struct AudioScene: Hashable, Sendable {
  /// Calls that hear one another, and the person at their line.
  struct Group: Hashable, Sendable {
    let line: LineID
    var members: [Member] = []
    /// True when the line's device takes part.
    var hasDevice: Bool
    /// The sound that the device plays in addition to the calls.
    var sound: LineSound?
    /// The recording of the group; nil for none.
    var recording: RecordingID?
  }

  struct Member: Hashable, Sendable {
    let call: CallID
    let rate: AudioRate
    /// True when the call hears the device.
    var hearsDevice: Bool
    /// True when the call hears anything.
    var hears: Bool
    /// True when the others and the device hear the call.
    var speaks: Bool
    /// The recording of this call alone; nil for none.
    var recording: RecordingID?
  }

  /// The groups in the order of their lines.
  var groups: [Group] = []
  /// The providers with connected ports, whose clocks run.
  var carriers: Set<ProviderID> = []
}
