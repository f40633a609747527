/// What can happen besides a call's entering a state; a state's event has the state's own name.
enum EventName: String, CaseIterable, Sendable {
  /// A call comes in and rings.
  case incoming
  /// A provider can place calls; `wait ready` waits for all of them.
  case ready
  /// A provider cannot place calls for now.
  case notReady
  /// A provider is gone, and its calls with it; it is started again.
  case lost
  /// A provider was lost too often and is left alone.
  case quarantined
  /// Calls are heard together from now on.
  case merged
  /// A call is heard alone from now on.
  case split
  /// Our side of a call is silent.
  case muted
  /// Our side of a call is heard again.
  case unmuted
  /// The far end set us aside.
  case remotelyHeld
  /// The far end took us back.
  case remotelyResumed
  /// No sound comes from the far end, though it should.
  case mediaTimeout
  /// Sound comes again from the far end.
  case mediaResumed
  /// A transfer is under way.
  case transferring
  /// The far end's handle or name is known better.
  case updated
  /// The far end sent tones.
  case dtmf
  /// Nobody is in front, and this call could be resumed.
  case resumeOffered
  /// The far end asks us to call somebody else.
  case transferRequested
}
