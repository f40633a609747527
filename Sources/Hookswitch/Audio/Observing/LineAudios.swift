internal import CallControl
internal import HookswitchCore

/// How the audio of a line is now, and then how it is each time that it has changed, in order; who is 64 behind loses the oldest.
public struct LineAudios: AsyncSequence, Sendable {
  /// A picture of the line's audio.
  public typealias Element = LineAudio
  /// It does not fail.
  public typealias Failure = Never

  let core: HostCore
  let line: LineID

  /// Begins with the audio as it is now.
  public func makeAsyncIterator() -> Iterator {
    let feed = AudioFeed(core, line: line, limit: 64)
    return Iterator(feed: feed, lifetime: FeedLifetime { feed.stop() })
  }

  /// Waits for the next picture.
  public struct Iterator: AsyncIteratorProtocol {
    let feed: AudioFeed
    let lifetime: FeedLifetime

    /// The next picture; nil when the task was cancelled.
    public mutating func next() async -> LineAudio? {
      await next(isolation: nil)
    }

    /// The next picture; nil when the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> LineAudio? {
      guard case .element(let audio)? = await feed.mailbox.next() else { return nil }
      return audio
    }
  }
}
