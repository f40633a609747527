internal import Glibc

/// A kind of record.
package enum RecordKind: Int, CaseIterable, Sendable {
  /// Blocks a number.
  case block
  /// Gives a number a label.
  case identify
  /// Blocks a number no more.
  case unblock
  /// Drops all labels of a number.
  case unidentify

  /// The record's word.
  package var word: String {
    switch self {
    case .block: "block"
    case .identify: "identify"
    case .unblock: "unblock"
    case .unidentify: "unidentify"
    }
  }

  /// True for a record that only an incremental load has.
  package var isRemoval: Bool { self == .unblock || self == .unidentify }
}

/// The receiver of the records of a source.
package protocol RecordSink {
  /// Takes the kind of the load, before the first record.
  mutating func begin(isIncremental: Bool, at place: RecordPlace) throws(DirectoryError)
  /// Takes a record; the label is valid during the call and empty for other kinds than `identify`.
  mutating func take(_ kind: RecordKind, _ number: UInt64, _ label: UnsafeRawBufferPointer, at place: RecordPlace) throws(DirectoryError)
  /// Takes `unblock *` or `unidentify *`.
  mutating func takeAll(_ kind: RecordKind, at place: RecordPlace) throws(DirectoryError)
}

/// The last line of a source.
package enum RecordEnd: Hashable, Sendable {
  /// The load counts; the token comes back at the next load.
  case complete(token: String?)
  /// The source cancelled the load.
  case cancel(code: Int, message: String)
}

