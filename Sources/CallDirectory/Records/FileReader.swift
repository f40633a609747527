internal import Glibc

/// A reader of the lines of a file with numbers: CSV with the header `number,action,label` (RFC 4180), or one number a line.
///
/// A pure machine: bytes in portions of any size go in, and records come out.
package struct FileReader: Sendable {
  /// The form of a file.
  package enum Form: Hashable, Sendable {
    /// CSV with a header.
    case csv
    /// One number a line to block; `#` begins a comment.
    case text

    /// Returns the form of a file by its name's end; nil for another end.
    package init?(of path: String) {
      if path.hasSuffix(".csv") { self = .csv } else if path.hasSuffix(".txt") { self = .text } else { return nil }
    }
  }

  private static let header = ["number", "action", "label"]
  /// The largest size of a record, in bytes.
  private static let recordLimit = 4_096

  private let form: Form
  /// Returns the E.164 form of a national number, with `+`; nil for a text that is no number.
  private let normalize: (@Sendable (String) -> String?)?
  private var place = RecordPlace(entry: 0, line: 1)
  private var fields: [[UInt8]] = []
  private var field: [UInt8] = []
  private var state = State.start
  private var isEmpty = true
  private var hasHeader = false
  private var size = 0
  /// The line at which the present record begins.
  private var begin = 1

  private enum State: Sendable {
    /// At the begin of a field.
    case start
    case plain
    case quoted
    /// After a quote inside a quoted field.
    case quote
    /// After the return before a line end.
    case lineEnd
  }

  /// Creates a reader at the begin of a file.
  ///
  /// - Parameters:
  ///   - form: the file's form.
  ///   - normalize: returns the E.164 form of a national number; nil takes E.164 numbers only.
  package init(_ form: Form, normalize: (@Sendable (String) -> String?)? = nil) {
    (self.form, self.normalize) = (form, normalize)
  }

  /// The place of the record that was read last.
  package var position: RecordPlace { place }

  /// Reads a portion.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - sink: the receiver of the records.
  /// - Throws: the error of the first record that is wrong, with its place.
  package mutating func read(_ bytes: UnsafeRawBufferPointer, into sink: inout some RecordSink) throws(DirectoryError) {
    for byte in bytes {
      size += 1
      if size > Self.recordLimit { throw tooLong }
      if form == .csv { try takeCSV(byte, &sink) } else { try takeText(byte, &sink) }
    }
  }

  /// Reads the end of the file: a last line without a line end counts too.
  package mutating func finish(into sink: inout some RecordSink) throws(DirectoryError) {
    if state == .quoted { throw DirectoryError(.unknown, "the file ends inside quotes", at: current) }
    if !isEmpty { try endRecord(&sink) }
    if form == .csv, !hasHeader {
      throw DirectoryError(.unknown, "the first line is not \"\(Self.header.joined(separator: ","))\"", at: RecordPlace(line: 1))
    }
  }

  /// The error of a record that is too long: of its label, if that is what is too long.
  private var tooLong: DirectoryError {
    if form == .csv, hasHeader, fields.count == 2, field.count > LabelText.limit {
      return DirectoryError(.invalidLabel, LabelText.tooLong, at: current, value: Self.text(field))
    }
    return DirectoryError(.unknown, "the record has more than \(Self.recordLimit) bytes", at: current, value: Self.text(field))
  }

  private var current: RecordPlace { RecordPlace(entry: hasHeader || form == .text ? place.entry + 1 : 0, line: begin) }

  private mutating func takeText(_ byte: UInt8, _ sink: inout some RecordSink) throws(DirectoryError) {
    guard byte == UInt8(ascii: "\n") else {
      field.append(byte)
      isEmpty = false
      return
    }
    try endRecord(&sink)
    place.line += 1
    begin = place.line
  }

  private mutating func takeCSV(_ byte: UInt8, _ sink: inout some RecordSink) throws(DirectoryError) {
    let (comma, quote, newline, carriage) = (UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    if byte == newline { place.line += 1 }
    switch state {
    case .quoted:
      if byte == quote { state = .quote } else { field.append(byte) }
      return
    case .quote where byte == quote:
      field.append(byte)
      state = .quoted
      return
    case .start where byte == quote:
      (state, isEmpty) = (.quoted, false)
      return
    case .lineEnd where byte != newline:
      throw DirectoryError(.unknown, "a return stands in a field without quotes", at: current)
    case .start, .plain, .quote, .lineEnd: break
    }
    switch byte {
    case comma:
      endField()
      (state, isEmpty) = (.start, false)
    case newline:
      try endRecord(&sink)
      begin = place.line
    case carriage: state = .lineEnd
    default:
      if state == .quote || byte == quote {
        throw DirectoryError(
          .unknown, "a quote stands beside other text; write it twice, inside quotes", at: current, value: Self.text(field))
      }
      (state, isEmpty) = (.plain, false)
      field.append(byte)
    }
  }

  private mutating func endField() {
    fields.append(field)
    field.removeAll(keepingCapacity: true)
  }

  private mutating func endRecord(_ sink: inout some RecordSink) throws(DirectoryError) {
    endField()
    let (record, wasEmpty) = (fields, isEmpty)
    fields.removeAll(keepingCapacity: true)
    (state, isEmpty, size) = (.start, true, 0)
    let line = begin
    if form == .text { return try take(textLine: record[0], line, &sink) }
    if wasEmpty { return }
    if !hasHeader { return try takeHeader(record, line) }
    place.entry += 1
    try take(record, at: RecordPlace(entry: place.entry, line: line), &sink)
  }

  private mutating func takeHeader(_ record: [[UInt8]], _ line: Int) throws(DirectoryError) {
    var names = record.map { String(decoding: $0, as: UTF8.self) }
    // Spreadsheets write a byte order mark.
    if names[0].unicodeScalars.first == "\u{FEFF}" { names[0].unicodeScalars.removeFirst() }
    guard names == Self.header else {
      throw DirectoryError(
        .unknown, "the first line is not \"\(Self.header.joined(separator: ","))\"", at: RecordPlace(line: line),
        value: Self.text(record[0]))
    }
    hasHeader = true
  }

  private mutating func take(textLine: [UInt8], _ line: Int, _ sink: inout some RecordSink) throws(DirectoryError) {
    let space: Set<UInt8> = [0x20, 0x09, 0x0D]
    let text = textLine.prefix { $0 != UInt8(ascii: "#") }
    let number = Array(text.drop { space.contains($0) }.reversed().drop { space.contains($0) }.reversed())
    if number.isEmpty { return }
    place.entry += 1
    let at = RecordPlace(entry: place.entry, line: line)
    try sink.take(.block, self.number(number, at), UnsafeRawBufferPointer(start: nil, count: 0), at: at)
  }

  private func take(_ record: [[UInt8]], at place: RecordPlace, _ sink: inout some RecordSink) throws(DirectoryError) {
    guard record.count == 3 || record.count == 2 else {
      throw DirectoryError(.unknown, "the record has \(record.count) fields instead of number, action and label", at: place)
    }
    let number = try number(record[0], place)
    let label = record.count == 3 ? record[2] : []
    let action = String(decoding: record[1], as: UTF8.self)
    guard action == "block" || action == "identify" else {
      throw DirectoryError(.unknown, "the action is neither block nor identify", at: place, value: Self.text(record[1]))
    }
    if action == "block" { try sink.take(.block, number, UnsafeRawBufferPointer(start: nil, count: 0), at: place) }
    // A blocked number may have a label too (L9).
    if action == "block", label.isEmpty { return }
    try label.withRawBytes { (label) throws(DirectoryError) in
      if let fault = LabelText.fault(of: label) {
        throw DirectoryError(.invalidLabel, fault, at: place, value: LabelText.short(label))
      }
      try sink.take(.identify, number, label, at: place)
    }
  }

  private func number(_ text: [UInt8], _ place: RecordPlace) throws(DirectoryError) -> UInt64 {
    let digits = text.first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
    if let normalize {
      if let full = normalize(String(decoding: text, as: UTF8.self)), full.hasPrefix("+"),
        let number = PhoneDigits.number(full.utf8.dropFirst())
      {
        return number
      }
    } else if let number = PhoneDigits.number(digits) {
      return number
    }
    let advice = normalize == nil ? "; national numbers need \"region\"" : " of the region"
    throw DirectoryError(.invalidNumber, "it is no E.164 number with digits alone\(advice)", at: place, value: Self.text(text))
  }

  private static func text(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { LabelText.short($0) }
  }
}
