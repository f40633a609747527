/// A ``MediaStream`` with its orders and reports.
///
/// ``AudioTransport/attach(_:_:)`` makes one and returns it to the kit, which keeps it until the call is detached. Keep it as well to send
/// orders later.
public final class StreamTask<Stream: MediaStream>: MediaTask {
  /// Makes a task for this stream.
  ///
  /// - Parameters:
  ///   - stream: the stream before the first frame.
  ///   - orders: the first orders.
  ///   - report: the first report.
  ///   - keeping: the owners of memory whose addresses the stream holds; the task keeps them alive, so that no frame uses freed memory.
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

  /// Sends orders to the stream for its next frames, in place of earlier ones.
  public func tell(_ orders: Stream.Orders) { Mailbox<Stream.Orders>(memory.orders).write(orders) }

  /// The stream's report after its last frame.
  public var report: Stream.Report { Mailbox<Stream.Report>(memory.reports).read() }
}

/// A task that serves a call's port on the [media] thread: a ``StreamTask``.
///
/// Not `Sendable`, since the object belongs to the loop. Only its memory is used on the [media] thread, while it is attached.
public class MediaTask {
  let memory: StreamMemory
  let type: any MediaStream.Type
  /// The objects that must live as long as the task may run.
  private let keeping: [AnyObject]

  init(_ memory: StreamMemory, _ type: any MediaStream.Type, keeping: [AnyObject]) {
    self.memory = memory
    self.type = type
    self.keeping = keeping
  }
}
