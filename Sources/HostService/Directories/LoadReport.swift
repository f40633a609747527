package import CallDirectory
package import StrictJSON

/// The report of a load, as the surface's `LoadReport`.
package struct LoadReport: Hashable, Sendable {
  /// The directory's id.
  package var directory: String
  package var isIncremental = false
  package var counts = LoadCounts()
  package var seconds = 0.0
  /// The reason of a failure; nil for a load that counts.
  package var error: DirectoryError?

  /// Creates a report of nothing.
  package init(_ directory: String) { self.directory = directory }

  /// The report as a `LoadReport` of the host surface.
  package var json: JSONValue {
    .object(of: [
      "directory": .string(directory), "ok": .bool(error == nil), "incremental": .bool(isIncremental),
      "blockingAdded": .integer(counts.blockingAdded), "blockingRemoved": .integer(counts.blockingRemoved),
      "identificationAdded": .integer(counts.identificationAdded), "identificationRemoved": .integer(counts.identificationRemoved),
      "seconds": .number(JSONNumber((seconds * 1_000).rounded() / 1_000)), "error": error?.json,
    ])
  }

  /// Reads a report that the store kept; nil for another text.
  init?(json text: String) {
    guard let value = try? JSONReader.read(Array(text.utf8)), let directory = value["directory"]?.string else { return nil }
    self.init(directory)
    isIncremental = value["incremental"] == .bool(true)
    counts.blockingAdded = Int(value["blockingAdded"]?.integer ?? 0)
    counts.blockingRemoved = Int(value["blockingRemoved"]?.integer ?? 0)
    counts.identificationAdded = Int(value["identificationAdded"]?.integer ?? 0)
    counts.identificationRemoved = Int(value["identificationRemoved"]?.integer ?? 0)
    if case .number(let number)? = value["seconds"] { seconds = number.double }
    error = value["error"].map { DirectoryError(json: $0) }
  }
}

extension DirectoryError {
  /// The error as a `DirectoryError` of the host surface.
  package var json: JSONValue {
    .object(of: [
      "code": .string(code.rawValue), "number": .integer(code.number), "entry": entry.map { .integer($0) },
      "line": line.map { .integer($0) },
      "value": value.map { .string($0) }, "domain": domain.map { .string($0) }, "domainCode": domainCode.map { .integer($0) },
      "message": .string(message),
    ])
  }

  fileprivate init(json: JSONValue) {
    self.init(json["code"]?.string.flatMap { Code(rawValue: $0) } ?? .unknown, json["message"]?.string ?? "")
    (entry, line) = (json["entry"]?.integer.map { Int($0) }, json["line"]?.integer.map { Int($0) })
    (value, domain) = (json["value"]?.string, json["domain"]?.string)
    domainCode = json["domainCode"]?.integer.map { Int($0) }
  }
}
