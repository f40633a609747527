/// The first line of a journal's file.
package struct JournalHeader: Codable, Sendable {
  /// The version that this program writes, and the newest that it reads.
  package static let current = 1

  /// The version of the format.
  package var version: Int
  /// The date of time zero, in seconds since 1970, if known.
  package var zero: Double?

  private enum CodingKeys: String, CodingKey {
    case version = "hookswitch-journal"
    case zero
  }

  /// Creates a header of the present version.
  package init(zero: Double?) {
    version = Self.current
    self.zero = zero
  }
}
