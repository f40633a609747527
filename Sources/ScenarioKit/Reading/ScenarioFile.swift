internal import StrictJSON

/// Reads scenario files: a file is accepted as a whole, or refused with file, place and reason.
public enum ScenarioFile {
  /// The limit on the size of a file, in bytes.
  public static let largestSize = 1 << 20

  /// Reads a scenario from the bytes of a file; `name` is the file's name in errors and reports.
  ///
  /// - Throws: `ScenarioFileError` for the first fault. An invalid file is refused as a whole.
  public static func read(_ bytes: [UInt8], named name: String) throws(ScenarioFileError) -> Scenario {
    guard bytes.count <= largestSize else {
      throw ScenarioFileError(file: name, line: 1, column: 1, path: "", reason: "longer than \(largestSize) bytes")
    }
    func error(_ offset: Int, _ path: String, _ reason: String) -> ScenarioFileError {
      let place = LineTable(bytes).place(of: offset)
      return ScenarioFileError(file: name, line: place.line, column: place.column, path: path, reason: reason)
    }
    let node: JSONNode
    do throws(JSONSyntaxError) {
      node = try JSONReader.readNode(bytes, limits: JSONLimits(depth: ScenarioLimits.deepestNesting))
    } catch let flaw {
      throw error(flaw.offset, "", "not JSON: " + flaw.reason)
    }
    do throws(FieldFlaw) {
      return try HeadReader.scenario(Field(node: node, path: ""), file: name, lines: LineTable(bytes))
    } catch let flaw {
      throw error(flaw.offset, flaw.path, flaw.reason)
    }
  }
}
