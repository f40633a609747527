extension Call {
  /// This call as it is seen for the last time: over.
  public func ended(_ end: CallEnd, at time: Instant) -> Call {
    Call(self, end: end, at: time)
  }
}
