public import CallAudio
public import CallControl
internal import HookswitchCore
internal import Locking

/// How the audio of a line is: whose it is, since when and why, and which way sound takes.
public struct LineAudio: Hashable, Sendable {
  /// The line.
  public let line: LineID
  /// Whose it is; of a group that the host mixes several (U3).
  public let owners: [ProviderID]
  /// Why it changed hands last; nil: it never did.
  public let reason: AudioReason?
  /// When that was, on the host's clock; nil: it never did.
  public let since: Instant?
  /// What its owner asked for, of several owners the first.
  public let configuration: AudioSession.Configuration
  /// How the line's device is; nil: the line has none here.
  public let device: AudioDeviceState?
  /// Why the device cannot be opened; nil: it can, or nobody has tried.
  public let deviceFailure: AudioDeviceError?
  /// Ways out that are plugged in.
  public let routes: [AudioSession.Route]
  /// The way out that the user chose (`CallController.setRoute`); nil: none, and the owner's wish counts.
  public let chosenRoute: AudioSession.Route?
  /// What the far end can be heard from, each by its name; `CallController.setRoute` takes these names too.
  public let outputs: [AudioEndpoint]

  /// The way out that sound takes; nil: it takes none.
  public var route: AudioSession.Route? { device?.path.map { AudioSession.Route(rawValue: $0.route.name) } }
}

extension HostCore {
  /// How a line's audio is now.
  func audio(of line: LineID) -> LineAudio {
    let snapshot = snapshots(of: line)[0]
    let wishes = audioWishes.withLock { $0[line] }
    let (seat, chosen) = console?.desk.withLock { ($0.seats[line] ?? nil, $0.director.lines[line]?.chosen) } ?? (nil, nil)
    let endpoints = seat?.device.endpoints
    return LineAudio(
      line: line, owners: snapshot.audioOwners, reason: snapshot.audioReason,
      since: snapshot.audioReason == nil ? nil : snapshot.audioSince,
      configuration: snapshot.audioOwners.lazy.compactMap { wishes?[$0] }.first ?? AudioSession.Configuration(),
      device: seat?.device.state, deviceFailure: seat?.failure,
      routes: endpoints?.routes.map { AudioSession.Route(rawValue: $0.name) } ?? [], chosenRoute: chosen, outputs: endpoints?.outputs ?? [])
  }
}
