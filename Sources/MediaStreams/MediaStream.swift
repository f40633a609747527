public import CallControl
internal import Hookswitch
public import HookswitchCore
internal import Locking

/// The sound of a call in another program, over a socket.
///
/// `MediaStreams` makes it. It goes with its call, and ends with it; the call never changes because of it, unless the program has the right
/// to control the call. Any thread may call the functions, and none waits.
public final class MediaStream: Sendable {
  /// The stream's number, greater than 0; its `MediaStreams` never uses it again.
  public let number: Int64
  /// The call.
  public let call: CallID
  /// The program's URL, or the URL that was offered to it.
  public let url: String
  /// The events since the stream began; the sequence ends after `stopped`.
  ///
  /// A reader that is 4,096 events behind loses the oldest.
  public let events: AsyncStream<StreamEvent>
  private let continuation: AsyncStream<StreamEvent>.Continuation
  private let listener: (@Sendable (Int64, StreamEvent) -> Void)?
  private let whenClosed: @Sendable (Int64) -> Void
  private let shown = Locked(StreamStatus(state: .connecting, sent: 0, ignored: 0, dropped: 0))
  private let owner: Locked<AudioAttachment?> = Locked(nil)

  init(
    number: Int64, call: CallID, url: String, listener: (@Sendable (Int64, StreamEvent) -> Void)?,
    whenClosed: @escaping @Sendable (Int64) -> Void
  ) {
    self.number = number
    self.call = call
    self.url = url
    self.listener = listener
    self.whenClosed = whenClosed
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4_096))
  }

  /// The connection's state and counters at this moment.
  public var status: StreamStatus { shown.withLock { $0 } }

  /// The channels that the program hears.
  public var channels: Int { owner.withLock { $0 }?.options.channels ?? 1 }

  /// The state of the call's audio at this moment; nil before the stream has begun.
  public var audio: AttachmentStatus? { owner.withLock { $0 }?.status }

  /// Ends the stream; the call goes on, and what waits is not heard.
  public func close() { whenClosed(number) }

  func attach(_ attachment: AudioAttachment) { owner.withLock { $0 = attachment } }

  func publish(_ status: StreamStatus) { shown.withLock { $0 = status } }

  func take(_ event: StreamEvent) {
    listener?(number, event)
    continuation.yield(event)
    if case .stopped = event.kind { continuation.finish() }
  }
}
