// The line's standing in a cluster of hosts (K5, K7, K8, K14).

extension Line {
  /// The standing that came last.
  package var standing: LineStanding { boxedStanding?.value ?? .mine }

  /// Takes a changed standing.
  mutating func take(_ standing: LineStanding) {
    boxedStanding = standing == .mine ? nil : Boxed(standing)
  }
}
