internal import CallControl
internal import HookswitchCore

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
