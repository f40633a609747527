internal import CallAudio
public import HookswitchCore
internal import Locking

extension AudioAttachment {
  /// The audio heard, in chunks of 20 ms of all channels; the sequence ends after the attachment, once everything was read.
  ///
  /// One task at a time, and no `read` meanwhile. A reader that is too slow loses the oldest audio (`AttachmentStatus.lost`).
  public var heard: Heard { Heard(attachment: self) }

  /// The events since the attachment began; the sequence ends after `stopped`.
  ///
  /// One task at a time. A reader that is 4,096 events behind loses the oldest.
  public var events: Events { Events(attachment: self) }

  /// The audio that an attachment hears.
  public struct Heard: AsyncSequence, Sendable {
    /// The samples of 20 ms.
    public typealias Element = [Int16]
    /// The sequence never fails.
    public typealias Failure = Never

    let attachment: AudioAttachment

    /// Continues with the oldest audio that was not read.
    public func makeAsyncIterator() -> Iterator { Iterator(attachment: attachment) }

    /// Waits for the next 20 ms.
    public struct Iterator: AsyncIteratorProtocol {
      let attachment: AudioAttachment

      /// Returns the next 20 ms; nil when the attachment has ended or the task was cancelled.
      public mutating func next() async -> [Int16]? {
        await next(isolation: nil)
      }

      /// Returns the next 20 ms; nil when the attachment has ended or the task was cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> [Int16]? {
        await attachment.waitForChunk()
        return Task.isCancelled ? nil : attachment.takeChunk()
      }
    }
  }

  /// The events of an attachment.
  public struct Events: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = AttachmentEvent
    /// The sequence never fails.
    public typealias Failure = Never

    let attachment: AudioAttachment

    /// Continues with the oldest event that was not read.
    public func makeAsyncIterator() -> Iterator { Iterator(attachment: attachment) }

    /// Waits for the next event.
    public struct Iterator: AsyncIteratorProtocol {
      let attachment: AudioAttachment

      /// Returns the next event; nil after the last, or when the task was cancelled.
      public mutating func next() async -> AttachmentEvent? {
        await next(isolation: nil)
      }

      /// Returns the next event; nil after the last, or when the task was cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> AttachmentEvent? {
        guard case .element(let event)? = await attachment.mailbox?.next() else { return nil }
        return event
      }
    }
  }

  /// Returns the oldest 20 ms, or the rest after the end; nil when there is nothing.
  fileprivate func takeChunk() -> [Int16]? {
    let chunk = change { state -> [Int16] in
      guard state.canRead else { return [] }
      var samples = [Int16](repeating: 0, count: min(state.chunk, state.heard.count))
      _ = samples.withUnsafeMutableBufferPointer { state.heard.take(into: $0) }
      return samples
    }
    return chunk.isEmpty ? nil : chunk
  }

  /// Waits until 20 ms can be read, the attachment ends, or the task is cancelled.
  fileprivate func waitForChunk() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isHere = state.withLock { state in
          guard !state.canRead, !Task.isCancelled, state.reader == nil else { return true }
          state.reader = continuation
          return false
        }
        if isHere { continuation.resume() }
      }
    } onCancel: {
      state.withLock { state in
        defer { state.reader = nil }
        return state.reader
      }?.resume()
    }
  }
}
