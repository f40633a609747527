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
