public import CallAudio
public import CallControl
internal import HookswitchCore
internal import Locking

/// The audio state of a line: its owners, the last change, and the route.
public struct LineAudio: Hashable, Sendable {
  /// The line.
  public let line: LineID
  /// The owners; several for a group that the host mixes (U3).
  public let owners: [ProviderID]
  /// The reason of the last change of owner; nil before the first.
  public let reason: AudioReason?
  /// The time of that change, on the host's clock; nil before the first.
  public let since: Instant?
  /// The owner's configuration; with several owners, of the first that has one.
  public let configuration: AudioSession.Configuration
  /// The state of the line's device; nil for a line without one.
  public let device: AudioDeviceState?
  /// The reason why the device cannot be opened; nil when it can, or was not opened yet.
  public let deviceFailure: AudioDeviceError?
  /// The available routes.
  public let routes: [AudioSession.Route]
  /// The route that the user chose (`CallController.setRoute`); nil when the owner's request counts.
  public let chosenRoute: AudioSession.Route?
  /// The available outputs; `CallController.setRoute` accepts their names too.
  public let outputs: [AudioEndpoint]

  /// The route in use; nil when there is none.
  public var route: AudioSession.Route? { device?.path.map { AudioSession.Route(rawValue: $0.route.name) } }
}

extension HostCore {
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

/// The present audio state of a line, then every change in order; a reader that is 64 states behind loses the oldest.
public struct LineAudios: AsyncSequence, Sendable {
  /// A state of the line's audio.
  public typealias Element = LineAudio
  /// The sequence never fails.
  public typealias Failure = Never

  let core: HostCore
  let line: LineID

  /// Starts with the present state.
  public func makeAsyncIterator() -> Iterator {
    let feed = AudioFeed(core, line: line, limit: 64)
    return Iterator(feed: feed, lifetime: FeedLifetime { feed.stop() })
  }

  /// Waits for the next state.
  public struct Iterator: AsyncIteratorProtocol {
    let feed: AudioFeed
    let lifetime: FeedLifetime

    /// Returns the next state; nil when the task was cancelled.
    public mutating func next() async -> LineAudio? {
      await next(isolation: nil)
    }

    /// Returns the next state; nil when the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> LineAudio? {
      guard case .element(let audio)? = await feed.mailbox.next() else { return nil }
      return audio
    }
  }
}
