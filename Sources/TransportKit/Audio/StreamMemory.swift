/// Where a ``StreamTask`` keeps what the [media] thread works on: addresses, so that it can be handed over without a reference being counted.
public struct StreamMemory: BitwiseCopyable {
  /// The stream itself.
  @usableFromInline let stream: UnsafeMutableRawPointer
  /// Its report as it stands, for the [media] thread alone.
  @usableFromInline let report: UnsafeMutableRawPointer
  /// The mailbox of its orders.
  @usableFromInline let orders: UnsafeMutableRawPointer
  /// The mailbox of its reports.
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
