import Foundation

@testable import CallDirectory

/// A folder of a test's own, and loads into it.
final class TableRig {
  let folder: String
  private var revision = 0

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("directory-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The files of the folder.
  var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

  func write(_ text: String, to name: String) throws -> String {
    let path = folder + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A stream of records; its fields are separated by spaces here but in labels.
  static func stream(_ kind: String, _ lines: [String], end: String? = "complete") -> String {
    (["hookswitch-directory 1 \(kind)"] + lines.map(tabbed) + (end.map { [tabbed($0)] } ?? [])).joined(separator: "\n") + "\n"
  }

  private static func tabbed(_ line: String) -> String {
    line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).joined(separator: "\t")
  }

  /// Loads a stream of records in portions of a size.
  func load(
    _ text: String, onto old: DirectoryTable? = nil, limits: LoadLimits = LoadLimits(), portion: Int = 7
  ) throws(DirectoryError) -> (table: DirectoryTable, counts: LoadCounts) {
    let stage = LoadStage(path: folder + "/stage", limits: limits, takesIncremental: old != nil)
    var reader = RecordReader()
    var sink = stage
    let bytes = Array(text.utf8)
    for begin in stride(from: 0, to: bytes.count, by: portion) {
      let part = Array(bytes[begin..<min(begin + portion, bytes.count)])
      try part.withRawBytes { (part) throws(DirectoryError) in try reader.read(part, into: &sink) }
    }
    try reader.finish(into: &sink)
    guard case .complete(let token) = reader.end else { throw DirectoryError(.loadingInterrupted, "no complete") }
    return try write(stage, onto: old, token: token)
  }

  /// Loads the text of a file of numbers.
  func load(
    file text: String, _ form: FileReader.Form, limits: LoadLimits = LoadLimits(), normalize: (@Sendable (String) -> String?)? = nil
  ) throws(DirectoryError) -> (table: DirectoryTable, counts: LoadCounts) {
    let stage = LoadStage(path: folder + "/stage", limits: limits, takesIncremental: false)
    var reader = FileReader(form, normalize: normalize)
    var sink = stage
    for byte in text.utf8 {
      try [byte].withRawBytes { (part) throws(DirectoryError) in try reader.read(part, into: &sink) }
    }
    try reader.finish(into: &sink)
    return try write(stage, onto: nil, token: nil)
  }

  private func write(
    _ stage: LoadStage, onto old: DirectoryTable?, token: String?
  ) throws(DirectoryError) -> (table: DirectoryTable, counts: LoadCounts) {
    revision += 1
    var header = TableHeader()
    (header.id, header.revision, header.token) = ("test", UInt64(revision), token)
    var merge = TableMerge(stage, old: old)
    let name = DirectoryLoad.path(of: "test", revision: revision, in: folder)
    try merge.write(to: folder + "/table.tmp", as: name, header: header)
    return (try DirectoryTable(opening: name), merge.counts)
  }

  /// Returns the error of a load; nil for one that works.
  func error(_ text: String, onto old: DirectoryTable? = nil, limits: LoadLimits = LoadLimits()) -> DirectoryError? {
    do throws(DirectoryError) { _ = try load(text, onto: old, limits: limits) } catch { return error }
    return nil
  }

  /// Returns the error of a file; nil for one that works.
  func error(file text: String, _ form: FileReader.Form, normalize: (@Sendable (String) -> String?)? = nil) -> DirectoryError? {
    do throws(DirectoryError) { _ = try load(file: text, form, normalize: normalize) } catch { return error }
    return nil
  }
}

/// Numbers that differ from run to run of a generator, but not from test to test.
struct TestNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
