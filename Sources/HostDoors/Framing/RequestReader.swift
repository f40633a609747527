package import HostSurface
package import StrictJSON

/// A line of a client, read as JSON-RPC 2.0.
package enum RequestLine: Equatable, Sendable {
  /// A request that is answered under its id.
  case request(id: JSONValue, method: String, parameters: JSONValue?)
  /// A request without an id, which gets no answer.
  case notification(method: String, parameters: JSONValue?)
  /// A line that is no request. `isObject` is false when it is no JSON object at all.
  case wrong(id: JSONValue, MethodError, isObject: Bool)
}

/// Reads requests of JSON-RPC 2.0: a pure function of a line.
///
/// There are no batches: an array is `invalidRequest`. An id is a string of at most 64 bytes or a whole number of 64 bits. Parameters are an
/// object. Members besides `jsonrpc`, `id`, `method` and `params` are ignored.
package enum RequestReader {
  /// The largest number of bytes of an id that is a string.
  package static let idLimit = 64

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: the line without its end.
  ///   - limits: the limits of the connection.
  package static func read(_ line: [UInt8], limits: DoorLimits = DoorLimits()) -> RequestLine {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONReader.read(line, limits: JSONLimits(depth: limits.depth, members: limits.members))
    } catch {
      let place: KeyValuePairs<String, JSONValue?> = ["line": .integer(error.line), "column": .integer(error.column)]
      return .wrong(id: .null, MethodError(.parse, "not JSON: \(error)", place), isObject: false)
    }
    guard case .object(let members) = value else {
      let reason = value.array == nil ? "a request is a JSON object, not \(value.kind)" : "there are no batches: send one request a line"
      return .wrong(id: .null, MethodError(.invalidRequest, reason), isObject: false)
    }
    return request(members)
  }

  private static func request(_ members: [JSONValue.Member]) -> RequestLine {
    var version: JSONValue?
    var id: JSONValue?
    var method: JSONValue?
    var parameters: JSONValue?
    for member in members {
      switch member.name {
      case "jsonrpc": version = member.value
      case "id": id = member.value
      case "method": method = member.value
      case "params": parameters = member.value
      default: continue
      }
    }
    if let id, !isID(id) {
      return wrong(.null, "`id` is a string of at most \(idLimit) bytes or a whole number")
    }
    let answered = id ?? .null
    guard version?.string == "2.0" else { return wrong(answered, "`jsonrpc` is \"2.0\"") }
    guard let method = method?.string else { return wrong(answered, "`method` is a string") }
    switch parameters {
    case nil, .object: break
    case .array:
      let error = MethodError(.invalid, "`params` is an object, not an array", ["at": .string(""), "expected": .string("object")])
      return .wrong(id: answered, error, isObject: true)
    case .some: return wrong(answered, "`params` is an object")
    }
    guard let id else { return .notification(method: method, parameters: parameters) }
    return .request(id: id, method: method, parameters: parameters)
  }

  private static func wrong(_ id: JSONValue, _ reason: String) -> RequestLine {
    .wrong(id: id, MethodError(.invalidRequest, "not a request: " + reason), isObject: true)
  }

  /// Returns true for a value that can be an id.
  static func isID(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): text.utf8.count <= idLimit
    case .number(let number): Int64(exactly: number) != nil
    case .null, .bool, .array, .object: false
    }
  }
}
