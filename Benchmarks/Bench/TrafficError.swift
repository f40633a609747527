/// The reason why traffic cannot be measured.
struct TrafficError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
