/// What a call's sound goes through, frame by frame, on the host's real-time thread.
///
/// A value without references: the compiler refuses classes, strings, arrays and closures in it, which would have to be allocated or counted. It belongs
/// to the [media] thread alone; what the loop has to say to it are its `Orders`, what it has found out is its `Report`. Both go by values, of which the
/// last counts, without anybody waiting.
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
  /// What the loop tells it: ``StreamTask/tell(_:)``.
  associatedtype Orders: BitwiseCopyable & Sendable
  /// What it tells the loop: ``StreamTask/report``.
  associatedtype Report: BitwiseCopyable & Sendable

  /// Passes one frame's time: take at most one frame from `port.toNet`, put one into `port.fromNet`.
  ///
  /// On [media]: no memory is allocated or freed, no lock taken, nothing read or written but memory, nothing logged.
  ///
  /// - Parameters:
  ///   - port: the call's rings.
  ///   - orders: what the loop has told last.
  ///   - report: what the loop will read; it keeps its value from frame to frame.
  ///   - time: now, in nanoseconds of the host's clock.
  mutating func frame(_ port: AudioPort, _ orders: Orders, _ report: inout Report, at time: UInt64)

  /// Runs ``frame(_:_:_:at:)`` on what a ``StreamTask`` holds: the kit's own, here so that it is compiled for each type of stream.
  static func step(_ memory: StreamMemory, _ port: AudioPort, at time: UInt64)
}

extension MediaStream {
  /// Runs one frame.
  @inlinable
  public static func step(_ memory: StreamMemory, _ port: AudioPort, at time: UInt64) {
    let stream = memory.stream.assumingMemoryBound(to: Self.self)
    let report = memory.report.assumingMemoryBound(to: Report.self)
    stream.pointee.frame(port, Mailbox<Orders>(memory.orders).read(), &report.pointee, at: time)
    Mailbox<Report>(memory.reports).write(report.pointee)
  }
}
