import CallDirectory

extension FuzzTarget {
  /// Opens a file as the table of a call directory, with good checksums, and looks numbers up: no look-up leaves the file.
  static let table = FuzzTarget(name: "table") { bytes in TableProbe.probe(bytes) }

  /// Reads bytes as the records of a call directory and as its files, whole and in portions: both give the same records and the same error.
  static let records = FuzzTarget(name: "records") { bytes in
    precondition(RecordProbe.isSameInPortions(bytes), "the size of the portions changed the records")
  }
}
