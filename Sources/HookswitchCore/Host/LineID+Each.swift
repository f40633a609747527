public import CallControl

extension LineID {
  /// As the line of incoming calls, gives every call a line of its own, as servers need.
  ///
  /// The lines are named `each-1`, `each-2` … and forgotten some time after their call. Their policy is that of `each`.
  public static let each: LineID = "each"
}
