/// A check of a file of numbers or records without a host: `hookswitch directory check FILE`.
package struct SourceCheck: Sendable {
  /// The result of a check.
  package struct Result: Hashable, Sendable {
    /// The records of each kind, by `RecordKind.rawValue`.
    package var counts = RecordKind.allCases.map { _ in 0 }
    /// True for a stream of changes.
    package var isIncremental = false
    /// The records that came twice, and that sorting drops.
    package var dropped = 0
    /// The size of the table.
    package var bytes = 0
    /// The first error; nil for a good file.
    package var error: DirectoryError?
  }

  /// The file: `.csv`, `.txt`, or a stream of records.
  package var path: String
  /// The directory's limits.
  package var limits = LoadLimits()
  /// The region of national numbers; nil for E.164 numbers alone.
  package var region: String?
  /// Returns the E.164 form of a national number.
  package var normalize: (@Sendable (_ number: String, _ region: String) -> String?)?
  /// The folder for temporary files.
  package var folder: String
  /// Takes the bytes read so far, and all.
  package var progress: (@Sendable (Int, Int) -> Void)?

  /// Creates a check.
  package init(_ path: String, folder: String) { (self.path, self.folder) = (path, folder) }

  /// Reads the file as a load does, and makes a table of it that nobody keeps.
  package func run() -> Result {
    var result = Result()
    // A stream of changes is checked too, though there is no table to change.
    let stage = LoadStage(path: "\(folder)/check", limits: limits, takesIncremental: true)
    do throws(DirectoryError) {
      try read(into: stage)
      var merge = TableMerge(stage, old: nil)
      let name = "\(folder)/check.hswdir"
      try merge.write(to: "\(folder)/check.tmp", as: name, header: TableHeader())
      result.bytes = try DirectoryTable(opening: name).bytes
      result.dropped = merge.counts.dropped
    } catch {
      result.error = error
    }
    result.isIncremental = stage.isIncremental
    result.counts = RecordKind.allCases.map { stage.count(of: $0) }
    return result
  }

  private func read(into stage: LoadStage) throws(DirectoryError) {
    let file = try NumberFile(opening: path)
    var sink = stage
    var done = 0
    if let form = FileReader.Form(of: path) {
      let normalize = region.flatMap { region in self.normalize.map { normalize in { @Sendable text in normalize(text, region) } } }
      var reader = FileReader(form, normalize: normalize)
      try file.read { (bytes) throws(DirectoryError) in
        try reader.read(bytes, into: &sink)
        done += bytes.count
        progress?(done, Int(file.stamp.size))
      }
      return try reader.finish(into: &sink)
    }
    var reader = RecordReader()
    try file.read { (bytes) throws(DirectoryError) in
      try reader.read(bytes, into: &sink)
      done += bytes.count
      progress?(done, Int(file.stamp.size))
    }
    try reader.finish(into: &sink)
    switch reader.end {
    case .complete: break
    case .cancel(let code, let message):
      throw DirectoryError(.cancelled, message.isEmpty ? "the source cancelled the load with code \(code)" : message)
    case nil: throw DirectoryError(.loadingInterrupted, "the stream ended without complete", at: RecordPlace(line: reader.position.line))
    }
  }
}
