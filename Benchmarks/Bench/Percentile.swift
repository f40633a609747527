extension Array where Element: Comparable {
  /// The element that `share` of all are not above; the array must be sorted and not empty.
  func percentile(_ share: Double) -> Element {
    self[Swift.min(count - 1, Int(Double(count) * share))]
  }
}
