/// An author's statement that a test may fail for now, with a reason and a last day.
public struct Waiver: Sendable, Hashable {
  /// The tests, as a pattern.
  public var tests: String
  /// The reason.
  public var reason: String
  /// The last day on which it holds, `2027-01-31`.
  public var expires: String

  package init(tests: String, reason: String, expires: String) {
    self.tests = tests
    self.reason = reason
    self.expires = expires
  }

  /// Returns true if the waiver covers the test of that id.
  package func covers(_ id: String) -> Bool { GlobPattern(tests).matches(id) }
}

/// A pattern of names in which `*` matches anything and `?` one character.
package struct GlobPattern: Hashable, Sendable {
  let text: String

  package init(_ text: String) { self.text = text }

  /// Returns true if the pattern matches the whole of `name`.
  package func matches(_ name: String) -> Bool {
    let pattern = Array(text)
    let name = Array(name)
    var (at, place) = (0, 0)
    // The place of the last star, and the end of what it matches so far.
    var star: (pattern: Int, name: Int)?
    while place < name.count {
      if at < pattern.count, pattern[at] == "*" {
        star = (at, place)
        at += 1
      } else if at < pattern.count, pattern[at] == "?" || pattern[at] == name[place] {
        at += 1
        place += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        at = last.pattern + 1
        place = last.name + 1
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == "*" }
  }
}
