internal import StrictJSON

/// A line of the daemon on a browser's connection.
///
/// A pure value.
enum DaemonLine: Equatable, Sendable {
  /// A notification, which goes to the browser as it is.
  case notification
  /// The answer to a request of the browser, which goes to it as it is.
  case answer
  /// The answer to a request of the console, by its name.
  case own(String)
  /// A long answer with states, which goes to the browser in parts.
  case snapshot

  /// The length from which an answer is looked at for states, in bytes.
  static let long = 65_536

  /// Tells the kind of a line by its beginning: the daemon writes `jsonrpc`, then `id` or `method`.
  init(_ line: ArraySlice<UInt8>) {
    let start = String(decoding: line.prefix(64), as: UTF8.self)
    if start.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":\"") {
      self = .own(String(start.dropFirst(23).prefix { $0 != "\"" }))
    } else if start.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":") {
      self = line.count > Self.long ? .snapshot : .answer
    } else {
      self = .notification
    }
  }

  /// Splits a long answer of `events.subscribe` into notifications, each with one state, and the answer without them.
  ///
  /// A browser would parse the whole in one long task. The states go before the answer, marked as a snapshot.
  ///
  /// - Returns: the messages; the line alone when it has no states.
  static func parts(of line: ArraySlice<UInt8>) -> [[UInt8]] {
    guard let answer = try? JSONReader.read(Array(line), limits: JSONLimits(depth: 128)), case .object(var members) = answer,
      case .object(var result)? = answer["result"], let states = answer["result"]?["states"]?.array
    else { return [Array(line)] }
    result.removeAll { $0.name == "states" }
    members.removeAll { $0.name == "result" }
    members.append(JSONValue.Member(name: "result", value: .object(result)))
    let parts = states.map { state in
      guard case .object(let values) = state else { return state }
      return JSONValue.object(of: [
        "jsonrpc": "2.0", "method": "state", "params": .object(values + [JSONValue.Member(name: "snapshot", value: .bool(true))]),
      ])
    }
    return (parts + [.object(members)]).map { Array($0.text.utf8) }
  }
}

/// Splits the daemon's bytes into lines.
///
/// A pure value.
struct DaemonLines: Sendable {
  private var bytes: [UInt8] = []
  /// The place up to which there is no line feed.
  private var scanned = 0

  /// Adds bytes, and returns the lines that are whole, without their ends.
  mutating func add(_ new: UnsafeRawBufferPointer) -> [[UInt8]] {
    bytes += new
    var lines: [[UInt8]] = []
    var start = 0
    while let end = bytes[max(scanned, start)...].firstIndex(of: 10) {
      if end > start { lines.append(Array(bytes[start..<end])) }
      start = end + 1
      scanned = start
    }
    bytes.removeFirst(start)
    scanned = bytes.count
    return lines
  }
}
