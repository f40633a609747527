extension Array where Element: Comparable {
  /// Returns the element at this share of the array, from 0 to 1; the array must be sorted and not empty.
  func percentile(_ share: Double) -> Element {
    self[Swift.min(count - 1, Int(Double(count) * share))]
  }
}
