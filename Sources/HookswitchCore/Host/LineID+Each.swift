public import CallControl

extension LineID {
  /// As the line of incoming calls: a line of its own for every call, what a server wants.
  ///
  /// The lines are named `each-1`, `each-2` … and forgotten some time after their call. Their policy is the one given for `each`.
  public static let each: LineID = "each"
}
