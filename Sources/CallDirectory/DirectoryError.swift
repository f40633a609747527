/// A reason for which a load of a call directory failed; nothing of the load is stored.
package struct DirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  package enum Code: String, CaseIterable, Sendable {
    /// Any other error: a line that cannot be read, an unknown word, or a line that is too long.
    case unknown
    /// There is no such directory, or its file or program is not there.
    case noExtensionFound
    /// The source died, was silent or ended early, or the host gave up.
    case loadingInterrupted
    /// A number is not above the number before.
    case entriesOutOfOrder
    /// A number is blocked twice, or has a label twice.
    case duplicateEntries
    /// The directory has more entries than its limit.
    case maximumEntriesExceeded
    /// The directory is disabled.
    case extensionDisabled
    /// Another load of the directory is under way.
    case currentlyLoading
    /// A full load has a removal.
    case unexpectedIncrementalRemoval
    /// A number is not a number from 1 to 9223372036854775806.
    case invalidNumber
    /// A label is empty, too long, or no plain text.
    case invalidLabel
    /// The source cancelled the load.
    case cancelled

    /// The error's number in CallKit; ours begin at 100.
    package var number: Int {
      switch self {
      case .unknown: 0
      case .noExtensionFound: 1
      case .loadingInterrupted: 2
      case .entriesOutOfOrder: 3
      case .duplicateEntries: 4
      case .maximumEntriesExceeded: 5
      case .extensionDisabled: 6
      case .currentlyLoading: 7
      case .unexpectedIncrementalRemoval: 8
      case .invalidNumber: 100
      case .invalidLabel: 101
      case .cancelled: 102
      }
    }
  }

  /// The kind of error.
  package var code: Code
  /// The record's number, from 1; nil when the error is about no record.
  package var entry: Int?
  /// The source's line, from 1; nil when the error is about no line.
  package var line: Int?
  /// The value that is wrong.
  package var value: String?
  /// The owner of `domainCode`: the directory's id.
  package var domain: String?
  /// The number that the source gave with `cancel`.
  package var domainCode: Int?
  /// The fault and the remedy.
  package var message: String

  /// Creates an error.
  package init(_ code: Code, _ message: String, at place: RecordPlace? = nil, value: String? = nil) {
    self.code = code
    self.message = message
    self.value = value
    (entry, line) = (place.flatMap { $0.entry > 0 ? $0.entry : nil }, place?.line)
  }

  /// The place and the message.
  package var description: String {
    var places: [String] = []
    if let line { places.append("line \(line)") }
    if let entry { places.append("entry \(entry)") }
    let place = places.isEmpty ? "" : places.joined(separator: ", ") + ": "
    return place + message
  }
}

/// The place of a record in its source.
package struct RecordPlace: Hashable, Sendable {
  /// The record's number, from 1; 0 for the line before the first record.
  package var entry = 0
  /// The line's number, from 1.
  package var line = 0

  /// Creates a place; by default the one before the first line.
  package init(entry: Int = 0, line: Int = 0) { (self.entry, self.line) = (entry, line) }
}
