/// A right that a peer has or lacks.
package enum Right: String, CaseIterable, Sendable, Comparable {
  /// Read everything but the grants and logs.
  case observe
  /// Make, answer and end calls, and change the memory.
  case control
  /// Change the host itself: providers, policies, grants.
  case configure
  /// Carry calls as a program.
  case provide
  /// Judge incoming calls as a program.
  case screen

  /// Orders rights as the table lists them.
  package static func < (left: Right, right: Right) -> Bool { left.place < right.place }

  private var place: Int { Right.allCases.firstIndex(of: self) ?? 0 }
}