/// The reader of a stream of records: lines of UTF-8, at most 1,024 bytes each, with one TAB between fields.
///
/// A pure machine: bytes in portions of any size go in, and records come out.
package struct RecordReader: Sendable {
  /// The largest size of a line, in bytes without its end.
  package static let lineLimit = 1_024
  private static let first = "hookswitch-directory 1 "

  /// The begin of a line whose end has not come yet.
  private var rest: [UInt8] = []
  private var place = RecordPlace()
  private var isBegun = false
  /// The last line; nil until it has come.
  package private(set) var end: RecordEnd?

  /// Creates a reader at the begin of a stream.
  package init() {}

  /// The place of the line that was read last.
  package var position: RecordPlace { place }

  /// Reads a portion.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - sink: the receiver of the records.
  /// - Throws: the error of the first line that is wrong, with its place.
  package mutating func read(_ bytes: UnsafeRawBufferPointer, into sink: inout some RecordSink) throws(DirectoryError) {
    var begin = 0
    if !rest.isEmpty {
      let end = Self.lineEnd(in: bytes, from: 0)
      rest.append(contentsOf: bytes[..<min(end ?? bytes.count, Self.restLimit)])
      guard let end else { return try limitRest() }
      let line = rest
      rest.removeAll(keepingCapacity: true)
      try line.withRawBytes { (line) throws(DirectoryError) in try self.line(line, &sink) }
      begin = end + 1
    }
    while let end = Self.lineEnd(in: bytes, from: begin) {
      try line(UnsafeRawBufferPointer(rebasing: bytes[begin..<end]), &sink)
      begin = end + 1
    }
    rest.append(contentsOf: bytes[begin..<min(bytes.count, begin + Self.restLimit)])
    try limitRest()
  }

  /// Reads the end of the stream: a last line without a line end counts too.
  package mutating func finish(into sink: inout some RecordSink) throws(DirectoryError) {
    guard !rest.isEmpty else { return }
    let line = rest
    rest = []
    try line.withRawBytes { (line) throws(DirectoryError) in try self.line(line, &sink) }
  }

  /// The bytes that are kept of a line: more than any valid one, so that its error can be told.
  private static let restLimit = 4_096

  private mutating func limitRest() throws(DirectoryError) {
    guard rest.count > Self.lineLimit else { return }
    let line = rest
    place.line += 1
    try checkOpen()
    try line.withRawBytes { (line) throws(DirectoryError) in throw self.tooLong(line) }
  }

  private static func lineEnd(in bytes: UnsafeRawBufferPointer, from begin: Int) -> Int? {
    guard begin < bytes.count, let base = bytes.baseAddress else { return nil }
    return memchr(base + begin, CInt(UInt8(ascii: "\n")), bytes.count - begin).map { UnsafeRawPointer($0) - base }
  }

  private mutating func line(_ line: UnsafeRawBufferPointer, _ sink: inout some RecordSink) throws(DirectoryError) {
    place.line += 1
    try checkOpen()
    guard line.count <= Self.lineLimit else { throw tooLong(line) }
    guard isBegun else { return try begin(line, &sink) }
    if let kind = Self.kind(line) {
      place.entry += 1
      return try record(kind, line, &sink)
    }
    try last(line)
  }

  private func checkOpen() throws(DirectoryError) {
    if end != nil { throw DirectoryError(.unknown, "a line follows the last one; complete or cancel ends the stream", at: place) }
  }

  private mutating func begin(_ line: UnsafeRawBufferPointer, _ sink: inout some RecordSink) throws(DirectoryError) {
    let text = String(decoding: line, as: UTF8.self)
    guard text.hasPrefix(Self.first), ["full", "incremental"].contains(text.dropFirst(Self.first.count)) else {
      throw DirectoryError(
        .unknown, "the first line is not \"\(Self.first)full\" or \"\(Self.first)incremental\"", at: place, value: Self.short(line))
    }
    isBegun = true
    try sink.begin(isIncremental: text.hasSuffix("incremental"), at: place)
  }

  /// Returns the kind of a record by its word and the TAB after it; nil for another line.
  @inline(__always)
  private static func kind(_ line: UnsafeRawBufferPointer) -> RecordKind? {
    func has(_ word: StaticString) -> Bool {
      let count = word.utf8CodeUnitCount
      guard line.count > count, line[count] == UInt8(ascii: "\t") else { return false }
      return word.withUTF8Buffer { buffer in
        for place in 0..<count where line[place] != buffer[place] { return false }
        return true
      }
    }
    if has("block") { return .block }
    if has("identify") { return .identify }
    if has("unblock") { return .unblock }
    return has("unidentify") ? .unidentify : nil
  }

  private mutating func record(
    _ kind: RecordKind, _ line: UnsafeRawBufferPointer, _ sink: inout some RecordSink
  ) throws(DirectoryError) {
    var at = kind.word.utf8.count + 1
    let begin = at
    var number: UInt64 = 0
    var isNumber = true
    while at < line.count, line[at] != UInt8(ascii: "\t") {
      let digit = line[at] &- 48
      let (tens, isLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(UInt64(digit))
      if digit > 9 || isLarge || overflows { isNumber = false }
      number = sum
      at += 1
    }
    let field = UnsafeRawBufferPointer(rebasing: line[begin..<at])
    let hasMore = at < line.count
    if kind.isRemoval, field.count == 1, field[0] == UInt8(ascii: "*"), !hasMore { return try sink.takeAll(kind, at: place) }
    guard isNumber, !field.isEmpty, number >= 1, number <= PhoneDigits.largest else {
      throw DirectoryError(.invalidNumber, PhoneDigits.refusal, at: place, value: Self.short(field))
    }
    guard kind == .identify else {
      if hasMore { throw DirectoryError(.unknown, "\(kind.word) has a field after its number", at: place, value: Self.short(line)) }
      return try sink.take(kind, number, UnsafeRawBufferPointer(start: nil, count: 0), at: place)
    }
    let label = UnsafeRawBufferPointer(rebasing: line[min(at + 1, line.count)...])
    if let fault = LabelText.fault(of: label) { throw DirectoryError(.invalidLabel, fault, at: place, value: Self.short(label)) }
    try sink.take(kind, number, label, at: place)
  }

  /// Reads `complete` or `cancel`.
  private mutating func last(_ line: UnsafeRawBufferPointer) throws(DirectoryError) {
    guard String(validating: line, as: UTF8.self) != nil else {
      throw DirectoryError(.unknown, "the line is not UTF-8", at: place, value: Self.short(line))
    }
    let fields = String(decoding: line, as: UTF8.self).split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
    switch fields[0] {
    case "complete" where fields.count <= 2:
      let token = fields.count == 2 ? String(fields[1]) : nil
      if let token, token.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
        throw DirectoryError(.unknown, "the token has a control character", at: place, value: Self.short(line))
      }
      end = .complete(token: token)
    case "cancel":
      guard fields.count >= 2, let code = Int(fields[1]) else {
        throw DirectoryError(.unknown, "cancel needs a whole number as its code", at: place, value: Self.short(line))
      }
      end = .cancel(code: code, message: fields.count > 2 ? String(fields[2]) : "")
    default:
      let words = (RecordKind.allCases.map(\.word) + ["complete", "cancel"]).joined(separator: ", ")
      throw DirectoryError(
        .unknown, "the line begins with none of \(words) and a TAB; one TAB separates fields", at: place, value: Self.short(line))
    }
  }

  /// Returns the error of a line that is too long: of its label, if that is what is too long.
  private func tooLong(_ bytes: UnsafeRawBufferPointer) -> DirectoryError {
    // The error must not depend on how much of the line has come.
    let line = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.lineLimit + 1))
    var place = place
    if Self.kind(line) == .identify, let tab = line[9...].firstIndex(of: UInt8(ascii: "\t")),
      PhoneDigits.number(line[9..<tab]) != nil, line.count - tab - 1 > LabelText.limit
    {
      place.entry += 1
      let label = UnsafeRawBufferPointer(rebasing: line[(tab + 1)...])
      return DirectoryError(.invalidLabel, LabelText.tooLong, at: place, value: Self.short(label))
    }
    if Self.kind(line) != nil { place.entry += 1 }
    return DirectoryError(.unknown, "the line has more than \(Self.lineLimit) bytes", at: place, value: Self.short(line))
  }

  /// Returns the begin of a value, for an error.
  private static func short(_ bytes: UnsafeRawBufferPointer) -> String { LabelText.short(bytes) }
}

