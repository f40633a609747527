internal import CallControl
internal import StrictJSON

/// Reads one step: its principal key determines the other keys that it may have.
enum StepReader {
  static func step(_ field: Field, _ lines: LineTable) throws(FieldFlaw) -> Step {
    var members = try field.members()
    let keys = members.names.filter { self.keys.contains($0) }
    guard keys.count <= 1 else { throw members.flaw("a step is one thing, and this is \(keys.count): " + keys.joined(separator: ", ")) }
    guard let key = keys.first else {
      let names = members.names
      throw members.flaw(
        names.isEmpty ? "a step needs a key that names its kind" : "none of " + names.joined(separator: ", ") + " is a step")
    }
    let body: Step.Body
    let value = try members.required(key)
    if let asking = try AskingReader.asking(key, value, &members) {
      body = .ask(asking, try AskingReader.origin(&members))
    } else if let key = HappeningReader.Key(rawValue: key) {
      body = .happen(try HappeningReader.happening(key, value, &members))
    } else if let key = CheckReader.Key(rawValue: key) {
      body = .check(try CheckReader.check(key, value, &members))
    } else {
      throw value.flaw("is not a step")
    }
    try members.finish()
    return Step(path: field.path, key: ".\(key)", line: lines.place(of: field.node.offset).line, body: body)
  }

  /// Every principal key.
  private static let keys = Set(
    AskingReader.keys + HappeningReader.Key.allCases.map(\.rawValue) + CheckReader.Key.allCases.map(\.rawValue))
}
