/// Reads any bytes as records and as files, for the fuzzer and the tests.
package enum RecordProbe {
  /// Returns true when bytes give the same records and the same error, whole and in portions.
  package static func isSameInPortions(_ bytes: [UInt8]) -> Bool {
    for form in [nil, FileReader.Form.csv, .text] {
      let whole = lines(of: bytes, form, portion: bytes.count + 1)
      for portion in [1, 7] where lines(of: bytes, form, portion: portion) != whole { return false }
    }
    return true
  }

  /// Returns the records of bytes and their end as lines; nil as the form reads a stream.
  private static func lines(of bytes: [UInt8], _ form: FileReader.Form?, portion: Int) -> [String] {
    var notes = Notes()
    let portions = stride(from: 0, to: bytes.count, by: portion).map { Array(bytes[$0..<min($0 + portion, bytes.count)]) }
    do throws(DirectoryError) {
      if let form { try read(portions, as: form, &notes) } else { try readStream(portions, &notes) }
    } catch {
      notes.lines.append("\(error.code) \(error.line ?? 0) \(error.entry ?? 0) \(error.message)")
    }
    return notes.lines
  }

  private static func readStream(_ portions: [[UInt8]], _ notes: inout Notes) throws(DirectoryError) {
    var reader = RecordReader()
    for part in portions {
      try part.withRawBytes { (bytes) throws(DirectoryError) in try reader.read(bytes, into: &notes) }
    }
    try reader.finish(into: &notes)
    notes.lines.append(String(describing: reader.end))
  }

  private static func read(_ portions: [[UInt8]], as form: FileReader.Form, _ notes: inout Notes) throws(DirectoryError) {
    var reader = FileReader(form)
    for part in portions {
      try part.withRawBytes { (bytes) throws(DirectoryError) in try reader.read(bytes, into: &notes) }
    }
    try reader.finish(into: &notes)
  }

  /// The records as lines.
  private struct Notes: RecordSink {
    var lines: [String] = []

    mutating func begin(isIncremental: Bool, at place: RecordPlace) throws(DirectoryError) { lines.append("begin \(isIncremental)") }

    mutating func take(
      _ kind: RecordKind, _ number: UInt64, _ label: UnsafeRawBufferPointer, at place: RecordPlace
    ) throws(DirectoryError) {
      precondition(number >= 1 && number <= PhoneDigits.largest, "a number is beyond the limits")
      precondition(kind == .identify ? LabelText.fault(of: label) == nil : label.isEmpty, "a label is none")
      lines.append("\(kind.word) \(number) \(Array(label)) \(place.entry) \(place.line)")
    }

    mutating func takeAll(_ kind: RecordKind, at place: RecordPlace) throws(DirectoryError) { lines.append("\(kind.word) *") }
  }
}