/// Telephone numbers as whole numbers.
package enum PhoneDigits {
  /// The largest number of a directory.
  package static let largest = UInt64(Int64.max) - 1
  static let refusal = "the number is not one from 1 to 9223372036854775806, in digits without +"

  /// Returns the number that digits write; nil for others, and for a number beyond the limits.
  static func number(_ digits: some Sequence<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    var isEmpty = true
    for byte in digits {
      let (tens, isLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(UInt64(byte &- 48))
      guard byte >= 48, byte <= 57, !isLarge, !overflows else { return nil }
      (number, isEmpty) = (sum, false)
    }
    return isEmpty || number < 1 || number > largest ? nil : number
  }
}

/// Labels as texts.
package enum LabelText {
  /// The largest size, in bytes.
  package static let limit = 256
  static let tooLong = "the label has more than \(limit) bytes"

  /// Returns the reason why bytes are no label; nil for a label.
  @inline(__always)
  package static func fault(of label: UnsafeRawBufferPointer) -> String? {
    if label.isEmpty { return "the label is empty" }
    if label.count > limit { return tooLong }
    var isASCII = true
    for byte in label {
      if byte < 0x20 || byte == 0x7F { return "the label has a control character" }
      if byte >= 0x80 { isASCII = false }
    }
    return isASCII ? nil : faultOfUnicode(label)
  }

  private static func faultOfUnicode(_ label: UnsafeRawBufferPointer) -> String? {
    guard let text = String(validating: label, as: UTF8.self) else { return "the label is not UTF-8" }
    return text.unicodeScalars.contains { $0.properties.generalCategory == .control } ? "the label has a control character" : nil
  }

  /// Returns the begin of a value as printable text.
  static func short(_ bytes: UnsafeRawBufferPointer) -> String {
    var text = ""
    for scalar in String(decoding: bytes.prefix(80), as: UTF8.self).unicodeScalars.prefix(60) {
      text.unicodeScalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return text
  }
}
