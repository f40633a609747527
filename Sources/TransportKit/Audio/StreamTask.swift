/// A ``MediaStream`` and the loop's two ways to it.
///
/// ``AudioTransport/attach(_:_:)`` makes one and hands it to the kit, which keeps it until the call is detached. Whoever wants to tell the stream something
/// later keeps it too.
public final class StreamTask<Stream: MediaStream>: MediaTask {
  /// A task that begins with this stream.
  ///
  /// - Parameters:
  ///   - stream: as it is before the first frame.
  ///   - orders: what it is told at first.
  ///   - report: what it is to have found at first.
  ///   - keeping: what the stream has addresses of, kept alive until the task is gone and so until no frame can touch it.
  public init(_ stream: Stream, orders: Stream.Orders, report: Stream.Report, keeping: [AnyObject] = []) {
    let memory = UnsafeMutablePointer<Stream>.allocate(capacity: 1)
    memory.initialize(to: stream)
    let own = UnsafeMutablePointer<Stream.Report>.allocate(capacity: 1)
    own.initialize(to: report)
    super.init(
      StreamMemory(
        stream: UnsafeMutableRawPointer(memory), report: UnsafeMutableRawPointer(own), orders: Mailbox<Stream.Orders>.allocate(orders),
        reports: Mailbox<Stream.Report>.allocate(report)), Stream.self, keeping: keeping)
  }

  deinit {
    memory.stream.deallocate()
    memory.report.deallocate()
    memory.orders.deallocate()
    memory.reports.deallocate()
  }

  /// Tells the stream this from its next frame on, in place of whatever it was told before.
  public func tell(_ orders: Stream.Orders) { Mailbox<Stream.Orders>(memory.orders).write(orders) }

  /// What the stream has found, after its last frame.
  public var report: Stream.Report { Mailbox<Stream.Report>(memory.reports).read() }
}
