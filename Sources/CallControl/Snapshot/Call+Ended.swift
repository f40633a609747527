extension Call {
  /// Returns this call in its final state, ended.
  public func ended(_ end: CallEnd, at time: Instant) -> Call {
    Call(self, end: end, at: time)
  }
}
