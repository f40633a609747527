internal import CallAudio
internal import CallControl

/// One line, as the director sees it.
struct LineStage: Sendable {
  /// How far a provider's activation has come.
  enum Activation: Hashable, Sendable {
    /// The core decided; the provider is being told.
    case decided
    /// It was told: media may flow.
    case told
  }

  var snapshot: LineSnapshot
  var activations: [ProviderID: Activation] = [:]
  /// Those whose the audio is, in the order in which they got it.
  var owners: [ProviderID] = []
  var configurations: [ProviderID: AudioSession.Configuration] = [:]
  /// Ways out that are plugged in.
  var routes: [AudioSession.Route] = []
  /// The way out that the user chose; it counts before what providers want, until the line's last call is over.
  var chosen: AudioSession.Route?
  /// What an outgoing call that failed sounds like, and until when.
  var failure: (sound: LineSound, until: Instant)?
  /// Whether its device was asked for.
  var hasDevice = false
  /// The way out that was asked for last.
  var preferred: AudioSession.Route?

  init(_ snapshot: LineSnapshot) {
    self.snapshot = snapshot
  }

  /// The calls that are in front now.
  var front: [Call] {
    snapshot.front.map { front in snapshot.calls.filter { $0.group == front } } ?? []
  }

  /// What the owner of the audio wants; of several, the first.
  var configuration: AudioSession.Configuration {
    owners.lazy.compactMap { configurations[$0] }.first ?? AudioSession.Configuration()
  }

  /// What the device plays beside the calls.
  var sound: LineSound? {
    if let ringing = snapshot.calls.first(where: { $0.state == .ringing && !$0.isSilenced }) {
      return ringing.isWaiting ? .tone(.waiting) : .ringtone(ringing.provider, ringing.handle)
    }
    if front.contains(where: { $0.isOutgoing && $0.state == .connecting && !$0.hasEarlyMedia }) { return .tone(.ringback) }
    return front.isEmpty ? failure?.sound : nil
  }
}
