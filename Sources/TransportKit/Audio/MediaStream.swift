/// Processes a call's audio, frame by frame, on the host's real-time thread.
///
/// A stream is a value without references: the compiler refuses classes, strings, arrays and closures in it, which would need allocation or
/// reference counts. Only the [media] thread accesses it. The loop sends it `Orders` and reads its `Report`; both are values of which the
/// latest counts, and neither thread waits.
///
/// ```swift
/// struct EchoStream: MediaStream {
///   struct Orders { var isHeld = false }
///   struct Report { var frames = 0 }
///
///   mutating func frame(_ port: AudioPort, _ orders: Orders, _ report: inout Report, at time: UInt64) {
///     guard !orders.isHeld else { return }
///     if port.fromNet.copy(from: port.toNet) { report.frames += 1 }
///   }
/// }
/// ```
public protocol MediaStream: BitwiseCopyable {
  /// The orders from the loop: ``StreamTask/tell(_:)``.
  associatedtype Orders: BitwiseCopyable & Sendable
  /// The report for the loop: ``StreamTask/report``.
  associatedtype Report: BitwiseCopyable & Sendable

  /// Processes one frame: takes at most one from `port.toNet` and puts one into `port.fromNet`.
  ///
  /// On [media]: it must not allocate or free memory, take a lock, do input or output, or log.
  ///
  /// - Parameters:
  ///   - port: the call's rings.
  ///   - orders: the latest orders.
  ///   - report: the report for the loop; it keeps its value between frames.
  ///   - time: the present time, in nanoseconds of the host's clock.
  mutating func frame(_ port: AudioPort, _ orders: Orders, _ report: inout Report, at time: UInt64)

  /// Runs ``frame(_:_:_:at:)`` on a ``StreamTask``'s memory; a requirement of the kit, so that it is compiled for each stream type.
  static func step(_ memory: StreamMemory, _ port: AudioPort, at time: UInt64)
}

extension MediaStream {
  /// Processes one frame.
  @inlinable
  public static func step(_ memory: StreamMemory, _ port: AudioPort, at time: UInt64) {
    let stream = memory.stream.assumingMemoryBound(to: Self.self)
    let report = memory.report.assumingMemoryBound(to: Report.self)
    stream.pointee.frame(port, Mailbox<Orders>(memory.orders).read(), &report.pointee, at: time)
    Mailbox<Report>(memory.reports).write(report.pointee)
  }
}

/// The addresses of a ``StreamTask``'s memory for the [media] thread, which counts no references.
public struct StreamMemory: BitwiseCopyable {
  /// The stream.
  @usableFromInline let stream: UnsafeMutableRawPointer
  /// The current report, for the [media] thread only.
  @usableFromInline let report: UnsafeMutableRawPointer
  /// The mailbox of the orders.
  @usableFromInline let orders: UnsafeMutableRawPointer
  /// The mailbox of the reports.
  @usableFromInline let reports: UnsafeMutableRawPointer

  init(
    stream: UnsafeMutableRawPointer, report: UnsafeMutableRawPointer, orders: UnsafeMutableRawPointer, reports: UnsafeMutableRawPointer
  ) {
    self.stream = stream
    self.report = report
    self.orders = orders
    self.reports = reports
  }
}

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

  /// The stream as its last frame has left it, for ``HandoverTransport/give(_:_:)``.
  ///
  /// Only while no tick runs.
  public var stream: Stream { memory.stream.assumingMemoryBound(to: Stream.self).pointee }

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
